package org.foresight.predictor;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

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

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeDouble(sum);
    out.writeLong(count);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    sum = in.readDouble();
    count = in.readLong();
  }
}
