package org.foresight.planner.policy;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.policy.StageTasks.Pilots;
import org.foresight.predictor.Counts;
import org.foresight.predictor.JobEstimate;

/**
 * By a job's own first tasks: SLearn (§5.1.2). The tasks of its first stage that start first are
 * its pilots; when they have ended well, the job's work is their mean runtime times its number of
 * tasks. In the paper pilots are picked at random; a scheduler of YARN gives containers, and the
 * application runs in them what it likes.
 *
 * <p>Of a job of several stages the later ones are reckoned by history, corrected by what the first
 * one was beside its own: SLearn-DAG (§6). Without history, or where that is not wanted, every task
 * of the job is taken to be like its pilots.
 *
 * <p>A pilot that hangs must not hold its job for ever: once it has run longer than the patience,
 * and than 99 of 100 such tasks by history, the job's tasks are taken to run as long as it has.
 */
final class SamplingSizing implements JobSizing {

  private static final double LONGEST_BY_HISTORY = 0.99;

  private final GsSettings settings;
  private final JobRuntimes runtimes;
  private final boolean correctsHistory;
  private final SamplingRatio ratio;
  private final TaskTracker tracker = new TaskTracker();
  private final ReusedContainers reused = new ReusedContainers();
  private final MapReduceJobs mapReduce = new MapReduceJobs();
  private final Map<String, Job> jobs = new HashMap<>();

  /** What is remembered of a job. */
  private static final class Job {
    private final long submitMillis;

    /** In percent; 0 until its number of tasks is known. */
    private int ratioPercent;

    Job(long submitMillis) {
      this.submitMillis = submitMillis;
    }
  }

  /**
   * @param correctsHistory whether later stages are reckoned by history
   */
  SamplingSizing(GsSettings settings, JobRuntimes runtimes, boolean correctsHistory) {
    this.settings = settings;
    this.runtimes = runtimes;
    this.correctsHistory = correctsHistory;
    this.ratio = new SamplingRatio(settings.ratioJobs());
  }

  @Override
  public void onEvent(ClusterEvent event) {
    runtimes.onEvent(event);
    if (event instanceof ClusterEvent.JobSubmitted submitted) {
      jobs.put(submitted.jobId(), new Job(submitted.atMillis()));
    } else if (event instanceof ClusterEvent.JobFinished finished) {
      ended(finished);
    }
    tracker.onEvent(event);
    reused.onEvent(event);
    mapReduce.onEvent(event);
  }

  private void ended(ClusterEvent.JobFinished finished) {
    Job job = jobs.remove(finished.jobId());
    if (job == null
        || job.ratioPercent == 0
        || settings.fixedRatioPercent() > 0
        || !finished.succeeded()) {
      return;
    }
    double workMillis = 0;
    JobTasks tasks = tracker.of(finished.jobId());
    for (String stage : tasks.stages()) {
      workMillis += tasks.stage(stage).succeeded() * tasks.stage(stage).meanMillis();
    }
    if (workMillis > 0) {
      ratio.ended(job.ratioPercent, (finished.atMillis() - job.submitMillis) / workMillis);
    }
  }

  @Override
  public boolean learnsFrom(ClusterEvent event) {
    return event instanceof ClusterEvent.TaskFinished;
  }

  @Override
  public JobSize size(JobView job, long nowMillis) {
    if (reused.isOf(job.id())) {
      return reused.size(job, Optional.empty(), nowMillis);
    }
    JobTasks tasks = tracker.of(job.id());
    int width = tasks.width(job);
    if (job.waitsForMaster() || width == 0) {
      return JobSize.Sampled.unknown("its tasks are not known yet");
    }
    if (tasks.isToBeHeardOf(job)) {
      return JobSize.Sampled.unknown("it has not asked for anything since it was found");
    }
    if (width < settings.thinLimit()) {
      return new JobSize.Thin("too thin for pilots with " + Counts.of(width, "task"));
    }
    if (job.goal().gang()) {
      double taskMillis = PointOfHistory.INVERSE_SQUARE.of(runtimes.estimate(job).taskRuntime());
      return known(job, tasks, taskMillis, "history, for its tasks start together");
    }
    StageTasks stage = mapReduce.pilotStage(job, tasks);
    Pilots pilots = stage.pilots(wantedPilots(job, width)).withStarted(tasks.untold(job));
    if (pilots.areDone()) {
      return known(job, tasks, pilots.meanMillis(), Counts.of(pilots.ended(), "pilot"));
    }
    long oldestMillis = tasks.oldestMillis(stage, job, nowMillis);
    if (oldestMillis > patienceMillis(job)) {
      double taskMillis = Math.max(oldestMillis, pilots.meanMillis());
      return known(job, tasks, taskMillis, "a pilot that has not ended yet");
    }
    return new JobSize.Sampled(pilots.held(mapReduce.holdableTasks(job)), pilots.text(width));
  }

  private int wantedPilots(JobView view, int width) {
    Job job = jobs.computeIfAbsent(view.id(), unseen -> new Job(view.submitMillis()));
    if (job.ratioPercent == 0) {
      job.ratioPercent = settings.ratioPercent(ratio::nextPercent);
    }
    return GsSettings.pilots(width, job.ratioPercent);
  }

  private JobSize known(JobView job, JobTasks tasks, double taskMillis, String by) {
    Optional<JobEstimate> history = correctsHistory ? runtimes.known(job.id()) : Optional.empty();
    double correction = Double.NaN;
    double workMillis = 0;
    for (JobStages.Stage stage : JobStages.of(job, tasks, history)) {
      double byHistoryMillis =
          stage.history().map(PointOfHistory.INVERSE_SQUARE::of).orElse(Double.NaN);
      if (Double.isNaN(correction)) {
        correction = taskMillis / byHistoryMillis; // Of the first stage, that of the pilots.
        workMillis += stage.width() * taskMillis;
      } else {
        double corrected = byHistoryMillis * correction;
        workMillis += stage.width() * (Double.isNaN(corrected) ? taskMillis : corrected);
      }
    }
    return new JobSize.Known(
        workMillis, 0, Figures.seconds(Math.round(workMillis)) + " of work by " + by);
  }

  private double patienceMillis(JobView job) {
    double byHistoryMillis =
        runtimes
            .known(job.id())
            .map(known -> known.taskRuntime().quantile(LONGEST_BY_HISTORY))
            .orElse(0.0);
    return Math.max(settings.pilotPatienceMillis(), byHistoryMillis);
  }
}
