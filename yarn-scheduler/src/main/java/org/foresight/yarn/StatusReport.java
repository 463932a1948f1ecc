package org.foresight.yarn;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import org.foresight.planner.Preemption;

/**
 * How Foresight stands at one moment. Immutable.
 *
 * @param modes the modes of queues
 * @param policy name of the policy that plans
 * @param planners those that some queue needs; none while every queue is off
 * @param stops the containers that have been told to end to make room for others
 * @param queuesOn how many leaf queues are on
 * @param queuesInShadow how many leaf queues are in shadow mode
 */
record StatusReport(
    Modes modes,
    String policy,
    ImmutableList<PlannerStatus> planners,
    ImmutableList<Preemption> stops,
    int queuesOn,
    int queuesInShadow) {

  /**
   * While every queue is off.
   *
   * @param modes which say whether that is by their own modes
   */
  static StatusReport off(Modes modes) {
    return new StatusReport(modes, "none", ImmutableList.of(), ImmutableList.of());
  }

  /** Of a cluster of which no leaf queue is known yet. */
  StatusReport(
      Modes modes,
      String policy,
      ImmutableList<PlannerStatus> planners,
      ImmutableList<Preemption> stops) {
    this(modes, policy, planners, stops, 0, 0);
  }

  /** The same with other modes. */
  StatusReport with(Modes others) {
    return new StatusReport(others, policy, planners, stops, queuesOn, queuesInShadow);
  }

  /** The jobs of all queues that are not off. */
  ImmutableList<JobStatus> jobs() {
    return planners.stream()
        .flatMap(planner -> planner.lane().jobs().values().stream())
        .collect(toImmutableList());
  }

  /** Those of its containers that have been told to end. */
  ImmutableList<Preemption> stopsOf(JobStatus job) {
    return stops.stream().filter(stop -> stop.jobId().equals(job.id())).collect(toImmutableList());
  }

  /** What is known of a job; empty if it is in no queue that is planned for, or has ended. */
  Optional<JobStatus> job(String id) {
    return planners.stream()
        .map(planner -> planner.lane().jobs().get(id))
        .flatMap(job -> Optional.ofNullable(job).stream())
        .findFirst();
  }
}
