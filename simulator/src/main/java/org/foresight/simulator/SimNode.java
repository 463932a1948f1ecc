package org.foresight.simulator;

import com.google.common.primitives.ImmutableLongArray;
import com.google.common.primitives.Ints;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.node.NodeStatistics;
import org.jspecify.annotations.Nullable;

/** A node and what runs on it. Its room is changed by {@link SimCluster} alone. */
final class SimNode {
  static final int VCORES = 1;

  final int index;
  final String id;
  final NodeClass nodeClass;

  /** What may be booked; more than the node has where tasks take turns. */
  final ResourceVector admitted;

  private final long[] free;
  private final List<SimTask> tasks = new ArrayList<>();
  private @Nullable NodeView view;

  /** What it told of itself last. */
  private Optional<NodeStatistics> statistics = Optional.empty();

  private long unsuspendableVcores;
  boolean isUp = true;

  /**
   * With nothing on it.
   *
   * @param admitted of this class of nodes, one object for all of them
   */
  SimNode(int index, String id, NodeClass nodeClass, ResourceVector admitted) {
    this.index = index;
    this.id = id;
    this.nodeClass = nodeClass;
    this.admitted = admitted;
    this.free = admitted.amounts().toArray();
  }

  /** What may be booked on a node of this class. */
  static ResourceVector admitted(NodeClass nodeClass) {
    long[] amounts = nodeClass.total().amounts().toArray();
    amounts[VCORES] += nodeClass.waitingTasks();
    return new ResourceVector(ImmutableLongArray.copyOf(amounts));
  }

  String partition() {
    return nodeClass.partition();
  }

  boolean fits(ResourceVector demand) {
    for (int type = 0; type < free.length; type++) {
      if (demand.amount(type) > free[type]) {
        return false;
      }
    }
    return true;
  }

  /** Whether nothing is booked beyond what is admitted, and nothing given back twice. */
  boolean isSound() {
    for (int type = 0; type < free.length; type++) {
      if (free[type] < 0 || free[type] > admitted.amount(type)) {
        return false;
      }
    }
    return true;
  }

  /** Whether no room of this node is larger than the other's, in any resource. */
  boolean hasNoMoreRoomThan(ResourceVector other) {
    for (int type = 0; type < free.length; type++) {
      if (free[type] > other.amount(type)) {
        return false;
      }
    }
    return true;
  }

  void book(SimTask task) {
    task.indexOnNode = tasks.size();
    tasks.add(task);
    add(task.demand, -1);
    unsuspendableVcores += task.suspendable ? 0 : task.demand.amount(VCORES);
  }

  void release(SimTask task) {
    SimTask last = tasks.remove(tasks.size() - 1);
    if (last != task) {
      tasks.set(task.indexOnNode, last);
      last.indexOnNode = task.indexOnNode;
    }
    add(task.demand, 1);
    unsuspendableVcores -= task.suspendable ? 0 : task.demand.amount(VCORES);
  }

  private void add(ResourceVector demand, int sign) {
    for (int type = 0; type < free.length; type++) {
      free[type] += sign * demand.amount(type);
    }
    view = null;
  }

  /** The node tells of itself. */
  void reported(Optional<NodeStatistics> newStatistics) {
    statistics = newStatistics;
    view = null;
  }

  long free(int type) {
    return free[type];
  }

  /** What it told of itself, with what is booked and has not arrived yet. */
  private Optional<NodeStatistics> las() {
    return statistics.map(
        told ->
            told.withTasks(
                tasks.size(),
                Ints.saturatedCast(admitted.amount(VCORES) - free[VCORES]),
                Ints.saturatedCast(unsuspendableVcores)));
  }

  List<SimTask> tasks() {
    return tasks;
  }

  NodeView view() {
    NodeView current = view;
    if (current == null) {
      current =
          new NodeView(
              id,
              nodeClass.partition(),
              nodeClass.name(),
              admitted,
              new ResourceVector(ImmutableLongArray.copyOf(free)),
              las());
      view = current;
    }
    return current;
  }
}
