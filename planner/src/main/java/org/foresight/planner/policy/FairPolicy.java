package org.foresight.planner.policy;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Dispatcher;
import org.foresight.planner.NodeAdmission;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.predictor.Counts;

/**
 * Max-min fairness between jobs by their dominant shares (DRF, Ghodsi et al., NSDI 2011, algorithm
 * 1), every job with the same weight, on one level: queues and users count for nothing.
 *
 * <p>A plan says how many tasks of each job are an equal part of the cluster's resources. Each
 * start goes to the job that runs the smallest part of that, and so has the smallest dominant
 * share: to any that has a task that fits, so that what one cannot use goes to the others. The
 * number of tasks that run is the live one; so a plan stays fair until jobs come or their demands
 * change. No task is preempted: a job that holds more than its share starts nothing while others
 * wait that hold less.
 */
public final class FairPolicy implements SchedulingPolicy {

  private static final Reason WAITS_FOR_NOTHING =
      new Reason(
          Reason.Code.FAIR_SHARE,
          "The smallest dominant share goes first; it waited for nothing when it was planned.");

  @Override
  public String name() {
    return "fair";
  }

  @Override
  public void onEvent(ClusterEvent event) {
    // What jobs hold and want is in every snapshot; there is nothing to remember.
  }

  @Override
  public boolean outdatesPlan(ClusterEvent event) {
    return event instanceof ClusterEvent.NodeChanged || PlannedJobs.changesWhatIsWaitedFor(event);
  }

  @Override
  public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
    ClusterResources resources = new ClusterResources(cluster);
    // Two stable sorts: jobs mostly come in the order of submission, which makes the first cheap.
    List<JobDemand> demands =
        cluster.jobs().stream()
            .sorted(PlannedJobs.BY_SUBMISSION)
            .map(resources::demand)
            .sorted(Comparator.comparingDouble(JobDemand::heldShare))
            .toList();
    OptionalLong now = OptionalLong.of(nowMillis);
    ImmutableList<PlannedJob> jobs =
        demands.stream()
            .map(job -> planned(job, 1.0 / demands.size(), now))
            .collect(toImmutableList());
    return new Plan(
        nowMillis, jobs, "fair: " + Counts.of(jobs.size(), "job") + " by dominant share");
  }

  @Override
  public Dispatcher dispatcher(Plan plan, NodeAdmission admission) {
    return Dispatcher.smallestPartFirst(plan, admission);
  }

  private static PlannedJob planned(JobDemand demand, double part, OptionalLong now) {
    double taskShare = demand.tasks() == 0 ? 0 : demand.wantedShare() / demand.tasks();
    double tasks = taskShare > 0 ? part / taskShare : Double.POSITIVE_INFINITY;
    if (demand.job().asks().isEmpty()) {
      return PlannedJobs.startingNow(demand.job(), now, tasks, WAITS_FOR_NOTHING);
    }
    String detail =
        "The smallest dominant share goes first; its own was "
            + Figures.percent(demand.heldShare())
            + " when it was planned, each task being "
            + Figures.percent(taskShare)
            + ".";
    Reason reason = new Reason(Reason.Code.FAIR_SHARE, detail);
    return PlannedJobs.startingNow(demand.job(), now, tasks, reason);
  }
}
