package org.foresight.planner.policy;

import org.foresight.predictor.RuntimeDistribution;

/** The one runtime that is taken from a distribution (SLearn §4.3, §5.1.3). */
enum PointOfHistory {

  /**
   * 3Sigma's, for the mean time to completion: the runtime whose utility, the inverse of its
   * square, is the expected one. Short runtimes count the most.
   */
  INVERSE_SQUARE {
    @Override
    double of(RuntimeDistribution distribution) {
      double utility =
          distribution.expectation(millis -> 1 / (shortest(millis) * shortest(millis)));
      return 1 / Math.sqrt(utility);
    }
  },

  /** Of POINT-EST. */
  MEDIAN {
    @Override
    double of(RuntimeDistribution distribution) {
      return shortest(distribution.quantile(0.5));
    }
  };

  /** The point, in milliseconds; at least 1. */
  abstract double of(RuntimeDistribution distribution);

  /** A runtime of nothing would be worth infinitely much. */
  private static double shortest(double millis) {
    return Math.max(1.0, millis);
  }
}
