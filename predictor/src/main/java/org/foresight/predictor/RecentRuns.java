package org.foresight.predictor;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The last runs of the jobs with one feature value, in constant memory: for each the logarithm of
 * its runtime, and of the runtime that was asked for. Not thread-safe.
 */
final class RecentRuns {

  /** How many runs are kept. */
  static final int CAPACITY = 32;

  private static final int INITIAL_CAPACITY = 2;

  /** Rings that grow up to the capacity: most values are seen once. */
  private float[] logRuntimes = new float[INITIAL_CAPACITY];

  /** NaN where nothing was asked for. */
  private float[] logRequests = new float[INITIAL_CAPACITY];

  private long samples;
  private double absoluteErrorSum;
  private double actualSum;
  private long scored;

  void add(double logRuntime, double logRequest) {
    if (samples == logRuntimes.length && samples < CAPACITY) {
      int grown = Math.min(CAPACITY, 2 * logRuntimes.length);
      logRuntimes = Arrays.copyOf(logRuntimes, grown);
      logRequests = Arrays.copyOf(logRequests, grown);
    }
    int index = (int) (samples % logRuntimes.length);
    logRuntimes[index] = (float) logRuntime;
    logRequests[index] = (float) logRequest;
    samples++;
  }

  /** Scores a past estimate that came from these runs above all. */
  void score(double estimateMillis, double actualMillis) {
    absoluteErrorSum += Math.abs(estimateMillis - actualMillis);
    actualSum += actualMillis;
    scored++;
  }

  /** Σ|estimate − actual| / Σ actual; NaN while too few are scored. */
  double nmae() {
    return scored < Expert.MIN_SCORED || actualSum == 0.0
        ? Double.NaN
        : absoluteErrorSum / actualSum;
  }

  /** How many runs there were. */
  long samples() {
    return samples;
  }

  /** How many of them are kept. */
  int kept() {
    return (int) Math.min(samples, logRuntimes.length);
  }

  /** Logarithm of a runtime; 0 is the last one. */
  float logRuntime(int age) {
    return logRuntimes[index(age)];
  }

  /** Logarithm of the runtime that was asked for, NaN if none was; 0 is the last run. */
  float logRequest(int age) {
    return logRequests[index(age)];
  }

  private int index(int age) {
    return (int) ((samples - 1 - age) % logRuntimes.length);
  }

  void save(DataOutput out) throws IOException {
    out.writeLong(samples);
    for (int age = kept() - 1; age >= 0; age--) {
      out.writeFloat(logRuntime(age));
      out.writeFloat(logRequest(age));
    }
    out.writeDouble(absoluteErrorSum);
    out.writeDouble(actualSum);
    out.writeLong(scored);
  }

  static RecentRuns restore(DataInput in) throws IOException {
    long samples = in.readLong();
    if (samples < 1) {
      throw new IOException("There are (" + samples + ") runs of a value.");
    }
    RecentRuns runs = new RecentRuns();
    int kept = (int) Math.min(samples, CAPACITY);
    // The ring's place follows from the number of samples.
    runs.samples = samples - kept;
    if (kept == CAPACITY) {
      runs.logRuntimes = new float[CAPACITY];
      runs.logRequests = new float[CAPACITY];
    }
    for (int i = 0; i < kept; i++) {
      runs.add(in.readFloat(), in.readFloat());
    }
    runs.absoluteErrorSum = in.readDouble();
    runs.actualSum = in.readDouble();
    runs.scored = in.readLong();
    return runs;
  }
}
