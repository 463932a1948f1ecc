package org.foresight.planner.policy;

import static com.google.common.collect.ImmutableSet.toImmutableSet;

import com.google.common.collect.ImmutableSet;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.foresight.planner.Dispatcher;
import org.foresight.planner.ForwardingPolicy;
import org.foresight.planner.NodeAdmission;
import org.foresight.planner.NodeOrder;
import org.foresight.planner.Plan;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;

/**
 * Another policy on nodes that let tasks take turns by least attained service (Kairos §4.3; see
 * {@link org.foresight.planner.node.LasScheduler}): jobs with deadlines, services and application
 * masters start where best-effort tasks run, which make way; nothing is killed for them.
 *
 * <p>The other policy plans for the cores that there are. Those that best-effort tasks use are free
 * to jobs with deadlines, as far as the host takes more containers to their nodes; what these tasks
 * hold of anything else they keep. Where no node suspends tasks nothing changes.
 */
final class SuspendingPolicy extends ForwardingPolicy {

  private final SuspendingNodes nodes;

  /**
   * @param policy decides who starts, and when
   */
  SuspendingPolicy(SchedulingPolicy policy, KairosSettings settings) {
    super(policy);
    this.nodes = new SuspendingNodes(settings.queueBound());
  }

  @Override
  public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
    if (!CoresOfNodes.areIn(cluster)) {
      return super.plan(cluster, nowMillis, stop);
    }
    Plan plan =
        super.plan(CoresOfNodes.makingWay(cluster, nodes.queueBound(), nowMillis), nowMillis, stop);
    ImmutableSet<String> suspendable =
        cluster.jobs().stream()
            .filter(job -> job.goal().toleratesSuspension(nowMillis))
            .map(JobView::id)
            .collect(toImmutableSet());
    return plan.with(job -> job.suspendable(suspendable.contains(job.jobId())));
  }

  @Override
  public Optional<NodeOrder> nodeOrder() {
    return Optional.of(nodes);
  }

  @Override
  public Dispatcher dispatcher(Plan plan, NodeAdmission admission) {
    return NodeChoosingDispatcher.of(plan, super.dispatcher(plan, nodes), nodes);
  }
}
