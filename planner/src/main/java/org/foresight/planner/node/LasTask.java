package org.foresight.planner.node;

/**
 * A task as it arrives on a node.
 *
 * @param id tells it from all others on the node, by {@code equals}
 * @param vcores how many virtual cores it needs to run; more than the node has count as all
 * @param suspendable whether it may be suspended; application masters, services and tasks of jobs
 *     with a deadline may not
 * @param <T> whatever the host knows its tasks by
 */
public record LasTask<T>(T id, int vcores, boolean suspendable) {

  public LasTask {
    if (vcores < 1) {
      throw new IllegalArgumentException("The vcores (" + vcores + ") must be positive.");
    }
  }

  /** A task of one virtual core that may be suspended. */
  public static <T> LasTask<T> of(T id) {
    return new LasTask<>(id, 1, true);
  }
}
