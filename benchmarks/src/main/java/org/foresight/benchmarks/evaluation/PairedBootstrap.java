package org.foresight.benchmarks.evaluation;

import com.google.common.primitives.ImmutableDoubleArray;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.foresight.traces.statistics.Interval;

/**
 * The ratio of the sums of two figures that are measured seed by seed, with the 95 % interval of
 * the percentile bootstrap: the seeds are drawn again, both figures of a seed together, since what
 * makes one workload harder makes it so for both (Efron and Tibshirani, "An Introduction to the
 * Bootstrap", 1993, §13).
 */
public final class PairedBootstrap {

  private static final int RESAMPLES = 10_000;
  private static final double TAIL = 0.025;
  private static final long SEED = 1;

  private PairedBootstrap() {}

  /**
   * The ratio. Nothing over nothing is 1, neither is larger; anything over nothing is infinite.
   *
   * @param numerators one for each seed, none negative
   * @param denominators as many
   */
  public static Interval ratio(ImmutableDoubleArray numerators, ImmutableDoubleArray denominators) {
    int size = numerators.length();
    if (size == 0 || size != denominators.length()) {
      throw new IllegalArgumentException(
          "The numerators ("
              + size
              + ") and denominators ("
              + denominators.length()
              + ") must be equally many and at least one.");
    }
    SplittableRandom random = new SplittableRandom(SEED);
    double[] ratios = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      double above = 0.0;
      double below = 0.0;
      for (int j = 0; j < size; j++) {
        int drawn = random.nextInt(size);
        above += numerators.get(drawn);
        below += denominators.get(drawn);
      }
      ratios[i] = quotient(above, below);
    }
    Arrays.sort(ratios);
    return new Interval(
        quotient(numerators.stream().sum(), denominators.stream().sum()),
        ratios[(int) Math.floor(TAIL * (RESAMPLES - 1))],
        ratios[(int) Math.ceil((1.0 - TAIL) * (RESAMPLES - 1))]);
  }

  private static double quotient(double above, double below) {
    return above == 0.0 && below == 0.0 ? 1.0 : above / below;
  }
}
