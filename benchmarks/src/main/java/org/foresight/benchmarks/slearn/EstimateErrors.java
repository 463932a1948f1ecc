package org.foresight.benchmarks.slearn;

import com.google.common.math.Quantiles;
import com.google.common.primitives.ImmutableLongArray;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.foresight.planner.policy.PriorityQueues;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.RuntimeDistribution;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.predictor.posterior.SpreadLearner;
import org.foresight.predictor.posterior.TaskEvidence;
import org.foresight.predictor.posterior.TaskPosterior;
import org.foresight.simulator.SubmittedFeatures;
import org.foresight.traces.JobStream;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadSource;

/**
 * How far estimates of the mean task runtime of wide jobs are off (SLearn §4.3, fig. 2): by 3 % of
 * the tasks, by 3Sigma's history, and by the posterior of both; and whether the job would be in the
 * right queue by them (table 7). Every job is learned from before the next one is estimated.
 */
final class EstimateErrors {

  private static final int WIDE = 3;
  private static final double SAMPLING_RATIO = 0.03;
  private static final double PERCENT = 100.0;

  private final List<Kind> kinds =
      List.of(
          new Kind(Figure.SAMPLING_P50, Figure.SAMPLING_P90, Figure.SAMPLING_QUEUE),
          new Kind(Figure.HISTORY_P50, Figure.HISTORY_P90, Figure.HISTORY_QUEUE),
          new Kind(Figure.POSTERIOR_P50, Figure.POSTERIOR_P90, Figure.POSTERIOR_QUEUE));

  private EstimateErrors() {}

  /** The errors of one kind of estimate. */
  private static final class Kind {
    private final Figure median;
    private final Figure ninetieth;
    private final Figure queue;
    private final List<Double> percents = new ArrayList<>();
    private int right;

    Kind(Figure median, Figure ninetieth, Figure queue) {
      this.median = median;
      this.ninetieth = ninetieth;
      this.queue = queue;
    }

    void add(double estimateMillis, double actualMillis, int width) {
      percents.add(PERCENT * Math.abs(estimateMillis - actualMillis) / actualMillis);
      PriorityQueues queues = PriorityQueues.DEFAULT;
      if (queues.queueOf(Math.round(estimateMillis * width))
          == queues.queueOf(Math.round(actualMillis * width))) {
        right++;
      }
    }

    void addTo(Map<Figure, Double> figures) {
      if (!percents.isEmpty()) {
        figures.put(median, Quantiles.percentiles().index(50).compute(percents));
        figures.put(ninetieth, Quantiles.percentiles().index(90).compute(percents));
        figures.put(queue, PERCENT * right / percents.size());
      }
    }
  }

  /**
   * The errors of a workload of jobs of one stage.
   *
   * @param predictor has learned the history, and learns the jobs
   */
  static EstimateErrors of(WorkloadSource source, RuntimePredictor predictor) throws IOException {
    EstimateErrors errors = new EstimateErrors();
    SpreadLearner spreads = new SpreadLearner();
    try (JobStream jobs = source.jobs()) {
      while (jobs.hasNext()) {
        errors.add(jobs.next(), predictor, spreads);
      }
    }
    return errors;
  }

  private void add(WorkloadJob job, RuntimePredictor predictor, SpreadLearner spreads) {
    JobFeatures features = SubmittedFeatures.of(job);
    ImmutableLongArray tasks = ImmutableLongArray.copyOf(job.taskMillis());
    Optional<JobEstimate> estimate = predictor.predict(features);
    Optional<RuntimeDistribution> history = estimate.map(JobEstimate::taskRuntime);
    if (tasks.length() >= WIDE) {
      double actual = (double) job.workMillis() / tasks.length();
      ImmutableLongArray pilots =
          tasks.subArray(0, Math.max(1, (int) (SAMPLING_RATIO * tasks.length())));
      TaskEvidence evidence = TaskEvidence.of(pilots, ImmutableLongArray.of());
      kinds.get(0).add(evidence.meanFinishedMillis(), actual, tasks.length());
      history.ifPresent(
          known -> kinds.get(1).add(expectedInverseSquare(known), actual, tasks.length()));
      TaskPosterior.of(history, spreads.spread(features, ""), evidence)
          .ifPresent(known -> kinds.get(2).add(known.expectedTaskMillis(), actual, tasks.length()));
    }
    spreads.learn(features, "", tasks, 0, history);
    predictor.learn(
        features, new JobOutcome(job.spanMillis(), job.width(), job.workMillis()), estimate);
  }

  /** 3Sigma's point where the utility is 1 ÷ runtime². */
  private static double expectedInverseSquare(RuntimeDistribution history) {
    return 1.0
        / Math.sqrt(
            history.expectation(millis -> 1.0 / (Math.max(1.0, millis) * Math.max(1.0, millis))));
  }

  /** All that there are. */
  Map<Figure, Double> figures() {
    Map<Figure, Double> figures = new EnumMap<>(Figure.class);
    kinds.forEach(kind -> kind.addTo(figures));
    return figures;
  }
}
