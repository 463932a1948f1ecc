package org.foresight.predictor;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Makes distributions say what comes true. Where past runtimes fell in the distributions that were
 * given for them is kept as a histogram of probabilities that forgets; were the distributions
 * right, it would be level. A new distribution's probabilities are mapped by its cumulative
 * function. There is one for each class of experience, since what is known of few runs is off in
 * another way. (The recalibration of Kuleshov et al., "Accurate Uncertainties for Deep Learning
 * Using Calibrated Regression", 2018, online.) Not thread-safe.
 */
final class Calibration {

  private static final int BINS = 40;
  private static final double KEEP = 0.998;

  /** So many imagined jobs for whom the distribution was right. */
  private static final double PRIOR_JOBS = 20.0;

  /** The least number of samples of each class but the first, which has none. */
  private static final long[] EXPERIENCE = {1, 5, 25};

  private final double[][] counts = new double[EXPERIENCE.length + 1][BINS];

  /** Maps nothing yet. */
  Calibration() {
    for (double[] bins : counts) {
      Arrays.fill(bins, PRIOR_JOBS / BINS);
    }
  }

  private double[] bins(long samples) {
    int experience = 0;
    while (experience < EXPERIENCE.length && EXPERIENCE[experience] <= samples) {
      experience++;
    }
    return counts[experience];
  }

  /**
   * Takes where a runtime fell.
   *
   * @param samples the experience that the distribution had
   * @param probability its probability of a runtime no longer
   */
  void learn(long samples, double probability) {
    double[] bins = bins(samples);
    for (int i = 0; i < BINS; i++) {
      bins[i] = bins[i] * KEEP + (1.0 - KEEP) * PRIOR_JOBS / BINS;
    }
    bins[Math.min(BINS - 1, (int) (probability * BINS))] += 1.0;
  }

  /** Maps the probabilities of a cumulative function in place. */
  void apply(long samples, double[] cumulative) {
    double[] below = LogGrid.cumulative(bins(samples));
    for (int i = 0; i < cumulative.length; i++) {
      double position = cumulative[i] * BINS;
      int left = Math.min(BINS - 1, (int) position);
      cumulative[i] = below[left] + (position - left) * (below[left + 1] - below[left]);
    }
    cumulative[cumulative.length - 1] = 1.0;
  }

  void save(DataOutput out) throws IOException {
    for (double[] bins : counts) {
      for (double count : bins) {
        out.writeDouble(count);
      }
    }
  }

  static Calibration restore(DataInput in) throws IOException {
    Calibration calibration = new Calibration();
    for (double[] bins : calibration.counts) {
      for (int i = 0; i < BINS; i++) {
        bins[i] = in.readDouble();
      }
    }
    return calibration;
  }
}
