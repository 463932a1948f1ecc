package org.foresight.yarn;

import com.google.common.collect.ImmutableSortedMap;
import java.util.Optional;
import java.util.OptionalLong;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.outlook.Outlook;
import org.foresight.planner.outlook.Waiting;
import org.foresight.predictor.JobEstimate;

/**
 * What was known of a job when a plan was made.
 *
 * @param submitted how it was submitted
 * @param queue the path of the queue that it is in
 * @param mode what Foresight does with that queue
 * @param tasks its working tasks by partition; it waits for none before its application master runs
 * @param waiting why it waits; empty if it waits for nothing
 * @param planned what the plan says of it; empty if no plan has been made with it
 * @param estimate what was predicted of it when it was first planned; empty if it never was, or too
 *     little is known of such jobs
 * @param outlook when it starts and ends; empty if no plan has been made with it
 */
record JobStatus(
    ClusterEvent.JobSubmitted submitted,
    String queue,
    Mode mode,
    ImmutableSortedMap<String, PartitionTasks> tasks,
    Optional<Waiting> waiting,
    Optional<PlannedJob> planned,
    Optional<JobEstimate> estimate,
    Optional<Outlook> outlook) {

  /**
   * From when on the plan lets its tasks start; empty where it has no room for it, though a job
   * with a deadline is to go on as best effort when that has passed, and one that is in line may
   * start in what ends.
   */
  OptionalLong plannedMillis() {
    return planned
        .filter(said -> !said.isUnplaced() && !said.isInLine())
        .map(PlannedJob::startMillis)
        .orElse(OptionalLong.empty());
  }

  /** How many working tasks it holds. */
  int runningTasks() {
    return PartitionTasks.sum(tasks.values()).running();
  }

  /** How many working tasks it waits for. */
  int pendingTasks() {
    return PartitionTasks.sum(tasks.values()).pending();
  }

  /** How many of these the plan holds back, if it counts; none of a job that it does not know. */
  int heldTasks() {
    return planned.map(said -> Math.min(said.heldTasks(), pendingTasks())).orElse(0);
  }

  String id() {
    return submitted.jobId();
  }
}
