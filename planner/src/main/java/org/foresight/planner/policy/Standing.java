package org.foresight.planner.policy;

import java.util.Comparator;
import org.foresight.planner.Reason;
import org.foresight.planner.cluster.JobView;

/**
 * Where a job stands in {@link QueuePlanner}'s lanes.
 *
 * @param job the job
 * @param lane the number of its lane
 * @param order the smaller, the earlier in its lane; where equal, first in, first out
 * @param heldTasks how many of the tasks that it waits for stay waiting
 * @param code the rule by which it stands there
 * @param why the numbers of it, as the beginning of a sentence that ends with its share of the lane
 */
record Standing(JobView job, int lane, double order, int heldTasks, Reason.Code code, String why) {

  static final Comparator<Standing> IN_LANE =
      Comparator.comparingDouble(Standing::order)
          .thenComparing(Standing::job, PlannedJobs.BY_SUBMISSION);

  /** A job that stands in the order of submission, all of whose tasks may start. */
  static Standing firstInFirstOut(JobView job, int lane, Reason.Code code, String why) {
    return new Standing(job, lane, 0, 0, code, why);
  }
}
