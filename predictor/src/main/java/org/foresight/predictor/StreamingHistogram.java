package org.foresight.predictor;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Streaming histogram with bins of varying width, in constant memory (Ben-Haim and Tom-Tov, "A
 * Streaming Parallel Decision Tree Algorithm", 2010; 3Sigma §4.1 uses at most 80 bins).
 *
 * <p>A bin is a position and a count. A new value is a bin of its own; when there are too many, the
 * two closest ones become one at their weighted mean. Count, minimum, maximum and mean are kept
 * exactly beside the bins.
 *
 * <p><b>Point masses.</b> The paper spreads one half of a bin's mass towards each neighbour. That
 * is right for samples of a continuous runtime, and wrong for a runtime that repeats exactly. So
 * this class remembers which bins never held two different values:
 *
 * <ul>
 *   <li>a bin of two or more equal values is a point mass and spreads nothing;
 *   <li>a single value, or a bin of different values, is spread as in the paper;
 *   <li>the half that the outermost bin would spread beyond the minimum or maximum is a point mass
 *       there if the bin lies on it, and else is spread between the bin and it.
 * </ul>
 *
 * Hence one sample, or any number of equal ones, is a point mass; two different samples have a
 * quarter of the mass at each end and one half evenly between; values that all repeat give exactly
 * their empirical distribution.
 *
 * <p><b>Accuracy.</b> Joining the closest bins keeps the bins' widths alike, not their masses, so a
 * long tail takes bins away from the bulk. In samples of a lognormal runtime (σ = 1.5) the
 * cumulative distribution was off by at most 0.01 after 100 values, 0.04 after 1,000 and 0.16 after
 * 20,000; of a uniform one, by less than 0.01 throughout.
 *
 * <p>{@link #add} takes time proportional to the number of bins. Not thread-safe.
 */
public final class StreamingHistogram {

  /** The number of bins in 3Sigma. */
  public static final int DEFAULT_MAX_BINS = 80;

  /** All of {@code long} fits; larger values could overflow the sum. */
  private static final double MAX_VALUE = 0x1p63;

  private static final int INITIAL_CAPACITY = 4;

  private final int maxBins;
  private double[] positions = new double[INITIAL_CAPACITY];
  private long[] counts = new long[INITIAL_CAPACITY];
  private boolean[] equalValues = new boolean[INITIAL_CAPACITY];
  private int size;

  private long count;
  private double sum;
  private double min = Double.POSITIVE_INFINITY;
  private double max = Double.NEGATIVE_INFINITY;

  /** An empty histogram of at most {@value #DEFAULT_MAX_BINS} bins. */
  public StreamingHistogram() {
    this(DEFAULT_MAX_BINS);
  }

  /**
   * An empty histogram of at most {@code maxBins} bins.
   *
   * @throws IllegalArgumentException if that is less than 2
   */
  public StreamingHistogram(int maxBins) {
    if (maxBins < 2) {
      throw new IllegalArgumentException(
          "The maxBins (" + maxBins + ") of a histogram must be at least 2.");
    }
    this.maxBins = maxBins;
  }

  /**
   * Adds one value.
   *
   * @throws IllegalArgumentException if it is not a number from 0 to 2^63
   */
  public void add(double value) {
    if (!(value >= 0.0 && value <= MAX_VALUE)) {
      throw new IllegalArgumentException(
          "The value (" + value + ") of a histogram must be a number from 0 to 2^63.");
    }
    // Adding zero turns a negative zero, which sorts differently, into zero.
    double sample = value + 0.0;
    insert(sample, 1, true);
    shrink();
    count++;
    sum += sample;
    min = Math.min(min, sample);
    max = Math.max(max, sample);
  }

  /**
   * Adds what the other histogram holds; the other one stays as it is. Count, minimum, maximum and
   * mean are as if its values had been added one by one, the bins nearly so.
   */
  public void merge(StreamingHistogram other) {
    for (int i = 0; i < other.size; i++) {
      insert(other.positions[i], other.counts[i], other.equalValues[i]);
    }
    shrink();
    count += other.count;
    sum += other.sum;
    min = Math.min(min, other.min);
    max = Math.max(max, other.max);
  }

  /** Number of values added so far. */
  public long count() {
    return count;
  }

  /** The smallest value, exactly; the histogram must not be empty. */
  public double min() {
    requireNotEmpty();
    return min;
  }

  /** The largest value, exactly; the histogram must not be empty. */
  public double max() {
    requireNotEmpty();
    return max;
  }

  /** The mean of all values, exact but for rounding; the histogram must not be empty. */
  public double mean() {
    requireNotEmpty();
    // The sum's rounding error must not carry the mean out of the range.
    return Math.min(Math.max(sum / count, min), max);
  }

  /** Number of bins now in use. */
  public int binCount() {
    return size;
  }

  /**
   * The distribution of the values so far, as an immutable snapshot.
   *
   * @throws IllegalStateException if the histogram is empty
   */
  public HistogramDistribution toDistribution() {
    requireNotEmpty();
    int leading = positions[0] > min ? 1 : 0;
    int trailing = positions[size - 1] < max ? 1 : 0;
    int knotCount = leading + size + trailing;
    double[] knots = new double[knotCount];
    double[] pointMass = new double[knotCount];
    double[] spreadMass = new double[knotCount];
    for (int i = 0; i < size; i++) {
      knots[leading + i] = positions[i];
      boolean isPointMass = equalValues[i] && counts[i] > 1;
      (isPointMass ? pointMass : spreadMass)[leading + i] = counts[i];
    }
    knots[0] = min;
    knots[knotCount - 1] = max;
    pointMass[0] += spreadMass[0] / 2.0;
    pointMass[knotCount - 1] += spreadMass[knotCount - 1] / 2.0;
    return HistogramDistribution.of(knots, pointMass, spreadMass, mean());
  }

  void save(DataOutput out) throws IOException {
    out.writeInt(maxBins);
    out.writeInt(size);
    for (int i = 0; i < size; i++) {
      out.writeDouble(positions[i]);
      out.writeLong(equalValues[i] ? counts[i] : -counts[i]);
    }
    out.writeDouble(sum);
    out.writeDouble(min);
    out.writeDouble(max);
  }

  static StreamingHistogram restore(DataInput in) throws IOException {
    StreamingHistogram histogram = new StreamingHistogram(in.readInt());
    int size = in.readInt();
    if (size < 0 || size > histogram.maxBins) {
      throw new IOException("The histogram has (" + size + ") bins of " + histogram.maxBins + ".");
    }
    for (int i = 0; i < size; i++) {
      double position = in.readDouble();
      long count = in.readLong();
      histogram.insert(position, Math.abs(count), count > 0);
      histogram.count += Math.abs(count);
    }
    histogram.sum = in.readDouble();
    histogram.min = in.readDouble();
    histogram.max = in.readDouble();
    return histogram;
  }

  private void requireNotEmpty() {
    if (count == 0) {
      throw new IllegalStateException("The histogram is empty: add a value first.");
    }
  }

  private void insert(double position, long addedCount, boolean ofEqualValues) {
    int found = Arrays.binarySearch(positions, 0, size, position);
    if (found >= 0) {
      counts[found] += addedCount;
      equalValues[found] &= ofEqualValues;
      return;
    }
    int index = -found - 1;
    ensureCapacity(size + 1);
    System.arraycopy(positions, index, positions, index + 1, size - index);
    System.arraycopy(counts, index, counts, index + 1, size - index);
    System.arraycopy(equalValues, index, equalValues, index + 1, size - index);
    positions[index] = position;
    counts[index] = addedCount;
    equalValues[index] = ofEqualValues;
    size++;
  }

  private void shrink() {
    while (size > maxBins) {
      joinWithNext(indexBeforeSmallestGap());
    }
  }

  private int indexBeforeSmallestGap() {
    int smallest = 0;
    for (int i = 1; i + 1 < size; i++) {
      if (positions[i + 1] - positions[i] < positions[smallest + 1] - positions[smallest]) {
        smallest = i;
      }
    }
    return smallest;
  }

  private void joinWithNext(int index) {
    long joined = counts[index] + counts[index + 1];
    double gap = positions[index + 1] - positions[index];
    double mean = positions[index] + gap * ((double) counts[index + 1] / joined);
    positions[index] = Math.min(mean, positions[index + 1]);
    counts[index] = joined;
    equalValues[index] = false;
    int following = size - index - 2;
    System.arraycopy(positions, index + 2, positions, index + 1, following);
    System.arraycopy(counts, index + 2, counts, index + 1, following);
    System.arraycopy(equalValues, index + 2, equalValues, index + 1, following);
    size--;
  }

  private void ensureCapacity(int capacity) {
    if (capacity > positions.length) {
      // One bin more than there may be is there until two are joined.
      int grown = Math.max(capacity, Math.min(2 * positions.length, maxBins + 1));
      positions = Arrays.copyOf(positions, grown);
      counts = Arrays.copyOf(counts, grown);
      equalValues = Arrays.copyOf(equalValues, grown);
    }
  }
}
