package org.foresight.planner.cluster;

/**
 * A node as a policy sees it.
 *
 * @param id host and port, or whatever names it
 * @param partition the partition (on YARN: the node label, empty for none) that it belongs to
 * @param nodeClass which kind of node it is, as in {@link NodePreference}; empty where unknown
 * @param total what it offers
 * @param free what of that is not in use; negative amounts where it is over-committed
 */
public record NodeView(
    String id, String partition, String nodeClass, ResourceVector total, ResourceVector free) {

  /** A node of unknown class. */
  public NodeView(String id, String partition, ResourceVector total, ResourceVector free) {
    this(id, partition, "", total, free);
  }

  /** The same node with this much room. */
  public NodeView withFree(ResourceVector newFree) {
    return new NodeView(id, partition, nodeClass, total, newFree);
  }
}
