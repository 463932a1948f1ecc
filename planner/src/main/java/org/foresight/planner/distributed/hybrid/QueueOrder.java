package org.foresight.planner.distributed.hybrid;

/** Which of the probes and tasks on a node has its turn. Implementations are stateless. */
interface QueueOrder {

  /** The first that came. */
  QueueOrder FIRST_COME =
      new QueueOrder() {
        @Override
        public int next(NodeQueue queue) {
          return 0;
        }

        @Override
        public void starts(NodeQueue queue, int rank) {}
      };

  /** Rank of the one that has its turn; the queue is not empty. */
  int next(NodeQueue queue);

  /** A task of this one starts: notes whom it bypasses. */
  void starts(NodeQueue queue, int rank);
}
