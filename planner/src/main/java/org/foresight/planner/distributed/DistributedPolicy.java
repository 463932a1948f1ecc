package org.foresight.planner.distributed;

import org.foresight.planner.ClusterEvent.JobSubmitted;
import org.foresight.planner.ClusterEvent.TaskEnd;

/**
 * A policy of many schedulers and nodes, in one object that answers for all of them.
 *
 * <p>Called by one thread, in the order in which things happen. Time comes from the messenger; a
 * policy reads no clock and draws random numbers from the messenger alone. To be true to what it
 * models, it decides for an address only by what that address has seen.
 *
 * @param <M> its messages; immutable
 */
public interface DistributedPolicy<M> {

  /** The name by which configuration chooses it. */
  String name();

  /** A job was submitted; {@link Messenger#waitingTasks} tells how many tasks it has to start. */
  void submitted(JobSubmitted job, Messenger<M> messenger);

  /** A job has more to start than before: a next stage, or tasks that were lost. */
  void demandGrew(String jobId, Messenger<M> messenger);

  /** A message has arrived. */
  void received(Address at, M message, Messenger<M> messenger);

  /**
   * A message that was sent to a node comes back to its sender after the delay of the network: the
   * node is away, as a refused connection tells.
   */
  default void undelivered(int node, M message, Messenger<M> messenger) {}

  /** A task has ended, as its node knows at once. */
  void taskEnded(int node, String jobId, TaskEnd end, Messenger<M> messenger);

  /** A job has ended. */
  default void jobEnded(String jobId) {}

  /** A node is away, with all that waited or ran there, or is back with nothing. */
  default void nodeChanged(int node, boolean isUp, Messenger<M> messenger) {}
}
