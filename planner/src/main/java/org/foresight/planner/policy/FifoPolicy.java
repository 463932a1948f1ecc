package org.foresight.planner.policy;

import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Plan;
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

  private final String name;

  /**
   * @param name by which configuration chooses it
   */
  public FifoPolicy(String name) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
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
    return PlannedJobs.inOrderOfSubmission(
        name, cluster, nowMillis, job -> PlannedJobs.startingNow(job, now, ARRIVAL_ORDER));
  }
}
