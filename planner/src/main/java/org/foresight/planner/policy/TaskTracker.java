package org.foresight.planner.policy;

import java.util.HashMap;
import java.util.Map;
import org.foresight.planner.ClusterEvent;

/** What the tasks of all jobs that live have done so far. Not thread-safe. */
final class TaskTracker {

  private static final JobTasks NO_TASKS = new JobTasks();

  private final Map<String, JobTasks> jobs = new HashMap<>();

  void onEvent(ClusterEvent event) {
    if (event instanceof ClusterEvent.TaskStarted started) {
      jobs.computeIfAbsent(started.jobId(), unseen -> new JobTasks()).onEvent(event);
    } else if (event instanceof ClusterEvent.TaskFinished finished) {
      of(finished.jobId()).onEvent(event);
    } else if (event instanceof ClusterEvent.JobFinished finished) {
      jobs.remove(finished.jobId());
    }
  }

  /** The tasks of a job; none if none has started. */
  JobTasks of(String jobId) {
    return jobs.getOrDefault(jobId, NO_TASKS);
  }
}
