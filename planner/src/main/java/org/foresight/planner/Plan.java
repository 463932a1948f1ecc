package org.foresight.planner;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/**
 * Who may start when, in the order in which jobs are served.
 *
 * <p>Immutable. A job that is not in the plan (it came later) is held until the next plan.
 *
 * @param madeAtMillis when it was made
 * @param jobs most urgent first
 * @param gangs those of them that are gangs, in the same order
 * @param rooms the room to make by stopping running tasks when the plan comes into force; their
 *     work is lost. A host that cannot stop tasks leaves them running.
 * @param summary one line on how it was made
 */
public record Plan(
    long madeAtMillis,
    ImmutableList<PlannedJob> jobs,
    ImmutableList<PlannedJob> gangs,
    ImmutableList<MadeRoom> rooms,
    String summary) {

  /** A plan of these jobs that stops nothing. */
  public Plan(long madeAtMillis, ImmutableList<PlannedJob> jobs, String summary) {
    this(madeAtMillis, jobs, ImmutableList.of(), summary);
  }

  /** A plan of these jobs. */
  public Plan(
      long madeAtMillis,
      ImmutableList<PlannedJob> jobs,
      ImmutableList<MadeRoom> rooms,
      String summary) {
    this(
        madeAtMillis,
        jobs,
        jobs.stream().filter(PlannedJob::gang).collect(toImmutableList()),
        rooms,
        summary);
  }

  /** A plan of nothing. */
  public static Plan empty(long madeAtMillis) {
    return new Plan(madeAtMillis, ImmutableList.of(), "nothing to plan");
  }

  /** The same plan that says something else of its jobs. */
  public Plan with(UnaryOperator<PlannedJob> change) {
    return new Plan(
        madeAtMillis, jobs.stream().map(change).collect(toImmutableList()), rooms, summary);
  }

  /** All the tasks that are to be stopped. */
  public ImmutableList<Preemption> preemptions() {
    return preemptions(rooms);
  }

  /** All the tasks that are to be stopped to make room. */
  public static ImmutableList<Preemption> preemptions(List<MadeRoom> rooms) {
    return rooms.stream().flatMap(room -> room.preemptions().stream()).collect(toImmutableList());
  }

  /**
   * The next planned start after {@code nowMillis}, when a new plan is due even if nothing changes.
   */
  public OptionalLong nextStartMillis(long nowMillis) {
    return jobs.stream()
        .filter(job -> job.startMillis().isPresent() && !job.isDue(nowMillis))
        .mapToLong(job -> job.startMillis().getAsLong())
        .min();
  }

  /** Whether a job may start something now. */
  public boolean hasDue(long nowMillis) {
    return jobs.stream().anyMatch(job -> job.isDue(nowMillis));
  }
}
