package org.foresight.planner.cluster;

import com.google.common.primitives.ImmutableLongArray;
import com.google.common.primitives.Ints;
import org.foresight.planner.node.NodeStatistics;

/**
 * What there is of the virtual cores of a node that suspends tasks. Where a host allocates memory
 * alone, and does not say how many virtual cores a container needs, each counts for one.
 */
public final class SharedCores {
  private static final int VCORES = 1;

  private SharedCores() {}

  /** As many as are missing to those that the node has by the tasks that may not be suspended. */
  public static long forUnsuspendable(NodeStatistics node) {
    return (long) node.vcores() - node.unsuspendableVcores();
  }

  /**
   * As many as are missing to those that the node has by all its tasks; negative where they wait.
   */
  public static long idle(NodeStatistics node) {
    return (long) node.vcores() - node.taskVcores();
  }

  /**
   * How many virtual cores one task more may need where best-effort tasks make way: one that may
   * not be suspended finds a core wherever not all are used by its like; others take what is idle,
   * and so many more in turns.
   *
   * @param queueBound how many virtual cores of tasks that may be suspended the node takes beyond
   *     those that it has
   */
  public static long makingWay(NodeStatistics node, boolean suspendable, int queueBound) {
    return suspendable ? queueBound + idle(node) : forUnsuspendable(node);
  }

  /** What of a node's room is free without suspending anybody. */
  public static ResourceVector freeAtOnce(NodeView node) {
    return node.las().map(las -> limited(node.free(), idle(las))).orElse(node.free());
  }

  /**
   * How many tasks that may not be suspended fit into this room of a node; also where a host minds
   * memory alone no more than there are cores for.
   */
  public static long timesIn(ResourceVector demand, ResourceVector room, NodeView node) {
    long fitting = demand.timesIn(room);
    return node.las().map(las -> Math.min(fitting, forUnsuspendable(las))).orElse(fitting);
  }

  /** A node with one task more that may not be suspended and that needs this. */
  public static NodeView withTask(NodeView node, ResourceVector demand) {
    int vcores = Ints.saturatedCast(vcores(demand));
    return new NodeView(
        node.id(),
        node.partition(),
        node.nodeClass(),
        node.total(),
        node.free().minus(demand),
        node.las()
            .map(
                las ->
                    las.withTasks(
                        las.tasks() + 1,
                        las.taskVcores() + vcores,
                        las.unsuspendableVcores() + vcores)));
  }

  /** What a node offers to tasks of which none is suspended. */
  public static ResourceVector totalAtOnce(NodeView node) {
    return node.las().map(las -> limited(node.total(), las.vcores())).orElse(node.total());
  }

  /** How many virtual cores a task needs that holds, or asks for, this. */
  public static long vcores(ResourceVector demand) {
    return demand.types() <= VCORES ? 1 : demand.amount(VCORES);
  }

  /** How many virtual cores of these are in an amount; all where a host minds memory alone. */
  public static long amount(ResourceVector amount, long vcores) {
    return amount.types() <= VCORES ? vcores : Math.min(vcores, amount.amount(VCORES));
  }

  /** This room with no more virtual cores than these. */
  public static ResourceVector limited(ResourceVector room, long vcores) {
    if (room.types() <= VCORES) {
      return vcores >= 1
          ? room
          : new ResourceVector(ImmutableLongArray.of(Math.min(0, room.amount(0))));
    }
    if (vcores >= room.amount(VCORES)) {
      return room;
    }
    return withVcores(room, vcores);
  }

  /** This amount with so many virtual cores; the same where a host minds memory alone. */
  public static ResourceVector withVcores(ResourceVector amount, long vcores) {
    if (amount.types() <= VCORES) {
      return amount;
    }
    ImmutableLongArray.Builder amounts = ImmutableLongArray.builder(amount.types());
    for (int type = 0; type < amount.types(); type++) {
      amounts.add(type == VCORES ? vcores : amount.amount(type));
    }
    return new ResourceVector(amounts.build());
  }
}
