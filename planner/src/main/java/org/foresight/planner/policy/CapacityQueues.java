package org.foresight.planner.policy;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The queues of Hadoop's CapacityScheduler.
 *
 * @param root the root of the tree
 * @param dominant whether resources are compared by the dominant one of them (Hadoop's
 *     DominantResourceCalculator) or by memory alone (its default)
 * @param minimumMemoryMib the unit of memory in which limits are rounded
 * @param minimumVcores the unit of virtual cores in which limits are rounded
 * @param harmless keys of the configuration that have no effect here, and little on a cluster, in
 *     the order of their names
 * @param consequential what a cluster does by settings that have no effect here, with the keys and
 *     values of those, for people; so a cluster's results differ
 */
public record CapacityQueues(
    Queue root,
    boolean dominant,
    long minimumMemoryMib,
    long minimumVcores,
    ImmutableList<String> harmless,
    ImmutableList<String> consequential) {

  /** The order in which the jobs of a leaf queue are served. */
  public enum Ordering {
    /** In the order of their submission. */
    FIFO,
    /** The one that uses the least memory first. */
    FAIR
  }

  /**
   * A queue.
   *
   * @param path its full path, such as root.etl
   * @param capacityPercent what part of its parent's it is guaranteed
   * @param maximumPercent what part of its parent's maximum it may use
   * @param children its queues; none: it is a leaf
   * @param minimumUserLimitPercent what part of the queue each of its users is guaranteed, however
   *     many there are; leaf queues only, as are all below
   * @param userLimitFactor how many times the queue's capacity one user may use; -1: no limit
   * @param masterShare the part of the queue that application masters may use
   * @param ordering in which order jobs are served
   */
  public record Queue(
      String path,
      double capacityPercent,
      double maximumPercent,
      ImmutableList<Queue> children,
      double minimumUserLimitPercent,
      double userLimitFactor,
      double masterShare,
      Ordering ordering) {

    /** The last part of its path. */
    public String name() {
      return path.substring(path.lastIndexOf('.') + 1);
    }

    public boolean isLeaf() {
      return children.isEmpty();
    }

    private Stream<Queue> leaves() {
      return isLeaf() ? Stream.of(this) : children.stream().flatMap(Queue::leaves);
    }
  }

  public CapacityQueues {
    if (minimumMemoryMib < 1 || minimumVcores < 1) {
      throw new IllegalArgumentException(
          "The minimumMemoryMib ("
              + minimumMemoryMib
              + ") and the minimumVcores ("
              + minimumVcores
              + ") must be positive.");
    }
  }

  /**
   * Reads the properties of a capacity-scheduler.xml, with the defaults of Hadoop 3.5.0. The keys
   * {@code yarn.scheduler.minimum-allocation-mb} and {@code -vcores} of yarn-site.xml are read too.
   *
   * @throws IllegalArgumentException naming the key, the value found and what is accepted
   */
  public static CapacityQueues parse(Map<String, String> properties) {
    return new CapacityQueuesParser(properties).parse();
  }

  /** The leaf queues, in the order of the configuration. */
  public ImmutableList<Queue> leaves() {
    return root.leaves().collect(toImmutableList());
  }

  /**
   * The leaf queue of this full path, or of this name if no other has it.
   *
   * @throws IllegalArgumentException if there is none, or more than one
   */
  public Queue leaf(String pathOrName) {
    ImmutableList<Queue> found =
        leaves().stream()
            .filter(leaf -> leaf.path().equals(pathOrName) || leaf.name().equals(pathOrName))
            .collect(toImmutableList());
    return found.stream()
        .filter(leaf -> found.size() == 1 || leaf.path().equals(pathOrName))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "The queue ("
                        + pathOrName
                        + ") must be one of "
                        + leaves().stream().map(Queue::path).collect(Collectors.joining(", "))
                        + (found.isEmpty() ? "." : "; more than one has this name.")));
  }
}
