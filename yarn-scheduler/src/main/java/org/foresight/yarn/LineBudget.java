package org.foresight.yarn;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Limits how many lines are logged in a time. Not thread-safe. */
final class LineBudget {
  private final LongSupplier nanoTime;
  private final int most;
  private final long periodNanos;
  private long startNanos;
  private int used;

  /** So many lines in every period. */
  LineBudget(LongSupplier nanoTime, int most, long periodMillis) {
    this.nanoTime = nanoTime;
    this.most = most;
    this.periodNanos = TimeUnit.MILLISECONDS.toNanos(periodMillis);
    this.startNanos = nanoTime.getAsLong();
  }

  /** Whether another line may be logged; it counts if so. */
  boolean take() {
    long now = nanoTime.getAsLong();
    if (now - startNanos >= periodNanos) {
      startNanos = now;
      used = 0;
    }
    if (used >= most) {
      return false;
    }
    used++;
    return true;
  }
}
