package org.foresight.predictor.posterior;

import java.util.Arrays;
import org.foresight.predictor.LogGrid;
import org.foresight.predictor.PointDistribution;
import org.foresight.predictor.RuntimeDistribution;
import org.foresight.predictor.TabulatedDistribution;

/**
 * A distribution of the mean task runtime as some equally probable values, the mean of which is the
 * distribution's: what follows from the mean task runtime is worked out for each. Immutable.
 */
final class Scenarios {

  private static final int COUNT = 48;

  /** Of the table of a mixture. */
  private static final int CELLS = 128;

  /** So many standard deviations hold all but 10⁻⁶ of a {@link TaskShape}, its tail included. */
  private static final double REACH = 5.2;

  private final double[] meanMillis;

  private Scenarios(double[] meanMillis) {
    this.meanMillis = meanMillis;
  }

  /** Less than a millisecond counts as one. */
  static Scenarios of(RuntimeDistribution meanTask) {
    double[] meanMillis = new double[COUNT];
    for (int i = 0; i < COUNT; i++) {
      meanMillis[i] = Math.max(1.0, meanTask.quantile((i + 0.5) / COUNT));
    }
    double factor = Math.max(1.0, meanTask.meanMillis()) * COUNT / Arrays.stream(meanMillis).sum();
    return new Scenarios(Arrays.stream(meanMillis).map(millis -> millis * factor).toArray());
  }

  int count() {
    return COUNT;
  }

  double meanMillis(int scenario) {
    return meanMillis[scenario];
  }

  /**
   * The mixture of one distribution for each scenario, each of its mean and coefficient of
   * variation. Its mean is exactly the mean of the means.
   *
   * @param means none negative; all zero for what is certainly nothing
   */
  static RuntimeDistribution mixture(double[] means, double[] covs) {
    double mean = Arrays.stream(means).sum() / means.length;
    if (mean == 0.0) {
      return new PointDistribution(0.0);
    }
    TaskShape[] shapes = new TaskShape[means.length];
    double[] logMeans = new double[means.length];
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < means.length; i++) {
      shapes[i] = new TaskShape(covs[i]);
      logMeans[i] = LogGrid.log(means[i]);
      low = Math.min(low, logMeans[i] + shapes[i].logRatio(-REACH));
      high = Math.max(high, logMeans[i] + shapes[i].logRatio(REACH));
    }
    double[] millis = new double[CELLS + 1];
    double[] cumulative = new double[CELLS + 1];
    for (int edge = 0; edge <= CELLS; edge++) {
      double log = low + (high - low) * edge / CELLS;
      millis[edge] = Math.exp(log);
      double sum = 0.0;
      for (int i = 0; i < means.length; i++) {
        sum += shapes[i].cdf(log - logMeans[i]);
      }
      cumulative[edge] = Math.min(1.0, sum / means.length);
    }
    cumulative[0] = 0.0;
    cumulative[CELLS] = 1.0;
    TabulatedDistribution table = TabulatedDistribution.of(millis, cumulative);
    return table.scaledBy(mean / table.meanMillis());
  }
}
