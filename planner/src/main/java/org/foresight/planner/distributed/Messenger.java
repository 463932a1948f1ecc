package org.foresight.planner.distributed;

import java.util.random.RandomGenerator;
import org.foresight.planner.cluster.NodeView;

/**
 * How the parts of a {@link DistributedPolicy} act: they send messages and start tasks.
 *
 * @param <M> the policy's messages
 */
public interface Messenger<M> {

  /** The host's time. */
  long nowMillis();

  /** Number of nodes. */
  int nodes();

  /**
   * A node as it knows itself. A policy asks for it in the name of that node alone; what others
   * know of it, messages told them.
   */
  NodeView node(int index);

  /** Sends a message; it arrives after the delay of the network. */
  void send(Address to, M message);

  /** Sends a message from an address to itself; it arrives after the delay. */
  void remind(Address self, M message, long delayMillis);

  /**
   * Starts the next waiting task of the job that fits the node there.
   *
   * @return whether there was one; late binding asks for a task only when there is room for it
   */
  boolean start(int node, String jobId);

  /** Number of tasks of the job that could start and have not; 0 if the job has ended. */
  int waitingTasks(String jobId);

  /** Random numbers, the same in every run of the same seed. */
  RandomGenerator random();
}
