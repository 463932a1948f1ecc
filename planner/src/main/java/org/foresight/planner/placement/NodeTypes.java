package org.foresight.planner.placement;

import com.google.common.collect.ImmutableSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;

/**
 * What the nodes offer when they are empty; nodes that offer the same are counted together, for a
 * cluster of ten thousand nodes has a handful of types.
 *
 * <p>Immutable.
 */
public final class NodeTypes {

  private record Type(String partition, String nodeClass, ResourceVector total) {}

  private final Map<Type, Integer> counts = new LinkedHashMap<>();

  public NodeTypes(Iterable<NodeView> nodes) {
    for (NodeView node : nodes) {
      counts.merge(new Type(node.partition(), node.nodeClass(), node.total()), 1, Integer::sum);
    }
  }

  /** Whether some empty node of the partition has room for the demand. */
  boolean canRun(String partition, ResourceVector demand) {
    return counts.keySet().stream()
        .anyMatch(type -> type.partition.equals(partition) && demand.fitsIn(type.total));
  }

  /** How many tasks of a job the empty nodes of its partition would run at once. */
  public long fitting(JobModel model) {
    return fitting(model.partition(), ImmutableSet.of(), model.demand());
  }

  /**
   * How many tasks the empty nodes of a partition would run at once.
   *
   * @param nodeClasses classes of nodes that count; empty for all
   */
  long fitting(String partition, ImmutableSet<String> nodeClasses, ResourceVector demand) {
    long fitting = 0;
    for (Map.Entry<Type, Integer> entry : counts.entrySet()) {
      Type type = entry.getKey();
      if (type.partition.equals(partition)
          && (nodeClasses.isEmpty() || nodeClasses.contains(type.nodeClass))) {
        fitting += entry.getValue() * demand.timesIn(type.total);
      }
    }
    return fitting;
  }
}
