package org.foresight.predictor.posterior;

import com.google.common.primitives.ImmutableLongArray;

/** Mean and spread of the runtimes of tasks. */
final class TaskTimes {

  private TaskTimes() {}

  /** The mean; 0 of nothing. */
  static double mean(ImmutableLongArray millis) {
    double sum = 0.0;
    for (int i = 0; i < millis.length(); i++) {
      sum += millis.get(i);
    }
    return millis.isEmpty() ? 0.0 : sum / millis.length();
  }

  /**
   * The coefficient of variation: the standard deviation of the sample, with n − 1 below, over the
   * mean; 0 of fewer than 2 values, or if all are 0.
   */
  static double cov(ImmutableLongArray millis) {
    double mean = mean(millis);
    if (millis.length() < 2 || mean == 0.0) {
      return 0.0;
    }
    double squares = 0.0;
    for (int i = 0; i < millis.length(); i++) {
      double deviation = millis.get(i) - mean;
      squares += deviation * deviation;
    }
    return Math.sqrt(squares / (millis.length() - 1)) / mean;
  }

  /** Variance of the logarithm of a lognormal variable with this coefficient of variation. */
  static double logVariance(double cov) {
    return Math.log1p(cov * cov);
  }
}
