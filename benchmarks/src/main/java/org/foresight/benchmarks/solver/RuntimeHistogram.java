package org.foresight.benchmarks.solver;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * A distribution of runtimes as a predictor learns it: a histogram over the runtimes of earlier
 * runs. Times are in slots.
 */
final class RuntimeHistogram {
  private static final int MOST_BINS = 80;

  private final double least;
  private final double binWidth;

  /** The probability of a runtime up to the end of every bin. */
  private final double[] cumulative;

  private final double mean;

  private RuntimeHistogram(double[] sorted) {
    least = sorted[0];
    int bins = Math.min(MOST_BINS, sorted.length);
    binWidth = Math.max(1e-9, (sorted[sorted.length - 1] - least) / bins);
    cumulative = new double[bins];
    for (double runtime : sorted) {
      cumulative[Math.min(bins - 1, (int) ((runtime - least) / binWidth))]++;
    }
    double below = 0;
    for (int bin = 0; bin < bins; bin++) {
      below += cumulative[bin] / sorted.length;
      cumulative[bin] = below;
    }
    mean = Arrays.stream(sorted).average().orElseThrow();
  }

  /** Learns from 5 to 200 log-normal runtimes around a median. */
  static RuntimeHistogram learned(RandomGenerator random, double median) {
    double spread = random.nextDouble(0.1, 0.8);
    double[] runtimes = new double[random.nextInt(5, 201)];
    Arrays.setAll(runtimes, i -> median * Math.exp(spread * random.nextGaussian()));
    Arrays.sort(runtimes);
    return new RuntimeHistogram(runtimes);
  }

  double mean() {
    return mean;
  }

  /** The probability of a runtime no longer than {@code time}. */
  double cdf(double time) {
    double position = (time - least) / binWidth;
    if (!(position > 0)) {
      return 0;
    }
    int bin = (int) position;
    if (bin >= cumulative.length) {
      return 1;
    }
    double before = bin == 0 ? 0 : cumulative[bin - 1];
    return before + (position - bin) * (cumulative[bin] - before);
  }

  /** The probability that one who has run for {@code elapsed} runs for {@code time} more. */
  double survival(double elapsed, double time) {
    double alive = 1 - cdf(elapsed);
    return alive <= 0 ? 0 : (1 - cdf(elapsed + time)) / alive;
  }
}
