package org.foresight.predictor.evaluation;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.foresight.predictor.EstimateBasis;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.PointDistribution;
import org.foresight.predictor.RuntimePredictor;

/**
 * The simple predictors that others are compared with: each answers with one number. They keep all
 * they see. Thread-safe.
 */
public final class PointBaseline implements RuntimePredictor {

  private static final int LAST_RUNS = 2;

  private final String name;
  private final int runs;
  private final List<Function<JobFeatures, Object>> keys;
  private final Object lock = new Object();

  /** By key, the last spans, the newest first. */
  @GuardedBy("lock")
  private final Map<Object, Runs> lastRuns = new HashMap<>();

  private record Runs(List<Long> lastMillis, long samples) {

    static final Runs NONE = new Runs(List.of(), 0);

    Runs with(long millis) {
      return new Runs(
          lastMillis.isEmpty() ? List.of(millis) : List.of(millis, lastMillis.get(0)), samples + 1);
    }

    double mean(int most) {
      return lastMillis.stream().limit(most).mapToLong(Long::longValue).average().orElseThrow();
    }
  }

  /** The same size and request of the same user. */
  private record UserSizeAndRequest(String user, OptionalLong slots, OptionalLong requested) {}

  private PointBaseline(String name, int runs, List<Function<JobFeatures, Object>> keys) {
    this.name = name;
    this.runs = runs;
    this.keys = keys;
  }

  /** The runtime that the user asked for. */
  public static PointBaseline userEstimate() {
    return new PointBaseline("user-estimate", 1, List.of());
  }

  /** The last run of the same user that has ended; before there is one, what the user asked for. */
  public static PointBaseline lastRunOfUser() {
    return new PointBaseline("last-run-of-user", 1, List.of(JobFeatures::user));
  }

  /** The last run of the user of the same size and request; before, that of the user. */
  public static PointBaseline lastRunOfSameSizeAndRequest() {
    return new PointBaseline(
        "last-run-same-size-and-request",
        1,
        List.of(
            job -> new UserSizeAndRequest(job.user(), job.slots(), job.requestedMillis()),
            JobFeatures::user));
  }

  /** The mean of the user's last two runs. */
  public static PointBaseline meanOfLastTwo() {
    return new PointBaseline("mean-of-last-two", LAST_RUNS, List.of(JobFeatures::user));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Optional<JobEstimate> predict(JobFeatures features) {
    synchronized (lock) {
      for (Function<JobFeatures, Object> key : keys) {
        Runs known = lastRuns.get(key.apply(features));
        if (known != null) {
          return Optional.of(estimate(known.mean(runs), known.samples()));
        }
      }
    }
    return features.requestedMillis().isPresent()
        ? Optional.of(estimate(features.requestedMillis().getAsLong(), 0))
        : Optional.empty();
  }

  private JobEstimate estimate(double millis, long samples) {
    return new JobEstimate(
        new PointDistribution(millis),
        1.0,
        1.0,
        new EstimateBasis("user", name, name, samples, Double.NaN, millis));
  }

  @Override
  public void learn(JobFeatures features, JobOutcome outcome, Optional<JobEstimate> given) {
    synchronized (lock) {
      for (Function<JobFeatures, Object> key : keys) {
        lastRuns.merge(
            key.apply(features),
            Runs.NONE.with(outcome.spanMillis()),
            (known, added) -> known.with(outcome.spanMillis()));
      }
    }
  }
}
