package org.foresight.planner.policy;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableSet.toImmutableSet;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.util.HashMap;
import java.util.Map;
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
import org.foresight.planner.node.NodeStatistics;

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
  public Dispatcher dispatcher(Plan plan, NodeAdmission admission) {
    return new NodeChoosingDispatcher(
        plan, super.dispatcher(plan, nodes), nodes, nodes, (node, start) -> nodes.isBusy(node));
  }

  /**
   * A cluster of which the nodes offer the cores that they have. Best-effort tasks make way as far
   * as the host takes more containers to their nodes; the cores of the others are held until they
   * end.
   */
  private static final class Cores implements ClusterSnapshot {
    private final ClusterSnapshot cluster;
    private final ImmutableList<NodeView> nodes;
    private final ImmutableMap<String, ImmutableList<RunningTask>> blocking;

    Cores(ClusterSnapshot cluster) {
      this.cluster = cluster;
      ImmutableList.Builder<NodeView> views = ImmutableList.builder();
      Map<String, Long> makingWay = new HashMap<>();
      for (NodeView node : cluster.nodes()) {
        NodeStatistics las = node.las().orElse(null);
        views.add(las == null ? node : withCores(node, las));
        if (las != null) {
          makingWay.put(node.id(), takenFromOthers(node, las));
        }
      }
      this.nodes = views.build();
      ImmutableMap.Builder<String, ImmutableList<RunningTask>> tasks = ImmutableMap.builder();
      for (JobView job : cluster.jobs()) {
        if (job.goal().toleratesSuspension()) {
          tasks.put(
              job.id(),
              cluster.blocking(job).stream()
                  .map(task -> makingWay(task, makingWay))
                  .collect(toImmutableList()));
        }
      }
      this.blocking = tasks.buildOrThrow();
    }

    private static NodeView withCores(NodeView node, NodeStatistics las) {
      return new NodeView(
          node.id(),
          node.partition(),
          node.nodeClass(),
          SharedCores.limited(node.total(), las.vcores()),
          SharedCores.limited(node.free(), SharedCores.forUnsuspendable(las)),
          node.las());
    }

    /** How many of the cores that others may have now best-effort tasks would make way from. */
    private static long takenFromOthers(NodeView node, NodeStatistics las) {
      long idle = Math.max(0, (long) las.vcores() - las.taskVcores());
      return SharedCores.amount(node.free(), SharedCores.forUnsuspendable(las)) - idle;
    }

    private static RunningTask makingWay(RunningTask task, Map<String, Long> left) {
      long vcores = SharedCores.amount(task.held(), 1);
      long most = left.getOrDefault(task.nodeId(), 0L);
      if (task.kind() != TaskAsk.Kind.TASK || vcores > most) {
        return task;
      }
      left.put(task.nodeId(), most - vcores);
      return task.holding(SharedCores.withVcores(task.held(), 0));
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
      ImmutableList<RunningTask> left = blocking.get(job.id());
      return left == null ? cluster.blocking(job) : left;
    }
  }
}
