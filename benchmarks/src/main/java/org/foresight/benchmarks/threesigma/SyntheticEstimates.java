package org.foresight.benchmarks.threesigma;

import com.google.common.collect.ImmutableMap;
import com.google.common.hash.Hashing;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.foresight.planner.policy.RuntimeSource;
import org.foresight.predictor.EstimateBasis;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.PointDistribution;
import org.foresight.predictor.RuntimeDistribution;
import org.foresight.predictor.StreamingHistogram;
import org.foresight.traces.Draws;
import org.foresight.traces.WorkloadJob;

/**
 * The estimates of 3Sigma §6.3: of a job that runs for r, the normal distribution with the mean r ×
 * (1 + s) and the standard deviation r × CoV, cut off at 0, where s is drawn for each job from the
 * normal distribution around the shift with a standard deviation of 0.1; or r × (1 + s) alone.
 *
 * <p>The s of a job follows from the seed and its id: it is the same for every CoV and for points.
 *
 * @param shift mean of s, above −1
 * @param cov standard deviation of the estimate ÷ runtime, positive; empty for a point
 */
record SyntheticEstimates(double shift, OptionalDouble cov) {

  private static final double SHIFT_DEVIATION = 0.1;

  /** As many as a histogram of a predictor has bins. */
  private static final int SAMPLES = 80;

  SyntheticEstimates {
    if (!(shift > -1.0) || Double.isInfinite(shift)) {
      throw new IllegalArgumentException("The shift (" + shift + ") must be finite and above -1.");
    }
    if (cov.isPresent() && !(cov.getAsDouble() > 0.0 && cov.getAsDouble() <= 10.0)) {
      throw new IllegalArgumentException(
          "The cov (" + cov.getAsDouble() + ") must be above 0 and at most 10.");
    }
  }

  /** Of these jobs alone; of others nothing is known. */
  RuntimeSource of(List<WorkloadJob> jobs, long seed) {
    ImmutableMap<String, JobEstimate> estimates =
        jobs.stream()
            .collect(ImmutableMap.toImmutableMap(WorkloadJob::id, job -> estimate(job, seed)));
    return (jobId, features) -> Optional.ofNullable(estimates.get(jobId));
  }

  private JobEstimate estimate(WorkloadJob job, long seed) {
    double runtimeMillis = job.spanMillis();
    double centreMillis = runtimeMillis * (1.0 + drawShift(job.id(), seed));
    RuntimeDistribution span =
        cov.isPresent()
            ? normal(centreMillis, runtimeMillis * cov.getAsDouble())
            : new PointDistribution(centreMillis);
    return new JobEstimate(
        span,
        (double) job.workMillis() / job.width() / runtimeMillis,
        job.width(),
        new EstimateBasis("synthetic", describe(), "centre", SAMPLES, Double.NaN, centreMillis));
  }

  private double drawShift(String id, long seed) {
    SplittableRandom random =
        new SplittableRandom(
            Hashing.murmur3_128().newHasher().putLong(seed).putUnencodedChars(id).hash().asLong());
    double drawn;
    do {
      drawn = shift + SHIFT_DEVIATION * Draws.gaussian(random);
    } while (drawn <= -1.0); // No runtime is negative.
    return drawn;
  }

  /** The part of the normal distribution above 0, by values that are equally likely. */
  private static RuntimeDistribution normal(double meanMillis, double deviationMillis) {
    NormalDistribution normal = new NormalDistribution(meanMillis, deviationMillis);
    double negative = normal.cumulativeProbability(0.0);
    StreamingHistogram histogram = new StreamingHistogram();
    for (int i = 0; i < SAMPLES; i++) {
      double probability = negative + (1.0 - negative) * (i + 0.5) / SAMPLES;
      histogram.add(Math.max(0.0, normal.inverseCumulativeProbability(probability)));
    }
    return histogram.toDistribution();
  }

  /** Such as {@code shift -20 %, CoV 10 %} or {@code shift 0 %, point}. */
  String describe() {
    return String.format(
        Locale.ROOT,
        "shift %.0f %%, %s",
        100 * shift,
        cov.isPresent()
            ? String.format(Locale.ROOT, "CoV %.0f %%", 100 * cov.getAsDouble())
            : "point");
  }
}
