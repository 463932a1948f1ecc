package org.foresight.planner;

import java.util.HashMap;
import java.util.Map;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;

/**
 * Sums up every finished job as a {@link JobOutcome} from the events of its tasks: the runtimes of
 * the tasks that succeeded, stage by stage. Waiting is in none of them, so what is learned does not
 * depend on how busy the cluster was.
 *
 * <p>Not thread-safe: for the thread that gives a policy its events. Of a job whose submission it
 * did not see, nothing is learned.
 */
public final class OutcomeRecorder {

  /** Takes what a job taught. */
  @FunctionalInterface
  public interface Listener {
    void learned(JobFeatures features, JobOutcome outcome);
  }

  private final Listener listener;
  private final Map<String, Job> jobs = new HashMap<>();

  public OutcomeRecorder(Listener listener) {
    this.listener = listener;
  }

  /** Takes an event; tells the listener of a job that has ended well. */
  public void onEvent(ClusterEvent event) {
    if (event instanceof ClusterEvent.JobSubmitted submitted) {
      jobs.putIfAbsent(submitted.jobId(), new Job(submitted.features()));
    } else if (event instanceof ClusterEvent.TaskStarted started) {
      Job job = jobs.get(started.jobId());
      if (job != null) {
        job.running.put(started.taskId(), new Running(started.stage(), started.atMillis()));
      }
    } else if (event instanceof ClusterEvent.TaskFinished finished) {
      Job job = jobs.get(finished.jobId());
      if (job != null) {
        job.taskFinished(finished);
      }
    } else if (event instanceof ClusterEvent.JobFinished finished) {
      Job job = jobs.remove(finished.jobId());
      if (job != null && finished.succeeded() && job.width > 0) {
        listener.learned(job.features, job.outcome());
      }
    }
  }

  /** A running task. */
  private record Running(String stage, long startMillis) {}

  private static final class Job {
    private final JobFeatures features;
    private final Map<String, Running> running = new HashMap<>();
    private final Map<String, Long> longestMillisByStage = new HashMap<>();
    private int width;
    private long workMillis;

    Job(JobFeatures features) {
      this.features = features;
    }

    void taskFinished(ClusterEvent.TaskFinished finished) {
      Running task = running.remove(finished.taskId());
      if (task == null || finished.end() != ClusterEvent.TaskEnd.SUCCEEDED) {
        return;
      }
      // A host's clock may step back.
      long runtimeMillis = Math.max(0, finished.atMillis() - task.startMillis());
      width++;
      workMillis += runtimeMillis;
      longestMillisByStage.merge(task.stage(), runtimeMillis, Math::max);
    }

    JobOutcome outcome() {
      long spanMillis = longestMillisByStage.values().stream().mapToLong(Long::longValue).sum();
      return new JobOutcome(spanMillis, width, workMillis);
    }
  }
}
