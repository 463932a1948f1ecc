package org.foresight.predictor;

import java.util.function.DoubleUnaryOperator;

/**
 * The distribution of a forecast, which it keeps, so that the forecast can be scored when the job
 * has ended. Immutable as the forecast is.
 */
final class ForecastDistribution implements RuntimeDistribution {

  private final Forecast forecast;
  private final RuntimeDistribution distribution;

  /**
   * @param forecast what it comes from
   * @param distribution the same, calibrated
   */
  ForecastDistribution(Forecast forecast, RuntimeDistribution distribution) {
    this.forecast = forecast;
    this.distribution = distribution;
  }

  Forecast forecast() {
    return forecast;
  }

  @Override
  public double cdf(double millis) {
    return distribution.cdf(millis);
  }

  @Override
  public double quantile(double probability) {
    return distribution.quantile(probability);
  }

  @Override
  public double minMillis() {
    return distribution.minMillis();
  }

  @Override
  public double maxMillis() {
    return distribution.maxMillis();
  }

  @Override
  public double meanMillis() {
    return distribution.meanMillis();
  }

  @Override
  public double expectation(DoubleUnaryOperator function) {
    return distribution.expectation(function);
  }

  @Override
  public RuntimeDistribution scaledBy(double factor) {
    return distribution.scaledBy(factor);
  }

  @Override
  public String toString() {
    return distribution.toString();
  }
}
