package org.foresight.predictor.posterior;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import org.foresight.predictor.LogGrid;
import org.foresight.predictor.RuntimeDistribution;

/**
 * How long the tasks of one stage of a running job take, by history and by what its own tasks have
 * shown: SLearn §4.1 with the prior that it leaves out (§7), on logarithms, since runtimes differ
 * by factors.
 *
 * <p>The unknown is M, the mean runtime of the stage's tasks. Runtimes lie around M as {@link
 * TaskShape} says, lognormal in the main, with a coefficient of variation c that is the spread's,
 * drawn towards that of the finished tasks the more of them there are.
 *
 * <ul>
 *   <li><b>Prior:</b> {@link HistoryPrior}; without history all values of ln M alike.
 *   <li><b>Finished tasks</b>, m of mean x̄: ln(x̄ / firstWave) is normal around ln M with variance
 *       ln(1 + c²/m). The tail is the normal one on purpose: where history and pilots exclude one
 *       another, the one with the lighter tail prevails, and that should be the pilots.
 *   <li><b>Running tasks:</b> each has a runtime above its age. They are taken to be off by the
 *       same firstWave as those that finished: as long as it matters, they are of the same wave.
 * </ul>
 *
 * <p>The ends are exact. Without evidence the posterior is history's distribution itself. Without
 * history its median is the pilots' mean: SLearn. With nothing but running tasks there is no more
 * than a lower bound: up to the oldest age all values of ln M are alike, and beyond it the
 * probability of k times the age falls as 1/k², so that a job is expected to have about as much
 * before it as behind it.
 *
 * <p>Immutable. Making one takes time that grows with the number of running tasks by sorting their
 * ages only; see {@link RunningTasks}.
 */
public final class TaskPosterior {

  /** So many finished tasks the learned coefficient of variation counts as. */
  private static final double COV_TASKS = 4.0;

  /** A mean is not known better than this allows, however alike the tasks were. */
  private static final double MIN_COV = 0.01;

  /** What is further off is below 10⁻⁷, of the finished tasks' word and, by far, of the shape. */
  private static final double LIKELIHOOD_REACH = 9.0;

  /** On the natural logarithm: where a tail of 1/k² has fallen to 10⁻⁷. */
  private static final double TAIL_REACH = 8.0;

  /** Index of the tail beyond a lower bound. */
  private static final double BOUND_INDEX = 2.0;

  /** History's own tails, beyond which {@link #TAIL_REACH} begins. */
  private static final double HISTORY_TAIL = 1e-4;

  private final RuntimeDistribution meanTask;
  private final Scenarios scenarios;
  private final double cov;
  private final int running;

  /** For each scenario, what the running tasks still have to run. */
  private final double[] runningRestMillis;

  private TaskPosterior(
      RuntimeDistribution meanTask,
      double cov,
      TaskShape shape,
      double firstWave,
      RunningTasks running) {
    this.meanTask = meanTask;
    this.cov = cov;
    this.scenarios = Scenarios.of(meanTask);
    this.running = running.count();
    this.runningRestMillis = new double[scenarios.count()];
    Arrays.setAll(
        runningRestMillis, i -> running.restMillis(shape, scenarios.meanMillis(i) * firstWave));
  }

  /**
   * The posterior of a stage.
   *
   * @param prior distribution, by history, of the mean runtime of the stage's tasks; empty if there
   *     is no history
   * @param spread how the stage's tasks differ and how far to trust the prior
   * @param evidence what the tasks have shown
   * @return empty if there is neither prior nor evidence; a task that has run for less than a
   *     millisecond is none
   */
  public static Optional<TaskPosterior> of(
      Optional<RuntimeDistribution> prior, TaskSpread spread, TaskEvidence evidence) {
    RunningTasks running = RunningTasks.of(evidence.runningMillis());
    double cov = cov(spread, evidence);
    double firstWave = spread.firstWave();
    TaskShape shape = new TaskShape(cov);
    if (evidence.finished() == 0 && !running.areEvidence()) {
      return prior.map(history -> new TaskPosterior(history, cov, shape, firstWave, running));
    }
    LogMasses posterior =
        evidence.finished() > 0
            ? byFinished(prior, spread, evidence, cov, running, shape)
            : byRunning(prior, Math.log(firstWave), running, shape);
    return Optional.of(new TaskPosterior(posterior.distribution(), cov, shape, firstWave, running));
  }

  /** Pooled on the variance of the logarithm. */
  private static double cov(TaskSpread spread, TaskEvidence evidence) {
    double freedom = Math.max(0, evidence.finished() - 1);
    double logVariance =
        (COV_TASKS * TaskTimes.logVariance(bounded(spread.cov()))
                + freedom * TaskTimes.logVariance(bounded(evidence.finishedCov())))
            / (COV_TASKS + freedom);
    return Math.sqrt(Math.expm1(logVariance));
  }

  private static double bounded(double cov) {
    return Math.min(Math.max(cov, MIN_COV), TaskShape.MAX_COV);
  }

  private static LogMasses byFinished(
      Optional<RuntimeDistribution> prior,
      TaskSpread spread,
      TaskEvidence evidence,
      double cov,
      RunningTasks running,
      TaskShape shape) {
    double logFirstWave = Math.log(spread.firstWave());
    double center = LogGrid.log(evidence.meanFinishedMillis()) - logFirstWave;
    double deviation = Math.sqrt(TaskTimes.logVariance(cov / Math.sqrt(evidence.finished())));
    DoubleUnaryOperator logPrior =
        prior
            .map(history -> HistoryPrior.againstFinished(history, spread.priorTrust()))
            .<DoubleUnaryOperator>map(history -> history::logDensity)
            .orElse(logMean -> 0.0);
    double reach = LIKELIHOOD_REACH * deviation;
    // Running tasks draw upwards, up to where all of them are young.
    double allYoung = running.logOldest() - logFirstWave - shape.logRatio(-LIKELIHOOD_REACH);
    return LogMasses.of(
        logMean -> {
          double off = (logMean - center) / deviation;
          return logPrior.applyAsDouble(logMean)
              - off * off / 2.0
              + running.logLikelihood(shape, logMean + logFirstWave);
        },
        center - reach,
        Math.max(center + reach, allYoung));
  }

  private static LogMasses byRunning(
      Optional<RuntimeDistribution> prior,
      double logFirstWave,
      RunningTasks running,
      TaskShape shape) {
    double bound = running.logOldest() - logFirstWave;
    DoubleUnaryOperator logPrior;
    double low;
    double high;
    if (prior.isPresent()) {
      RuntimeDistribution history = prior.get();
      logPrior = HistoryPrior.againstRunning(history)::logDensity;
      low = LogGrid.log(history.quantile(HISTORY_TAIL)) - TAIL_REACH;
      high = Math.max(bound, LogGrid.log(history.quantile(1.0 - HISTORY_TAIL))) + TAIL_REACH;
    } else {
      logPrior = logMean -> -BOUND_INDEX * Math.max(0.0, logMean - bound);
      low = bound - shape.logRatio(LIKELIHOOD_REACH);
      high = bound + TAIL_REACH;
    }
    return LogMasses.of(
        logMean ->
            logPrior.applyAsDouble(logMean) + running.logLikelihood(shape, logMean + logFirstWave),
        low,
        high);
  }

  /** Posterior of the mean runtime of the stage's tasks. */
  public RuntimeDistribution meanTask() {
    return meanTask;
  }

  /** Predictive distribution of the runtime of one further task. */
  public RuntimeDistribution task() {
    return Scenarios.mixture(perScenario(scenarios::meanMillis), perScenario(scenario -> cov));
  }

  /** Mean of {@link #meanTask}. */
  public double expectedTaskMillis() {
    return meanTask.meanMillis();
  }

  /**
   * Expected work that is still to do: all of the tasks that have not started, and of the running
   * ones what is left to them at their age.
   *
   * @param pendingTasks how many tasks have not started, at least 0
   * @return task-milliseconds
   */
  public double remainingWorkMillis(int pendingTasks) {
    return Arrays.stream(remainingByScenario(pendingTasks)).sum() / scenarios.count();
  }

  /**
   * Distribution of the work that is still to do, in task-milliseconds; its mean is {@link
   * #remainingWorkMillis}. It spreads since the mean task runtime is not known, and since the tasks
   * that are left differ; a running one is off by no more than what it is expected to run yet.
   *
   * @param pendingTasks how many tasks have not started, at least 0
   */
  public RuntimeDistribution remainingWork(int pendingTasks) {
    double[] work = remainingByScenario(pendingTasks);
    return Scenarios.mixture(
        work, perScenario(i -> work[i] > 0.0 ? workDeviation(i, pendingTasks) / work[i] : 0.0));
  }

  private double workDeviation(int scenario, int pendingTasks) {
    double pending = cov * scenarios.meanMillis(scenario);
    double started = running > 0 ? Math.min(pending, runningRestMillis[scenario] / running) : 0.0;
    return Math.sqrt(pendingTasks * pending * pending + running * started * started);
  }

  private double[] remainingByScenario(int pendingTasks) {
    if (pendingTasks < 0) {
      throw new IllegalArgumentException(
          "The pendingTasks (" + pendingTasks + ") must be at least 0.");
    }
    return perScenario(i -> pendingTasks * scenarios.meanMillis(i) + runningRestMillis[i]);
  }

  private double[] perScenario(IntToDoubleFunction function) {
    double[] values = new double[scenarios.count()];
    Arrays.setAll(values, function);
    return values;
  }

  @Override
  public String toString() {
    return "TaskPosterior[meanTask=" + meanTask + ", cov=" + cov + ", running=" + running + "]";
  }
}
