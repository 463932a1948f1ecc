package org.foresight.planner;

import static com.google.common.collect.ImmutableList.toImmutableList;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.predictor.StageOutcome;

/**
 * Sums up every finished job as a {@link JobOutcome} from the events of its tasks: the runtimes of
 * the tasks that succeeded, stage by stage. Waiting is in none of them, so what is learned does not
 * depend on how busy the cluster was.
 *
 * <p>Not thread-safe: for the thread that gives a policy its events. Of a job whose submission it
 * did not see, nothing is learned; nor of a service, whose length says when somebody ended it.
 */
public final class OutcomeRecorder {

  /** Takes what a job taught. */
  @FunctionalInterface
  public interface Listener {
    /**
     * A job ran to success.
     *
     * @param given what was predicted of it when it was submitted
     */
    void learned(JobFeatures features, JobOutcome outcome, Optional<JobEstimate> given);
  }

  private final RuntimePredictor predictor;
  private final Listener listener;
  private final Map<String, Job> jobs = new HashMap<>();

  /**
   * A recorder that has seen no job.
   *
   * @param predictor is asked at every submission, so that its answer can be scored at the end
   */
  public OutcomeRecorder(RuntimePredictor predictor, Listener listener) {
    this.predictor = predictor;
    this.listener = listener;
  }

  /** Takes an event; tells the listener of a job that has ended well. */
  public void onEvent(ClusterEvent event) {
    if (event instanceof ClusterEvent.JobSubmitted submitted) {
      if (!submitted.goal().service()) {
        jobs.computeIfAbsent(
            submitted.jobId(),
            unseen -> new Job(submitted.features(), predictor.predict(submitted.features())));
      }
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
        listener.learned(job.features, job.outcome(finished.atMillis()), job.given);
      }
    }
  }

  /** A running task. */
  private record Running(String stage, long startMillis) {}

  private static final class Job {
    private final JobFeatures features;
    private final Optional<JobEstimate> given;
    private final Map<String, Running> running = new HashMap<>();

    /** In the order in which their first tasks ended. */
    private final Map<String, StageSum> stages = new LinkedHashMap<>();

    private int width;
    private long workMillis;

    Job(JobFeatures features, Optional<JobEstimate> given) {
      this.features = features;
      this.given = given;
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
      stages.computeIfAbsent(task.stage(), unseen -> new StageSum()).add(runtimeMillis);
    }

    JobOutcome outcome(long endMillis) {
      long spanMillis = stages.values().stream().mapToLong(stage -> stage.longestMillis).sum();
      return new JobOutcome(
          spanMillis,
          width,
          workMillis,
          stages.entrySet().stream()
              .map(stage -> stage.getValue().outcome(stage.getKey()))
              .collect(toImmutableList()),
          OptionalLong.of(endMillis));
    }
  }

  private static final class StageSum {
    private int width;
    private long longestMillis;
    private long workMillis;

    void add(long runtimeMillis) {
      width++;
      longestMillis = Math.max(longestMillis, runtimeMillis);
      workMillis += runtimeMillis;
    }

    StageOutcome outcome(String name) {
      return new StageOutcome(
          name, width, longestMillis, workMillis, OptionalLong.empty(), OptionalLong.empty());
    }
  }
}
