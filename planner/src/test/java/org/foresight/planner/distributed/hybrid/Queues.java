package org.foresight.planner.distributed.hybrid;

import org.foresight.planner.distributed.Address;

/** Jobs and queues of tests. */
final class Queues {

  private Queues() {}

  static HybridJob shortJob(String id, double taskMillis, int waiting) {
    return job(id, taskMillis, false, waiting);
  }

  static HybridJob longJob(String id, double taskMillis) {
    return job(id, taskMillis, true, 1);
  }

  private static HybridJob job(String id, double taskMillis, boolean isLong, int waiting) {
    HybridJob job = new HybridJob(id, new Address.Scheduler(1), taskMillis, isLong);
    job.asked(waiting);
    return job;
  }

  /** One probe of each. */
  static NodeQueue of(HybridJob... jobs) {
    NodeQueue queue = new NodeQueue();
    for (HybridJob job : jobs) {
      queue.add(new QueuedTask(job, job.isLong));
    }
    return queue;
  }

  /** L for each long task and S for each short one. */
  static NodeQueue like(String letters) {
    NodeQueue queue = new NodeQueue();
    for (int i = 0; i < letters.length(); i++) {
      HybridJob job = letters.charAt(i) == 'L' ? longJob("L" + i, 100) : shortJob("S" + i, 10, 1);
      queue.add(new QueuedTask(job, job.isLong));
    }
    return queue;
  }

  /** Ids of the jobs in the order of the queue. */
  static String text(NodeQueue queue) {
    StringBuilder text = new StringBuilder();
    for (int rank = 0; rank < queue.size(); rank++) {
      text.append(queue.get(rank).job.id).append(' ');
    }
    return text.toString().strip();
  }
}
