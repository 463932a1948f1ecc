package org.foresight.planner.distributed;

/** Where a message goes to. */
public sealed interface Address {

  /**
   * A node.
   *
   * @param index from 0 to the number of nodes
   */
  record Node(int index) implements Address {}

  /**
   * A scheduler; a policy has as many as it names.
   *
   * @param index tells them apart
   */
  record Scheduler(int index) implements Address {}
}
