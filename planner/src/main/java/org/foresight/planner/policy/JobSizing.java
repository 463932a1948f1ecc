package org.foresight.planner.policy;

import java.util.Optional;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Remaining;
import org.foresight.planner.cluster.JobView;

/**
 * Says how large jobs are: what {@link GsPolicy} can be given different ones of (SLearn §5.1.3).
 * Not thread-safe.
 */
interface JobSizing {

  /** Something happened. */
  void onEvent(ClusterEvent event);

  /** Whether an estimate may be another one after this event. */
  boolean learnsFrom(ClusterEvent event);

  /** How large a job of the snapshot is. */
  JobSize size(JobView job, long nowMillis);

  /** See {@link org.foresight.planner.SchedulingPolicy#remaining}. */
  default Optional<Remaining> remaining(JobView job, int atOnce, long nowMillis) {
    return Optional.empty();
  }
}
