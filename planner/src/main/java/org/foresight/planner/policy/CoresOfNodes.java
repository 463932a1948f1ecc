package org.foresight.planner.policy;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.KeptRoom;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceLimit;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.SharedCores;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.node.NodeStatistics;

/**
 * A cluster of which those nodes that suspend tasks, and on which more virtual cores may be booked
 * than they have, offer the cores that they have.
 */
final class CoresOfNodes implements ClusterSnapshot {
  private final ClusterSnapshot cluster;
  private final ImmutableList<NodeView> nodes;
  private final boolean makesWay;
  private final int queueBound;
  private final ImmutableMap<String, ImmutableList<RunningTask>> blocking;

  private CoresOfNodes(
      ClusterSnapshot cluster,
      ImmutableList<NodeView> nodes,
      boolean makesWay,
      int queueBound,
      ImmutableMap<String, ImmutableList<RunningTask>> blocking) {
    this.cluster = cluster;
    this.nodes = nodes;
    this.makesWay = makesWay;
    this.queueBound = queueBound;
    this.blocking = blocking;
  }

  /** Whether there is such a node. */
  static boolean areIn(ClusterSnapshot cluster) {
    return cluster.nodes().stream().anyMatch(node -> node.las().isPresent());
  }

  /** Where every task keeps its cores until it ends. */
  static CoresOfNodes heldToTheEnd(ClusterSnapshot cluster) {
    return new CoresOfNodes(
        cluster, nodes(cluster, SharedCores::idle), false, 0, ImmutableMap.of());
  }

  /**
   * Where best-effort tasks make way for those that may not be suspended. To these all cores are
   * free that none of their like has, as far as the host takes more containers to a node; the rest
   * best-effort tasks keep from them until they end, and whatever else they hold.
   *
   * @param queueBound how many virtual cores of best-effort tasks a node takes beyond its own
   */
  static CoresOfNodes makingWay(ClusterSnapshot cluster, int queueBound, long nowMillis) {
    ImmutableList<NodeView> nodes = nodes(cluster, SharedCores::forUnsuspendable);
    Map<String, Long> kept = new HashMap<>();
    for (NodeView node : nodes) {
      node.las()
          .map(SharedCores::forUnsuspendable)
          .ifPresent(
              cores ->
                  kept.put(node.id(), Math.max(0, cores - SharedCores.amount(node.free(), cores))));
    }
    Map<String, ImmutableList<RunningTask>> blocking = new HashMap<>();
    for (JobView job : cluster.jobs()) {
      if (job.goal().toleratesSuspension(nowMillis)) {
        // Once: a job that moved while the host looked at its queues is there twice.
        blocking.computeIfAbsent(
            job.id(),
            id ->
                cluster.blocking(job).stream()
                    .map(task -> keeping(task, kept))
                    .collect(toImmutableList()));
      }
    }
    return new CoresOfNodes(cluster, nodes, true, queueBound, ImmutableMap.copyOf(blocking));
  }

  private static ImmutableList<NodeView> nodes(
      ClusterSnapshot cluster, ToLongFunction<NodeStatistics> free) {
    return cluster.nodes().stream()
        .map(node -> node.las().map(las -> withCores(node, las, free)).orElse(node))
        .collect(toImmutableList());
  }

  private static NodeView withCores(
      NodeView node, NodeStatistics las, ToLongFunction<NodeStatistics> free) {
    return new NodeView(
        node.id(),
        node.partition(),
        node.nodeClass(),
        SharedCores.totalAtOnce(node),
        SharedCores.limited(node.free(), free.applyAsLong(las)),
        node.las());
  }

  /** The task with those of its cores that are left of what is kept on its node. */
  private static RunningTask keeping(RunningTask task, Map<String, Long> left) {
    Long most = left.get(task.nodeId());
    if (most == null || task.kind() != TaskAsk.Kind.TASK) {
      return task;
    }
    long vcores = Math.min(most, SharedCores.vcores(task.held()));
    left.put(task.nodeId(), most - vcores);
    return task.holding(SharedCores.withVcores(task.held(), vcores));
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
  public boolean hasTurns() {
    return cluster.hasTurns();
  }

  @Override
  public boolean makesWay() {
    return makesWay;
  }

  @Override
  public ResourceVector bestEffortRoom(NodeView node) {
    return makesWay && node.las().isPresent()
        ? SharedCores.limited(node.free(), queueBound + SharedCores.idle(node.las().get()))
        : node.free();
  }

  @Override
  public ImmutableList<RunningTask> blocking(JobView job) {
    ImmutableList<RunningTask> left = blocking.get(job.id());
    return left == null ? cluster.blocking(job) : left;
  }
}
