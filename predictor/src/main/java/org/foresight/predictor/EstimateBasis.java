package org.foresight.predictor;

/**
 * Why an estimate is what it is: the history it comes from and how well that history did so far.
 *
 * @param feature which feature or pair of features, such as {@code user+name}
 * @param value the value of it that this job has
 * @param estimator the point estimator that won, such as {@code rolling}
 * @param samples how many finished jobs the history holds
 * @param nmae the expert's normalised mean absolute error over its past estimates, NaN while too
 *     few are scored
 * @param pointMillis the winning expert's point estimate
 */
public record EstimateBasis(
    String feature,
    String value,
    String estimator,
    long samples,
    double nmae,
    double pointMillis) {}
