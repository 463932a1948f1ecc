package org.foresight.predictor;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A mean that forgets: of the first values all count alike, then each new one counts for a fixed
 * share. Not thread-safe.
 */
public final class RecentMean {

  /** About the last twenty values count. */
  private static final double NEWEST_SHARE = 0.1;

  private double mean;
  private double share = 1.0;

  /** A mean of nothing yet. */
  public RecentMean() {}

  /** Adds a value. */
  public void add(double value) {
    mean += share * (value - mean);
    share = Math.max(NEWEST_SHARE, share / (1.0 + share));
  }

  /** The mean; 0 before the first value. */
  public double mean() {
    return mean;
  }

  /**
   * How many values the mean speaks for: as many as it has seen, and no more than nine, since it
   * forgets.
   */
  public double count() {
    return 1.0 / share - 1.0;
  }

  /** Writes all of it. */
  public void save(DataOutput out) throws IOException {
    out.writeDouble(mean);
    out.writeDouble(share);
  }

  /** What {@link #save} wrote. */
  public static RecentMean restore(DataInput in) throws IOException {
    RecentMean mean = new RecentMean();
    mean.mean = in.readDouble();
    mean.share = in.readDouble();
    return mean;
  }
}
