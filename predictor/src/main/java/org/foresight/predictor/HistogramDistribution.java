package org.foresight.predictor;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * The distribution that a {@link StreamingHistogram} describes, as a snapshot.
 *
 * <p>It is a mixture of two kinds of mass. Between neighbouring knots the density is linear, so
 * that the cumulative distribution function is the trapezoid interpolation of procedure {@code sum}
 * of Ben-Haim and Tom-Tov, "A Streaming Parallel Decision Tree Algorithm" (2010), and {@link
 * #quantile} the solution of the quadratic equation of their procedure {@code uniform}. At a knot
 * there may be a point mass, at which the function jumps; {@link StreamingHistogram} says where.
 *
 * <p>{@link #meanMillis()} is the exact mean of the samples. The mean under the interpolated
 * density, {@code expectation(t -> t)}, differs from it by what the interpolation loses.
 *
 * <p>Immutable.
 */
public final class HistogramDistribution implements RuntimeDistribution {

  /**
   * Number of cells that {@link #expectation} splits the density into, shared among the segments by
   * their mass. It bounds the error for a function that jumps once, such as the utility of an SLO
   * job, by the mass of one cell: at most 2/256, and 1/256 where the density is level.
   */
  private static final int EXPECTATION_CELLS = 256;

  private final double[] knots;

  /** Probability below a knot, without its point mass. */
  private final double[] below;

  /** Probability up to a knot, with its point mass. */
  private final double[] upTo;

  /** Density at a knot, in units of probability per width of the adjacent segment. */
  private final double[] density;

  private final double meanMillis;

  private HistogramDistribution(
      double[] knots, double[] below, double[] upTo, double[] density, double meanMillis) {
    this.knots = knots;
    this.below = below;
    this.upTo = upTo;
    this.density = density;
    this.meanMillis = meanMillis;
  }

  /**
   * A distribution from its knots. Each knot carries a point mass and the mass of a bin that is
   * spread; of the latter, one half lies between the knot and its left neighbour and one half
   * between it and its right neighbour. At the outermost knots one half would fall outside, so
   * their spread mass must be 0 or the caller has turned that half into a point mass.
   *
   * @param knots strictly increasing positions, in milliseconds
   * @param pointMass mass at exactly each knot
   * @param spreadMass mass of each knot that is spread
   * @param meanMillis the mean of the samples
   */
  static HistogramDistribution of(
      double[] knots, double[] pointMass, double[] spreadMass, double meanMillis) {
    int size = knots.length;
    double[] below = new double[size];
    double[] upTo = new double[size];
    double mass = 0.0;
    for (int i = 0; i < size; i++) {
      if (i > 0) {
        mass += (spreadMass[i - 1] + spreadMass[i]) / 2.0;
      }
      below[i] = mass;
      mass += pointMass[i];
      upTo[i] = mass;
    }
    double[] density = new double[size];
    for (int i = 0; i < size; i++) {
      below[i] /= mass;
      upTo[i] /= mass;
      density[i] = spreadMass[i] / mass;
    }
    return new HistogramDistribution(knots.clone(), below, upTo, density, meanMillis);
  }

  @Override
  public double cdf(double millis) {
    if (millis < minMillis()) {
      return 0.0;
    }
    if (millis >= maxMillis()) {
      return 1.0;
    }
    int left = lastKnotUpTo(millis);
    double width = knots[left + 1] - knots[left];
    double part = (millis - knots[left]) / width;
    double leftDensity = density[left];
    double rightDensity = density[left + 1];
    // Integrated from the side of the lower density: every step is then monotone in floating-point
    // arithmetic too, and so is the result.
    double probability;
    if (rightDensity >= leftDensity) {
      probability = upTo[left] + part * (leftDensity + (rightDensity - leftDensity) * (part / 2.0));
    } else {
      double rest = 1.0 - part;
      probability =
          below[left + 1] - rest * (rightDensity + (leftDensity - rightDensity) * (rest / 2.0));
    }
    return Math.min(Math.max(probability, upTo[left]), below[left + 1]);
  }

  @Override
  public double quantile(double probability) {
    Arguments.requireProbability(probability);
    int right = Arguments.firstAtLeast(upTo, 0, probability);
    if (right == 0 || probability > below[right]) {
      return knots[right];
    }
    int left = right - 1;
    double mass = probability - upTo[left];
    double leftDensity = density[left];
    double slope = density[right] - leftDensity;
    // The root of slope/2·part² + leftDensity·part = mass, in the form that doesn't cancel.
    double discriminant = Math.max(0.0, leftDensity * leftDensity + 2.0 * slope * mass);
    double part = 2.0 * mass / (leftDensity + Math.sqrt(discriminant));
    double millis = knots[left] + Math.min(part, 1.0) * (knots[right] - knots[left]);
    return Math.min(millis, knots[right]);
  }

  @Override
  public double minMillis() {
    return knots[0];
  }

  @Override
  public double maxMillis() {
    return knots[knots.length - 1];
  }

  @Override
  public double meanMillis() {
    return meanMillis;
  }

  /**
   * {@inheritDoc}
   *
   * <p>Exact for point masses and for linear functions; else the density is split into cells of at
   * most 2/256 probability, each of which counts with the function's value at its centroid.
   */
  @Override
  public double expectation(DoubleUnaryOperator function) {
    double sum = 0.0;
    for (int i = 0; i < knots.length; i++) {
      double pointMass = upTo[i] - below[i];
      if (pointMass > 0.0) {
        sum += pointMass * function.applyAsDouble(knots[i]);
      }
      if (i + 1 < knots.length && density[i] + density[i + 1] > 0.0) {
        sum += segmentExpectation(i, function);
      }
    }
    return sum;
  }

  private double segmentExpectation(int left, DoubleUnaryOperator function) {
    double mass = (density[left] + density[left + 1]) / 2.0;
    int cells = (int) Math.ceil(mass * EXPECTATION_CELLS);
    double cellWidth = (knots[left + 1] - knots[left]) / cells;
    double sum = 0.0;
    for (int cell = 0; cell < cells; cell++) {
      double from = densityWithin(left, (double) cell / cells);
      double to = densityWithin(left, (cell + 1.0) / cells);
      double centroid = (from + 2.0 * to) / (3.0 * (from + to));
      double millis = knots[left] + cellWidth * (cell + centroid);
      sum += (from + to) / (2.0 * cells) * function.applyAsDouble(millis);
    }
    return sum;
  }

  /** Written as a weighted mean, which never is negative, not even by a rounding error. */
  private double densityWithin(int left, double part) {
    return density[left] * (1.0 - part) + density[left + 1] * part;
  }

  @Override
  public HistogramDistribution scaledBy(double factor) {
    Arguments.requireFactor(factor, maxMillis());
    double[] scaled = Arrays.stream(knots).map(knot -> knot * factor).toArray();
    return new HistogramDistribution(scaled, below, upTo, density, meanMillis * factor);
  }

  /** Index of the last knot at or below {@code millis}, which lies in [min, max). */
  private int lastKnotUpTo(double millis) {
    int low = 0;
    int high = knots.length - 1;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (knots[middle] <= millis) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  public String toString() {
    return "HistogramDistribution[min="
        + minMillis()
        + ", p50="
        + quantile(0.5)
        + ", p90="
        + quantile(0.9)
        + ", max="
        + maxMillis()
        + "]";
  }
}
