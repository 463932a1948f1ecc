package org.foresight.planner.policy;

import com.google.common.collect.ImmutableList;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.foresight.planner.cluster.JobView;
import org.foresight.predictor.EstimateBasis;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.RuntimeDistribution;
import org.foresight.predictor.posterior.TaskPosterior;

/**
 * The runtimes of jobs by what is believed of them, see {@link JobPosteriors}: as history has it
 * where their tasks have shown nothing yet, as their tasks show where history knows nothing. For
 * one plan.
 */
final class PosteriorEstimates implements JobEstimates {

  private final JobRuntimes runtimes;
  private final JobPosteriors posteriors;
  private final long nowMillis;
  private final Map<String, JobEstimate> made = new HashMap<>();

  PosteriorEstimates(JobRuntimes runtimes, JobPosteriors posteriors, long nowMillis) {
    this.runtimes = runtimes;
    this.posteriors = posteriors;
    this.nowMillis = nowMillis;
  }

  @Override
  public JobEstimate estimate(JobView job) {
    JobEstimate before = made.get(job.id());
    if (before == null) {
      before = make(job);
      made.put(job.id(), before);
    }
    return before;
  }

  private JobEstimate make(JobView job) {
    JobEstimate assumed = runtimes.estimate(job);
    int ended = posteriors.tasks(job.id()).succeeded();
    boolean runs = job.runningTasks() > 0;
    if (job.goal().service() || (ended == 0 && !runs)) {
      return assumed;
    }
    Optional<JobPosterior> posterior = posteriors.of(job, nowMillis);
    Optional<JobPosterior.Stage> current = posterior.flatMap(JobPosterior::current);
    if (posterior.isEmpty() || current.isEmpty()) {
      return assumed;
    }
    boolean isKnown = runtimes.known(job.id()).isPresent();
    JobEstimate believed = believed(job, assumed, posterior.get(), current.get());
    // Tasks that run bound a job from below alone: young ones are no sign that it is short.
    boolean isMoreThanABound = isKnown || ended > 0;
    return isMoreThanABound || believed.span().meanMillis() > assumed.span().meanMillis()
        ? believed
        : assumed;
  }

  private JobEstimate believed(
      JobView job, JobEstimate assumed, JobPosterior posterior, JobPosterior.Stage current) {
    int ended = posteriors.tasks(job.id()).succeeded();
    boolean isKnown = runtimes.known(job.id()).isPresent();
    double taskToSpan = isKnown ? assumed.meanTaskToSpan() : 1 / longestToMean(current);
    RuntimeDistribution span =
        posterior.stages().size() == 1
            ? current.tasks().meanTask().scaledBy(1 / taskToSpan)
            : assumed.span().scaledBy(posterior.correction());
    return new JobEstimate(
        span,
        taskToSpan,
        Math.max(1.0, posteriors.tasks(job.id()).width(job)),
        assumed.stages(),
        basis(assumed, isKnown, ended, span));
  }

  /** How much longer than the mean the longest task of a stage is expected to run. */
  private static double longestToMean(JobPosterior.Stage stage) {
    TaskPosterior tasks = stage.tasks();
    double width = Math.max(1.0, stage.stage().width());
    double mean = Math.max(1.0, tasks.expectedTaskMillis());
    return Math.max(1.0, tasks.task().quantile(width / (width + 1)) / mean);
  }

  private static EstimateBasis basis(
      JobEstimate assumed, boolean isKnown, int ended, RuntimeDistribution span) {
    ImmutableList.Builder<EstimateBasis.Source> sources = ImmutableList.builder();
    String which = ended > 0 ? "ended" : "running";
    sources.add(new EstimateBasis.Source("own tasks", which, ended, isKnown ? 0.5 : 1.0));
    if (isKnown) {
      sources.addAll(assumed.basis().sources());
    }
    return new EstimateBasis(
        sources.build(),
        assumed.basis().samples() + ended,
        "posterior",
        assumed.basis().nmae(),
        span.quantile(0.5));
  }
}
