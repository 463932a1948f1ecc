package org.foresight.planner.policy;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;

/**
 * Max-min fairness between jobs by their dominant shares (DRF, Ghodsi et al., NSDI 2011), every job
 * with the same weight, on one level: queues and users count for nothing.
 *
 * <p>A plan shares out the whole cluster among what the jobs hold and wait for. A job may run its
 * share; what others leave of theirs goes to the job that has used its own up the fewest times. No
 * task is preempted: a job that holds more than its share starts nothing until enough of its tasks
 * have ended, unless nobody else can use the room. Shares change with what jobs want, so between
 * plans they are as fair as the last plan; ends of tasks alone do not change them much, for a job
 * whose last tasks run leaves its room to the others at once.
 */
public final class FairPolicy implements SchedulingPolicy {

  private static final Comparator<JobDemand> SMALLEST_SHARE_FIRST =
      Comparator.comparingDouble(JobDemand::heldShare)
          .thenComparing(JobDemand::job, PlannedJobs.BY_SUBMISSION);

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
    return event instanceof ClusterEvent.JobFinished
        || event instanceof ClusterEvent.NodeChanged
        || PlannedJobs.changesWhatIsWaitedFor(event);
  }

  @Override
  public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
    ClusterResources resources = new ClusterResources(cluster);
    List<JobDemand> demands =
        cluster.jobs().stream().map(resources::demand).sorted(SMALLEST_SHARE_FIRST).toList();
    ImmutableDoubleArray fractions =
        WaterFilling.fractions(
            demands.stream().map(job -> new WaterFilling.Claim(job.wanted(), 1.0)).toList(),
            resources.count());
    OptionalLong now = OptionalLong.of(nowMillis);
    ImmutableList<PlannedJob> jobs =
        IntStream.range(0, demands.size())
            .mapToObj(job -> planned(demands.get(job), fractions.get(job), now))
            .collect(toImmutableList());
    return new Plan(nowMillis, jobs, "fair: " + jobs.size() + " jobs by dominant share");
  }

  private static PlannedJob planned(JobDemand demand, double fraction, OptionalLong now) {
    double tasks = fraction * demand.tasks();
    String detail =
        "Its fair share is "
            + Figures.tenths(tasks)
            + " of "
            + demand.tasks()
            + " tasks; its dominant share is "
            + Figures.percent(demand.heldShare())
            + " of "
            + Figures.percent(fraction * demand.wantedShare())
            + ".";
    Reason reason = new Reason(Reason.Code.FAIR_SHARE, detail);
    return PlannedJobs.startingNow(demand.job(), now, tasks, reason);
  }
}
