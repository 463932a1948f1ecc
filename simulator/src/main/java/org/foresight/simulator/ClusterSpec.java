package org.foresight.simulator;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.Ints;

/**
 * The nodes of a cluster.
 *
 * @param resources names of the resource types, in the order of the vectors: memory in MiB, virtual
 *     cores, then others
 * @param classes at least one, of distinct names
 */
public record ClusterSpec(ImmutableList<String> resources, ImmutableList<NodeClass> classes) {

  public ClusterSpec {
    if (classes.isEmpty()) {
      throw new IllegalArgumentException("A cluster must have at least one class of nodes.");
    }
    ImmutableSet.Builder<String> names = ImmutableSet.builder();
    for (NodeClass nodeClass : classes) {
      names.add(nodeClass.name());
      if (nodeClass.total().types() != resources.size()) {
        throw new IllegalArgumentException(
            "The node class ("
                + nodeClass.name()
                + ") must offer the resources "
                + resources
                + ", not "
                + nodeClass.total().types()
                + " of them.");
      }
    }
    if (names.build().size() < classes.size()) {
      throw new IllegalArgumentException("The node classes must have distinct names.");
    }
  }

  /** So many equal nodes of so many slots each. */
  public static ClusterSpec ofSlots(int nodes, int slotsPerNode) {
    return new ClusterSpec(
        ImmutableList.of("memory-mb", "vcores"),
        ImmutableList.of(NodeClass.ofSlots("node", nodes, slotsPerNode)));
  }

  /** The same with nodes that each take so many tasks beyond their virtual cores. */
  public ClusterSpec withWaitingTasks(int waitingTasks) {
    return new ClusterSpec(
        resources,
        classes.stream().map(c -> c.withWaitingTasks(waitingTasks)).collect(toImmutableList()));
  }

  /**
   * The same with nodes on which tasks on all virtual cores can make way for as many others.
   *
   * @param waitingTasks how many tasks each takes beyond that
   */
  public ClusterSpec makingWay(int waitingTasks) {
    return new ClusterSpec(
        resources,
        classes.stream()
            .map(
                c ->
                    c.withWaitingTasks(
                        Ints.saturatedCast(c.total().amount(SimNode.VCORES) + waitingTasks)))
            .collect(toImmutableList()));
  }

  /** Number of nodes. */
  public int nodes() {
    return classes.stream().mapToInt(NodeClass::count).sum();
  }

  /** Virtual cores of all nodes. */
  public long vcores() {
    return classes.stream().mapToLong(c -> c.count() * c.total().amount(SimNode.VCORES)).sum();
  }
}
