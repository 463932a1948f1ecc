package org.foresight.predictor;

/** The mean of all runtimes. */
final class MeanEstimator implements PointEstimator {

  private double sum;
  private long count;

  @Override
  public String name() {
    return "mean";
  }

  @Override
  public void add(double millis) {
    sum += millis;
    count++;
  }

  @Override
  public double estimate() {
    return count == 0 ? Double.NaN : sum / count;
  }
}
