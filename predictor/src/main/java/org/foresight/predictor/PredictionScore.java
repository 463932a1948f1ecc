package org.foresight.predictor;

/**
 * How well the answers that a predictor gave at submission did, over the jobs that ended since.
 *
 * @param jobs how many answers are scored
 * @param unknown how many jobs were unknown when they were submitted
 * @param medianRelativeError median of |estimate − actual| / actual
 * @param shareOffByTwo share whose estimate was off by a factor of 2 or more
 * @param coverage50 share that fell into the central 50 % interval
 * @param coverage80 the same of 80 %
 * @param coverage95 the same of 95 %
 * @param nmae Σ|estimate − actual| / Σ actual
 */
public record PredictionScore(
    long jobs,
    long unknown,
    double medianRelativeError,
    double shareOffByTwo,
    double coverage50,
    double coverage80,
    double coverage95,
    double nmae) {}
