package org.foresight.planner.policy;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;

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

  @Override
  public boolean outdatesPlan(ClusterEvent event) {
    return PlannedJobs.changesWhatIsWaitedFor(event);
  }

  @Override
  public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
    OptionalLong now = OptionalLong.of(nowMillis);
    ImmutableList<PlannedJob> jobs =
        cluster.jobs().stream()
            .filter(job -> !job.asks().isEmpty())
            .sorted(PlannedJobs.BY_SUBMISSION)
            .map(job -> PlannedJobs.startingNow(job, now, ARRIVAL_ORDER))
            .collect(toImmutableList());
    return new Plan(nowMillis, jobs, "fifo: " + jobs.size() + " jobs in the order of submission");
  }
}
