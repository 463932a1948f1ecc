package org.foresight.planner.policy;

import com.google.common.primitives.ImmutableDoubleArray;
import org.foresight.planner.Reason;
import org.foresight.planner.cluster.JobView;

/**
 * The queues of SLearn's generic scheduler GS (§5.1): one for each class of size, and one for
 * pilots, which is served after the first one and has the share of the second: "the second highest
 * priority" (§5.1.2).
 *
 * @param queues the classes of size
 * @param planner shares the cluster out among the queues
 */
record GsQueues(PriorityQueues queues, QueuePlanner planner) {

  private static final int FIRST_LANE = 0;
  private static final int SAMPLING_LANE = 1;

  static GsQueues of(PriorityQueues queues) {
    ImmutableDoubleArray.Builder weights = ImmutableDoubleArray.builder();
    weights.add(queues.weight(0));
    weights.add(queues.weight(1));
    for (int queue = 1; queue < queues.count(); queue++) {
      weights.add(queues.weight(queue));
    }
    return new GsQueues(queues, new QueuePlanner(weights.build()));
  }

  /** Where a job of this size stands. */
  Standing standing(JobView job, JobSize size) {
    if (size instanceof JobSize.Sampled sampled) {
      return new Standing(
          job,
          SAMPLING_LANE,
          0,
          sampled.heldTasks(),
          Reason.Code.PILOTS_FIRST,
          "In the queue of pilots: " + sampled.why());
    }
    if (size instanceof JobSize.Known known) {
      int queue = queues.queueOf(Math.round(known.workMillis()));
      return new Standing(
          job,
          queue == 0 ? FIRST_LANE : queue + 1,
          known.order(),
          0,
          Reason.Code.SIZE_QUEUE,
          inQueue(queue) + known.why());
    }
    return Standing.firstInFirstOut(job, FIRST_LANE, Reason.Code.THIN_JOB, inQueue(0) + size.why());
  }

  private String inQueue(int queue) {
    return "In queue " + (queue + 1) + " of " + queues.count() + ": ";
  }
}
