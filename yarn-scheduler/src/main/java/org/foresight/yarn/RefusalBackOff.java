package org.foresight.yarn;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Keeps jobs whose allocation YARN has refused (a queue or user limit, say) out of dispatch for a
 * while, twice as long after every further refusal, so that they neither block others nor burn the
 * scheduler's time. Thread-safe.
 */
final class RefusalBackOff {
  private static final long FIRST_MILLIS = 50;
  private static final long LONGEST_MILLIS = 1_000;

  private record BackOff(long millis, long untilNanos) {}

  private final LongSupplier nanoTime;
  private final Map<String, BackOff> backOffs = new ConcurrentHashMap<>();

  RefusalBackOff(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  boolean isHeldBack(String jobId) {
    BackOff backOff = backOffs.get(jobId);
    return backOff != null && nanoTime.getAsLong() - backOff.untilNanos() < 0;
  }

  void refused(String jobId) {
    long now = nanoTime.getAsLong();
    backOffs.compute(
        jobId,
        (id, last) -> {
          long millis = last == null ? FIRST_MILLIS : Math.min(LONGEST_MILLIS, 2 * last.millis());
          return new BackOff(millis, now + TimeUnit.MILLISECONDS.toNanos(millis));
        });
  }

  /** The job got something, or is gone. */
  void forget(String jobId) {
    backOffs.remove(jobId);
  }
}
