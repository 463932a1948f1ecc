package org.foresight.planner.policy;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableSet.toImmutableSet;

import com.google.common.collect.ImmutableList;
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
import org.foresight.planner.cluster.KeptRoom;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceLimit;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.SharedCores;
import org.foresight.planner.cluster.TaskAsk;

/**
 * Another policy on nodes that let tasks take turns by least attained service (Kairos §4.3; see
 * {@link org.foresight.planner.node.LasScheduler}): jobs with deadlines, services and application
 * masters start where best-effort tasks run, which make way; nothing is killed for them.
 *
 * <p>The other policy plans for the cores that there are. Those that best-effort tasks use are free
 * to jobs with deadlines; what they hold of anything else they keep. Where no node suspends tasks
 * nothing changes.
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
    if (cluster.nodes().stream().allMatch(node -> node.las().isEmpty())) {
      return super.plan(cluster, nowMillis, stop);
    }
    Plan plan = super.plan(new Cores(cluster), nowMillis, stop);
    ImmutableSet<String> suspendable =
        cluster.jobs().stream()
            .filter(job -> job.goal().toleratesSuspension())
            .map(JobView::id)
            .collect(toImmutableSet());
    return plan.with(job -> job.suspendable(suspendable.contains(job.jobId())));
  }

  @Override
  public Optional<NodeOrder> nodeOrder() {
    return Optional.of(nodes);
  }

  @Override
  public Dispatcher dispatcher(Plan plan) {
    return dispatcher(plan, nodes);
  }

  @Override
  public Dispatcher dispatcher(Plan plan, NodeAdmission admission) {
    return new NodeChoosingDispatcher(
        plan,
        super.dispatcher(plan, admission),
        admission,
        nodes,
        (node, start) -> nodes.isBusy(node));
  }

  /**
   * A cluster of which the nodes offer the cores that they have, to others than best-effort tasks
   * all that these use.
   */
  private static final class Cores implements ClusterSnapshot {
    private final ClusterSnapshot cluster;
    private final ImmutableList<NodeView> nodes;
    private final ImmutableSet<String> suspending;

    Cores(ClusterSnapshot cluster) {
      this.cluster = cluster;
      this.nodes = cluster.nodes().stream().map(Cores::withCores).collect(toImmutableList());
      this.suspending =
          nodes.stream()
              .filter(node -> node.las().isPresent())
              .map(NodeView::id)
              .collect(toImmutableSet());
    }

    private static NodeView withCores(NodeView node) {
      return node.las()
          .map(
              las ->
                  new NodeView(
                      node.id(),
                      node.partition(),
                      node.nodeClass(),
                      SharedCores.limited(node.total(), las.vcores()),
                      SharedCores.limited(node.free(), SharedCores.forUnsuspendable(las)),
                      node.las()))
          .orElse(node);
    }

    @Override
    public ImmutableList<NodeView> nodes() {
      return nodes;
    }

    @Override
    public ImmutableList<JobView> jobs() {
      return cluster.jobs();
    }

    @Override
    public ImmutableList<ResourceLimit> limits() {
      return cluster.limits();
    }

    @Override
    public ImmutableList<KeptRoom> keptRooms() {
      return cluster.keptRooms();
    }

    @Override
    public ImmutableList<RunningTask> blocking(JobView job) {
      ImmutableList<RunningTask> running = cluster.blocking(job);
      return job.goal().toleratesSuspension()
          ? running.stream().map(this::makingWay).collect(toImmutableList())
          : running;
    }

    private RunningTask makingWay(RunningTask task) {
      return task.kind() == TaskAsk.Kind.TASK && suspending.contains(task.nodeId())
          ? task.holding(SharedCores.withVcores(task.held(), 0))
          : task;
    }
  }
}
