package org.foresight.planner.outlook;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * How much longer jobs have waited than their plan said: the last waits, as ratios of what had been
 * planned. A plan is one moment; what it is worth, only its past tells. Not thread-safe.
 */
final class StartRecord {

  /** With fewer than these nothing is said. */
  static final int FLOOR = 20;

  /** What lies further back is forgotten: a cluster changes. */
  static final int MOST = 500;

  /** Keeps the ratio finite, and apart what is apart by a second or more. */
  private static final double UNIT_MILLIS = 1_000;

  private final Deque<Double> ratios = new ArrayDeque<>();
  private double p50;
  private double p90;

  void add(long plannedWaitMillis, long actualWaitMillis) {
    ratios.add((Math.max(0, actualWaitMillis) + UNIT_MILLIS) / (plannedWaitMillis + UNIT_MILLIS));
    if (ratios.size() > MOST) {
      ratios.remove();
    }
    double[] sorted = ratios.stream().mapToDouble(ratio -> ratio).sorted().toArray();
    p50 = quantile(sorted, 0.5);
    p90 = quantile(sorted, 0.9);
  }

  /** The smallest that at least this share does not exceed, with one more of unknown size. */
  private static double quantile(double[] sorted, double share) {
    int rank = (int) Math.ceil(share * (sorted.length + 1));
    return sorted[Math.min(rank, sorted.length) - 1];
  }

  /** When a job starts whose start is planned for then; empty with too few to tell. */
  Optional<TimeRange> range(long nowMillis, long plannedWaitMillis) {
    if (ratios.size() < FLOOR) {
      return Optional.empty();
    }
    return Optional.of(
        new TimeRange(at(nowMillis, plannedWaitMillis, p50), at(nowMillis, plannedWaitMillis, p90))
            .notBefore(nowMillis));
  }

  private static long at(long nowMillis, long plannedWaitMillis, double ratio) {
    return nowMillis + Math.round((plannedWaitMillis + UNIT_MILLIS) * ratio - UNIT_MILLIS);
  }
}
