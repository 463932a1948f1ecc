package org.foresight.yarn;

import com.google.common.collect.ImmutableSortedMap;
import java.util.OptionalLong;
import org.foresight.planner.outlook.OutlookScore;

/**
 * What was known when a planner made its last plan. Immutable: who reads it holds up nobody.
 *
 * @param planMillis when the plan was made; empty before the first
 * @param summary one line on the plan
 * @param jobs those in the queues of the planner's mode, by id
 * @param score how well the planner's first answers did
 */
record LaneStatus(
    OptionalLong planMillis,
    String summary,
    ImmutableSortedMap<String, JobStatus> jobs,
    OutlookScore score) {

  /** Before the first plan, and once no planner is there any more. */
  static final LaneStatus NONE =
      new LaneStatus(
          OptionalLong.empty(), "no plan yet", ImmutableSortedMap.of(), OutlookScore.NONE);
}
