package org.foresight.throughput;

import org.HdrHistogram.Histogram;

/**
 * How long calls took.
 *
 * @param calls how many there were
 */
record Latency(long calls, double p50Micros, double p99Micros, double maxMicros) {

  private static final double NANOS_PER_MICRO = 1e3;

  static Latency of(Histogram nanos) {
    return new Latency(
        nanos.getTotalCount(),
        nanos.getValueAtPercentile(50) / NANOS_PER_MICRO,
        nanos.getValueAtPercentile(99) / NANOS_PER_MICRO,
        nanos.getMaxValue() / NANOS_PER_MICRO);
  }
}
