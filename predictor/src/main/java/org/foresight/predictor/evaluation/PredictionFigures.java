package org.foresight.predictor.evaluation;

import java.util.OptionalDouble;

/**
 * How well the answers did; all shares are of the jobs that were answered, and empty if there are
 * none.
 *
 * @param jobs how many were answered
 * @param unknown how many were not
 * @param medianRelativeError median of |estimate − actual| / actual
 * @param p90RelativeError its 90th percentile
 * @param offByTwo how many estimates were off by a factor of 2 or more
 * @param covered50 how many jobs fell into the central 50 % interval; empty of predictors that give
 *     a point alone
 * @param covered80 the same of 80 %
 * @param covered95 the same of 95 %
 * @param nmae Σ|estimate − actual| / Σ actual
 */
public record PredictionFigures(
    long jobs,
    long unknown,
    OptionalDouble medianRelativeError,
    OptionalDouble p90RelativeError,
    long offByTwo,
    OptionalDouble covered50,
    OptionalDouble covered80,
    OptionalDouble covered95,
    OptionalDouble nmae) {

  /** Share of the estimates that were off by a factor of 2 or more. */
  public OptionalDouble shareOffByTwo() {
    return jobs == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) offByTwo / jobs);
  }
}
