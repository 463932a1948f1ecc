package org.foresight.predictor.posterior;

import com.google.common.primitives.ImmutableLongArray;
import java.util.SplittableRandom;
import org.apache.commons.math3.special.Erf;
import org.foresight.predictor.RuntimeDistribution;
import org.foresight.predictor.TabulatedDistribution;

/** Lognormal runtimes for tests. */
final class Lognormal {

  private static final int STEPS = 800;
  private static final double REACH = 5.0;

  private Lognormal() {}

  /** The distribution with this median and standard deviation of the logarithm. */
  static RuntimeDistribution distribution(double medianMillis, double sigma) {
    double[] millis = new double[STEPS + 1];
    double[] cumulative = new double[STEPS + 1];
    for (int i = 0; i <= STEPS; i++) {
      double deviations = REACH * (2.0 * i / STEPS - 1.0);
      millis[i] = medianMillis * Math.exp(sigma * deviations);
      cumulative[i] = 0.5 * Erf.erfc(-deviations / Math.sqrt(2.0));
    }
    cumulative[0] = 0.0;
    cumulative[STEPS] = 1.0;
    return TabulatedDistribution.of(millis, cumulative);
  }

  /** A mean runtime by the same distribution. */
  static double draw(SplittableRandom random, double medianMillis, double sigma) {
    return medianMillis * Math.exp(sigma * random.nextGaussian());
  }

  /** Runtimes of tasks of this mean and coefficient of variation. */
  static ImmutableLongArray tasks(
      SplittableRandom random, int count, double meanMillis, double cov) {
    double sigma = Math.sqrt(Math.log1p(cov * cov));
    double median = meanMillis * Math.exp(-sigma * sigma / 2.0);
    ImmutableLongArray.Builder tasks = ImmutableLongArray.builder(count);
    for (int i = 0; i < count; i++) {
      tasks.add(Math.round(draw(random, median, sigma)));
    }
    return tasks.build();
  }
}
