package org.foresight.planner.policy;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableLongArray;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.RuntimeDistribution;
import org.foresight.predictor.posterior.SpreadLearner;
import org.foresight.predictor.posterior.TaskEvidence;
import org.foresight.predictor.posterior.TaskPosterior;
import org.foresight.predictor.posterior.TaskSpread;
import org.foresight.predictor.posterior.TaskSpreads;
import org.jspecify.annotations.Nullable;

/**
 * What is believed of the jobs that live: history as the prior, ended tasks as evidence, running
 * ones as evidence that they last at least as long as they already did. What SLearn (§7) leaves to
 * others.
 *
 * <p>A stage of which history knows nothing is taken to be like those of the same job of which
 * something is known.
 *
 * <p>A belief is kept until a task of the job starts or ends, or the number of those that it waits
 * for changes, or the running ones have grown older by some part of their age: plans are made more
 * often than there is news. Not thread-safe: for the planning thread.
 */
final class JobPosteriors {

  private final JobRuntimes runtimes;
  private final TaskSpreads spreads;

  /** Is taught what the jobs show; null where others are. */
  private final @Nullable SpreadLearner learner;

  private final TaskTracker tracker = new TaskTracker();
  private final Map<String, JobFeatures> features = new HashMap<>();
  private final Map<String, Kept> kept = new HashMap<>();

  /** Running tasks that are older by this part of their age tell little more. */
  private static final double NEWS = 0.05;

  /**
   * What was believed of a job.
   *
   * @param pendingTasks how many tasks it waited for then
   * @param untilMillis when its running tasks tell something new
   */
  private record Kept(Optional<JobPosterior> posterior, int pendingTasks, long untilMillis) {}

  /**
   * @param known how tasks differ, as a host has learned it; where it learns nothing of that, it is
   *     learned here from the jobs that come by
   */
  JobPosteriors(JobRuntimes runtimes, Optional<TaskSpreads> known) {
    this.runtimes = runtimes;
    this.learner = known.isPresent() ? null : new SpreadLearner();
    this.spreads = learner == null ? known.orElseThrow() : learner;
  }

  void onEvent(ClusterEvent event) {
    if (event instanceof ClusterEvent.JobSubmitted submitted) {
      features.put(submitted.jobId(), submitted.features());
    } else if (event instanceof ClusterEvent.TaskStarted started) {
      kept.remove(started.jobId());
    } else if (event instanceof ClusterEvent.TaskFinished finished) {
      kept.remove(finished.jobId());
    } else if (event instanceof ClusterEvent.JobFinished finished) {
      kept.remove(finished.jobId());
      JobFeatures known = features.remove(finished.jobId());
      if (known != null && finished.succeeded() && learner != null) {
        teach(learner, finished.jobId(), known);
      }
    }
    runtimes.onEvent(event);
    tracker.onEvent(event);
  }

  private void teach(SpreadLearner taught, String jobId, JobFeatures known) {
    JobTasks tasks = tracker.of(jobId);
    for (String stage : tasks.stages()) {
      ImmutableLongArray taskMillis = tasks.stage(stage).runtimesMillis();
      if (!taskMillis.isEmpty()) {
        Optional<RuntimeDistribution> given =
            runtimes.known(jobId).map(estimate -> estimate.taskRuntime(stage));
        taught.learn(known, stage, taskMillis, 0, given);
      }
    }
  }

  /** What the job's tasks have done. */
  JobTasks tasks(String jobId) {
    return tracker.of(jobId);
  }

  /** How far history can be trusted of such a stage, in (0, 1]: see {@link TaskSpread}. */
  double priorTrust(String jobId, String stage) {
    return spread(jobId, stage).priorTrust();
  }

  /** What is believed of a job of the snapshot; empty if there is nothing to go by. */
  Optional<JobPosterior> of(JobView job, long nowMillis) {
    Kept before = kept.get(job.id());
    int pendingTasks = job.pendingTasks();
    if (before != null && before.pendingTasks == pendingTasks && nowMillis < before.untilMillis) {
      return before.posterior;
    }
    Optional<JobPosterior> made = make(job, nowMillis);
    long untilMillis =
        job.runningTasks() == 0
            ? Long.MAX_VALUE
            : nowMillis + Math.max(1, Math.round(NEWS * oldestMillis(job, nowMillis)));
    kept.put(job.id(), new Kept(made, pendingTasks, untilMillis));
    return made;
  }

  private long oldestMillis(JobView job, long nowMillis) {
    long oldestMillis = 0;
    JobTasks tasks = tracker.of(job.id());
    for (String stage : tasks.stages()) {
      oldestMillis = Math.max(oldestMillis, tasks.stage(stage).oldestRunningMillis(job, nowMillis));
    }
    return oldestMillis;
  }

  private Optional<JobPosterior> make(JobView job, long nowMillis) {
    ImmutableList<JobStages.Stage> stages =
        JobStages.of(job, tracker.of(job.id()), runtimes.known(job.id()));
    TaskPosterior[] posteriors = new TaskPosterior[stages.size()];
    double knownByEvidence = 0;
    double knownByHistory = 0;
    TaskPosterior any = null;
    for (int i = 0; i < posteriors.length; i++) {
      JobStages.Stage stage = stages.get(i);
      TaskEvidence evidence = evidence(job, stage, nowMillis);
      Optional<TaskPosterior> posterior =
          TaskPosterior.of(stage.history(), spread(job.id(), stage.name()), evidence);
      if (posterior.isPresent()) {
        posteriors[i] = posterior.get();
        any = any == null ? posterior.get() : any;
        if (stage.history().isPresent() && evidence.finished() > 0) {
          knownByEvidence += posterior.get().expectedTaskMillis();
          knownByHistory += stage.history().get().meanMillis();
        }
      }
    }
    if (any == null) {
      return Optional.empty();
    }
    double correction = knownByHistory > 0 ? knownByEvidence / knownByHistory : 1.0;
    ImmutableList.Builder<JobPosterior.Stage> believed = ImmutableList.builder();
    for (int i = 0; i < posteriors.length; i++) {
      JobStages.Stage stage = stages.get(i);
      TaskPosterior own = posteriors[i];
      if (own == null) {
        own = any;
      } else if (stage.tasks().succeeded() == 0 && correction != 1.0) {
        own = corrected(job, stage, correction, nowMillis).orElse(own);
      }
      believed.add(new JobPosterior.Stage(stage, own));
    }
    return Optional.of(new JobPosterior(believed.build(), correction));
  }

  private Optional<TaskPosterior> corrected(
      JobView job, JobStages.Stage stage, double correction, long nowMillis) {
    return TaskPosterior.of(
        stage.history().map(history -> history.scaledBy(correction)),
        spread(job.id(), stage.name()),
        evidence(job, stage, nowMillis));
  }

  private TaskSpread spread(String jobId, String stage) {
    JobFeatures known = features.get(jobId);
    return known == null ? TaskSpread.USUAL : spreads.spread(known, stage);
  }

  private static TaskEvidence evidence(JobView job, JobStages.Stage stage, long nowMillis) {
    StageTasks tasks = stage.tasks();
    if (tasks.running() == 0 && tasks.succeeded() == 0) {
      return TaskEvidence.NONE;
    }
    ImmutableLongArray.Builder running = ImmutableLongArray.builder(tasks.running());
    for (RunningTask task : job.running()) {
      if (tasks.isRunning(task.taskId())) {
        running.add(Math.max(0, nowMillis - task.startMillis()));
      }
    }
    return new TaskEvidence(tasks.succeeded(), tasks.meanMillis(), tasks.cov(), running.build());
  }
}
