package org.foresight.planner.cluster;

import java.util.Optional;
import org.foresight.planner.node.NodeStatistics;

/**
 * A node as a policy sees it.
 *
 * @param id host and port, or whatever names it
 * @param partition the partition (on YARN: the node label, empty for none) that it belongs to
 * @param nodeClass which kind of node it is, as in {@link NodePreference}; empty where unknown
 * @param total what it offers
 * @param free what of that is not in use; negative amounts where it is over-committed
 * @param las what the node tells of itself where it suspends tasks by least attained service; empty
 *     where it does not, so that no more may be sent to it than it can run at once. Its numbers of
 *     tasks and of virtual cores include what the host has sent and the node has not told of yet.
 */
public record NodeView(
    String id,
    String partition,
    String nodeClass,
    ResourceVector total,
    ResourceVector free,
    Optional<NodeStatistics> las) {

  /** A node that suspends nothing. */
  public NodeView(
      String id, String partition, String nodeClass, ResourceVector total, ResourceVector free) {
    this(id, partition, nodeClass, total, free, Optional.empty());
  }

  /** A node of unknown class. */
  public NodeView(String id, String partition, ResourceVector total, ResourceVector free) {
    this(id, partition, "", total, free, Optional.empty());
  }

  /** The same node with this much room. */
  public NodeView withFree(ResourceVector newFree) {
    return new NodeView(id, partition, nodeClass, total, newFree, las);
  }
}
