package org.foresight.planner.policy;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingLong;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.Ints;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;

/**
 * First in, first out: every job may start at once, jobs are served in the order of submission. A
 * job whose next task fits nowhere does not block the ones behind it.
 */
public final class FifoPolicy implements SchedulingPolicy {

  private static final Reason ARRIVAL_ORDER =
      new Reason(Reason.Code.ARRIVAL_ORDER, "Next in the order of submission.");

  @Override
  public String name() {
    return "fifo";
  }

  @Override
  public void onEvent(ClusterEvent event) {
    // The order of submission is in every snapshot; there is nothing to remember.
  }

  /** The order is that of submission: only who waits for something can change. */
  @Override
  public boolean outdatesPlan(ClusterEvent event) {
    return event instanceof ClusterEvent.JobSubmitted
        || event instanceof ClusterEvent.DemandChanged
        || (event instanceof ClusterEvent.TaskFinished finished
            && finished.end() == ClusterEvent.TaskEnd.LOST);
  }

  @Override
  public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
    ImmutableList<PlannedJob> jobs =
        cluster.jobs().stream()
            .filter(job -> !job.asks().isEmpty())
            .sorted(comparingLong(JobView::submitMillis).thenComparing(comparing(JobView::id)))
            .map(job -> planned(job, nowMillis))
            .collect(toImmutableList());
    return new Plan(nowMillis, jobs, "fifo: " + jobs.size() + " jobs in the order of submission");
  }

  private static PlannedJob planned(JobView job, long nowMillis) {
    boolean gang = job.goal().gang();
    // A gang's parallelism is what must fit at once: all that it waits for, beside what runs.
    int parallelism =
        gang
            ? Ints.saturatedCast((long) job.runningTasks() + job.pendingTasks())
            : Integer.MAX_VALUE;
    return new PlannedJob(job.id(), OptionalLong.of(nowMillis), parallelism, gang, ARRIVAL_ORDER);
  }
}
