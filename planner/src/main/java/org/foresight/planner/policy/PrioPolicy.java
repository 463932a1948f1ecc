package org.foresight.planner.policy;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.MadeRoom;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.foresight.predictor.Counts;

/**
 * 3Sigma's Prio (§5, table 1), a scheduler like Borg's: SLO jobs strictly before best-effort jobs,
 * first in, first out among each, no runtimes. Where tasks of an SLO job do not fit, tasks of
 * best-effort jobs are stopped.
 *
 * <p>The paper says no more of preemption. Here the tasks that started last are stopped, those that
 * together make room on one node, and none that is not needed; a gang is served, and stopped, whole
 * or not at all; application masters are not stopped. A gang that prefers some nodes gets them if
 * it can, by stopping others if need be, and all nodes if not.
 *
 * <p>The priority is the job's for life, as in Borg: {@code prio}. A variant that looks at
 * deadlines after all makes a job that has missed its own a best-effort job from the next plan on,
 * since nothing is gained any more by ending it soon: {@code prio-demoting}. It is the stronger
 * one.
 */
public final class PrioPolicy implements SchedulingPolicy {

  private static final Reason ARRIVAL_ORDER =
      new Reason(
          Reason.Code.ARRIVAL_ORDER,
          "Has no deadline left to meet; next of such jobs in the order of submission.");

  private final String name;
  private final boolean demotesLateJobs;

  private PrioPolicy(String name, boolean demotesLateJobs) {
    this.name = name;
    this.demotesLateJobs = demotesLateJobs;
  }

  /** Jobs with a deadline have priority, those that have missed it too. */
  public static PrioPolicy strict() {
    return new PrioPolicy("prio", false);
  }

  /** Jobs with a deadline have priority until they have missed it. */
  public static PrioPolicy demoting() {
    return new PrioPolicy("prio-demoting", true);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void onEvent(ClusterEvent event) {
    // Deadlines and the order of submission are in every snapshot; there is nothing to remember.
  }

  /** All but a start takes or gives room that decides on whether stopping tasks makes enough. */
  @Override
  public boolean outdatesPlan(ClusterEvent event) {
    return !(event instanceof ClusterEvent.TaskStarted
        || event instanceof ClusterEvent.JobFinished);
  }

  @Override
  public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
    List<JobView> slo = new ArrayList<>();
    List<JobView> bestEffort = new ArrayList<>();
    for (JobView job : cluster.jobs()) {
      (hasPriority(job, nowMillis) ? slo : bestEffort).add(job);
    }
    List<JobView> stoppable = bestEffort.stream().filter(JobView::mayBeStopped).toList();
    slo.sort(PlannedJobs.BY_SUBMISSION);
    bestEffort.sort(PlannedJobs.BY_SUBMISSION);
    OptionalLong now = OptionalLong.of(nowMillis);
    ImmutableList.Builder<PlannedJob> jobs = ImmutableList.builder();
    RoomMaker roomMaker = new RoomMaker(cluster.nodes(), cluster.keptRooms(), stoppable);
    for (JobView job : slo) {
      PlannedJob anywhere = PlannedJobs.startingNow(job, now, reason(job, nowMillis));
      PlannedJob suited = anywhere.on(job.goal().preference().nodeClasses());
      boolean onSuiting = false;
      if (!stop.getAsBoolean()) {
        onSuiting =
            job.goal().gang()
                && !suited.mostByClass().isEmpty()
                && roomMaker.makeRoom(job, suited.mostByClass());
        if (!onSuiting) {
          roomMaker.makeRoom(job);
        }
      }
      jobs.add(onSuiting ? suited : anywhere);
    }
    bestEffort.forEach(job -> jobs.add(PlannedJobs.startingNow(job, now, ARRIVAL_ORDER)));
    ImmutableList<MadeRoom> rooms = roomMaker.rooms();
    String summary =
        name
            + ": "
            + Counts.of(slo.size(), "job")
            + " with a deadline before "
            + Counts.of(bestEffort.size(), "other")
            + ", "
            + Counts.of(Plan.preemptions(rooms).size(), "task")
            + " to stop";
    return new Plan(nowMillis, jobs.build(), rooms, summary);
  }

  private boolean hasPriority(JobView job, long nowMillis) {
    OptionalLong deadlineMillis = job.goal().deadlineMillis();
    return deadlineMillis.isPresent()
        && (!demotesLateJobs || deadlineMillis.getAsLong() > nowMillis);
  }

  private static Reason reason(JobView job, long nowMillis) {
    long leftMillis = job.goal().deadlineMillis().orElse(nowMillis) - nowMillis;
    String when =
        leftMillis >= 0
            ? "Had " + Figures.seconds(leftMillis) + " until its deadline"
            : "Was " + Figures.seconds(-leftMillis) + " beyond its deadline";
    String detail = when + " when it was planned; next of such jobs in the order of submission.";
    return new Reason(Reason.Code.DEADLINE_FIRST, detail);
  }
}
