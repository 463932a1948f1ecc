package org.foresight.predictor;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Rolling estimate with exponentially decaying weights.
 *
 * <p>The paper gives α = 0.6 and doesn't say what it weighs. Here it weighs the newest runtime, the
 * usual reading: estimate = α·newest + (1 − α)·estimate, starting at the first runtime.
 */
final class RollingEstimator implements PointEstimator {

  private final double alpha;
  private double estimate = Double.NaN;

  RollingEstimator(double alpha) {
    if (!(alpha > 0.0 && alpha <= 1.0)) {
      throw new IllegalArgumentException(
          "The alpha (" + alpha + ") of a rolling estimate must be in (0, 1].");
    }
    this.alpha = alpha;
  }

  @Override
  public String name() {
    return "rolling";
  }

  @Override
  public void add(double millis) {
    estimate = Double.isNaN(estimate) ? millis : alpha * millis + (1.0 - alpha) * estimate;
  }

  @Override
  public double estimate() {
    return estimate;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeDouble(estimate);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    estimate = in.readDouble();
  }
}
