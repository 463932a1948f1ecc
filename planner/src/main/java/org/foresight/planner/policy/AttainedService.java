package org.foresight.planner.policy;

import java.util.HashMap;
import java.util.Map;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;

/**
 * How long the working tasks of each job have run, in task-milliseconds: the ended ones as the
 * events tell, the running ones as the snapshot shows. Tasks that were lost count, for they were
 * served. Not thread-safe: for the planning thread.
 */
final class AttainedService {

  private static final class Ended {
    private final Map<String, Long> startMillis = new HashMap<>();
    private long serviceMillis;
  }

  private final Map<String, Ended> jobs = new HashMap<>();

  void onEvent(ClusterEvent event) {
    if (event instanceof ClusterEvent.TaskStarted started) {
      jobs.computeIfAbsent(started.jobId(), job -> new Ended())
          .startMillis
          .put(started.taskId(), started.atMillis());
    } else if (event instanceof ClusterEvent.TaskFinished finished) {
      Ended job = jobs.get(finished.jobId());
      Long startMillis = job == null ? null : job.startMillis.remove(finished.taskId());
      if (job != null && startMillis != null) {
        job.serviceMillis += elapsedMillis(startMillis, finished.atMillis());
      }
    } else if (event instanceof ClusterEvent.JobFinished finished) {
      jobs.remove(finished.jobId());
    }
  }

  /** What the job has attained by now. */
  long millis(JobView job, long nowMillis) {
    Ended ended = jobs.get(job.id());
    long millis = ended == null ? 0 : ended.serviceMillis;
    for (RunningTask task : job.running()) {
      if (task.kind() == TaskAsk.Kind.TASK) {
        millis += elapsedMillis(task.startMillis(), nowMillis);
      }
    }
    return millis;
  }

  private static long elapsedMillis(long startMillis, long endMillis) {
    return Math.max(0, endMillis - startMillis); // A host's clock may step back.
  }
}
