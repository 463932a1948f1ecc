package org.foresight.planner;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableLongArray;
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
import org.foresight.predictor.posterior.TaskVariations;

/**
 * Sums up every finished job as a {@link JobOutcome} from the events of its tasks: the runtimes of
 * the tasks that succeeded, stage by stage, and how they differed. Waiting is in none of them, so
 * what is learned does not depend on how busy the cluster was.
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

  /** Not every policy has pilots, and what is learned is to be of use to all. */
  private static final int UNKNOWN_PILOTS = 0;

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
        job.taskStarted(started);
      }
    } else if (event instanceof ClusterEvent.TaskFinished finished) {
      Job job = jobs.get(finished.jobId());
      if (job != null) {
        job.taskFinished(finished);
      }
    } else if (event instanceof ClusterEvent.JobFinished finished) {
      Job job = jobs.remove(finished.jobId());
      if (job != null && finished.succeeded() && job.hasTaught()) {
        listener.learned(job.features, job.outcome(finished.atMillis()), job.given);
      }
    }
  }

  /**
   * A running task.
   *
   * @param ofStage the runtimes of the tasks of its stage
   * @param number which of these is its own
   */
  private record Running(String stage, TaskRuntimes ofStage, int number, long startMillis) {}

  private static final class Job {
    private final JobFeatures features;
    private final Optional<JobEstimate> given;
    private final Map<String, Running> running = new HashMap<>();
    private final Map<String, TaskRuntimes> begun = new HashMap<>();

    /** Those of the stages of which a task has ended well, in the order in which the first did. */
    private final Map<String, TaskRuntimes> ended = new LinkedHashMap<>();

    Job(JobFeatures features, Optional<JobEstimate> given) {
      this.features = features;
      this.given = given;
    }

    void taskStarted(ClusterEvent.TaskStarted started) {
      TaskRuntimes ofStage = begun.computeIfAbsent(started.stage(), unseen -> new TaskRuntimes());
      running.put(
          started.taskId(),
          new Running(started.stage(), ofStage, ofStage.start(), started.atMillis()));
    }

    void taskFinished(ClusterEvent.TaskFinished finished) {
      Running task = running.remove(finished.taskId());
      if (task == null || finished.end() != ClusterEvent.TaskEnd.SUCCEEDED) {
        return;
      }
      // A host's clock may step back.
      task.ofStage().end(task.number(), Math.max(0, finished.atMillis() - task.startMillis()));
      ended.putIfAbsent(task.stage(), task.ofStage());
    }

    boolean hasTaught() {
      return !ended.isEmpty();
    }

    JobOutcome outcome(long endMillis) {
      ImmutableList<StageOutcome> stages =
          ended.entrySet().stream()
              .map(stage -> outcome(stage.getKey(), stage.getValue().ended()))
              .collect(toImmutableList());
      return new JobOutcome(
          stages.stream().mapToLong(StageOutcome::longestMillis).sum(),
          stages.stream().mapToInt(StageOutcome::width).sum(),
          stages.stream().mapToLong(StageOutcome::workMillis).sum(),
          stages,
          OptionalLong.of(endMillis));
    }

    private StageOutcome outcome(String stage, ImmutableLongArray taskMillis) {
      return new StageOutcome(
          stage,
          taskMillis.length(),
          taskMillis.stream().max().orElseThrow(),
          taskMillis.stream().sum(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          Optional.of(
              TaskVariations.of(
                  taskMillis, UNKNOWN_PILOTS, given.map(known -> known.taskRuntime(stage)))));
    }
  }
}
