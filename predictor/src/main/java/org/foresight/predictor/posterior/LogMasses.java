package org.foresight.predictor.posterior;

import java.util.function.DoubleUnaryOperator;
import org.foresight.predictor.TabulatedDistribution;

/**
 * A distribution of the logarithm of a runtime: masses of cells that are even on the logarithm, and
 * as narrow as the distribution needs them. Immutable.
 */
final class LogMasses {

  private static final int CELLS = 256;

  /** Each time that only a small part of the cells holds anything, it is taken for the whole. */
  private static final int MAX_ZOOMS = 4;

  /** A tail of less than this is cut off. */
  private static final double TAIL = 1e-7;

  private final double low;
  private final double width;

  /** Probability up to each end of a cell, from exactly 0 to exactly 1. */
  private final double[] cumulative;

  private LogMasses(double low, double width, double[] cumulative) {
    this.low = low;
    this.width = width;
    this.cumulative = cumulative;
  }

  /**
   * A distribution by its density.
   *
   * @param logDensity logarithm of the density, up to a constant; finite
   * @param low below it there is next to nothing
   * @param high above it there is next to nothing
   */
  static LogMasses of(DoubleUnaryOperator logDensity, double low, double high) {
    LogMasses masses = even(logDensity, low, high);
    for (int zoom = 0; zoom < MAX_ZOOMS; zoom++) {
      int first = 0;
      while (masses.cumulative[first + 1] <= 0.0) {
        first++;
      }
      int last = CELLS - 1;
      while (masses.cumulative[last] >= 1.0) {
        last--;
      }
      // With a neighbour on each side: what is there was seen at the middle of the cell only.
      if (last - first + 3 > CELLS / 2) {
        break;
      }
      masses = even(logDensity, masses.edge(first - 1), masses.edge(last + 2));
    }
    return masses;
  }

  private static LogMasses even(DoubleUnaryOperator logDensity, double low, double high) {
    double width = (high - low) / CELLS;
    double[] masses = new double[CELLS];
    double highest = Double.NEGATIVE_INFINITY;
    for (int cell = 0; cell < CELLS; cell++) {
      masses[cell] = logDensity.applyAsDouble(low + (cell + 0.5) * width);
      highest = Math.max(highest, masses[cell]);
    }
    double sum = 0.0;
    for (int cell = 0; cell < CELLS; cell++) {
      masses[cell] = Math.exp(masses[cell] - highest);
      sum += masses[cell];
    }
    double[] cumulative = new double[CELLS + 1];
    double upTo = 0.0;
    for (int cell = 0; cell < CELLS; cell++) {
      upTo += masses[cell];
      cumulative[cell + 1] = cut(upTo / sum);
    }
    cumulative[CELLS] = 1.0;
    return new LogMasses(low, width, cumulative);
  }

  private static double cut(double probability) {
    return probability < TAIL ? 0.0 : probability > 1.0 - TAIL ? 1.0 : probability;
  }

  private double edge(int cell) {
    return low + cell * width;
  }

  TabulatedDistribution distribution() {
    double[] millis = new double[CELLS + 1];
    for (int cell = 0; cell <= CELLS; cell++) {
      millis[cell] = Math.exp(edge(cell));
    }
    return TabulatedDistribution.of(millis, cumulative);
  }
}
