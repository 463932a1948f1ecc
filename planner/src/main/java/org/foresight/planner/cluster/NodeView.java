package org.foresight.planner.cluster;

/**
 * A node as a policy sees it.
 *
 * @param id host and port, or whatever names it
 * @param partition the partition (on YARN: the node label, empty for none) that it belongs to
 * @param total what it offers
 * @param free what of that is not in use; negative amounts where it is over-committed
 */
public record NodeView(String id, String partition, ResourceVector total, ResourceVector free) {}
