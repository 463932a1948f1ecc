package org.foresight.traces;

import com.google.common.collect.ImmutableList;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;

/**
 * Draws from the distributions that workloads are made of. {@link StrictMath} throughout, so that a
 * seed gives the same workload on every machine.
 */
public final class Draws {

  private static final double TOLERANCE = 1e-9;

  private Draws() {}

  /** Marks {@code chosen} of {@code size} places, every choice equally likely. */
  public static boolean[] choose(RandomGenerator random, int size, int chosen) {
    boolean[] marks = new boolean[size];
    int missing = chosen;
    for (int i = 0; i < size; i++) {
      if (random.nextInt(size - i) < missing) {
        marks[i] = true;
        missing--;
      }
    }
    return marks;
  }

  /** Fails unless the values sum to 1, up to rounding. */
  public static <T> void requireProbabilities(
      String what, ImmutableList<T> items, ToDoubleFunction<T> probability) {
    double sum = items.stream().mapToDouble(probability).sum();
    if (!(Math.abs(sum - 1.0) < TOLERANCE)) {
      throw new IllegalArgumentException(
          "The probabilities of the " + what + " must sum to 1, not " + sum + ".");
    }
  }

  /** One of the items, by probabilities that sum to 1. */
  public static <T> T pick(
      RandomGenerator random, ImmutableList<T> items, ToDoubleFunction<T> probability) {
    double rest = random.nextDouble();
    for (T item : items) {
      rest -= probability.applyAsDouble(item);
      if (rest < 0.0) {
        return item;
      }
    }
    // Only where rounding leaves the sum of the probabilities a little below 1.
    return items.get(items.size() - 1);
  }

  /** From the standard normal distribution (Box and Muller, 1958). */
  public static double gaussian(RandomGenerator random) {
    double radius = StrictMath.sqrt(2.0 * exponential(random));
    return radius * StrictMath.cos(2.0 * StrictMath.PI * random.nextDouble());
  }

  /**
   * From the normal distribution of mean 0 and this standard deviation, drawn again while it is
   * further than {@code largest} from 0.
   */
  public static double boundedGaussian(
      RandomGenerator random, double standardDeviation, double largest) {
    double deviation;
    do {
      deviation = standardDeviation * gaussian(random);
    } while (Math.abs(deviation) > largest);
    return deviation;
  }

  /** From the log-normal distribution with this median and coefficient of variation. */
  public static double logNormal(RandomGenerator random, double median, double cov) {
    double sigma = StrictMath.sqrt(StrictMath.log(1.0 + cov * cov));
    return median * StrictMath.exp(sigma * gaussian(random));
  }

  /** From the exponential distribution of mean 1. */
  public static double exponential(RandomGenerator random) {
    return -StrictMath.log(1.0 - random.nextDouble());
  }

  /**
   * From the two-phase hyper-exponential distribution of mean 1 with balanced means: each phase
   * contributes half of the mean.
   *
   * @param squaredCov squared coefficient of variation, at least 1 (where it is the exponential)
   */
  public static double hyperExponential(RandomGenerator random, double squaredCov) {
    double p = 0.5 * (1.0 + StrictMath.sqrt((squaredCov - 1.0) / (squaredCov + 1.0)));
    double phase = random.nextDouble() < p ? p : 1.0 - p;
    return exponential(random) / (2.0 * phase);
  }
}
