package org.foresight.planner;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The host's clock, and time that passes evenly when that clock is put right by a step. Deadlines
 * are instants, so they go by the clock as it is; how long something has run, or waits, must not
 * change by an hour because the clock did.
 *
 * <p>The clock has stepped if between two looks at it, it has gone on by a second more or less than
 * the time that has passed. Each call looks; a clock that is slewed, as time services do with small
 * differences, is followed. While a machine is suspended its clock may go on without time passing,
 * which counts as a step too.
 *
 * <p>Thread-safe.
 */
public final class HostClock implements InstantSource {
  private static final Logger LOG = LoggerFactory.getLogger(HostClock.class);

  /** From here on a difference is a step. */
  static final long LEAST_STEP_MILLIS = 1_000;

  /** A look that takes longer, by a pause of the whole process perhaps, tells nothing. */
  private static final long LONGEST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final InstantSource clock;
  private final LongSupplier nanoTime;

  /** By how much the clock is ahead of the time that has passed. */
  private long aheadNanos;

  private long steppedMillis;

  /**
   * A clock that has not stepped yet.
   *
   * @param clock the host's clock
   * @param nanoTime measures durations, in nanoseconds
   */
  public HostClock(InstantSource clock, LongSupplier nanoTime) {
    this.clock = clock;
    this.nanoTime = nanoTime;
    this.aheadNanos = TimeUnit.MILLISECONDS.toNanos(clock.millis()) - nanoTime.getAsLong();
  }

  /** What the host's clock shows. */
  @Override
  public Instant instant() {
    return clock.instant();
  }

  @Override
  public long millis() {
    return clock.millis();
  }

  /** What the host's clock would show if it had not stepped since this was made. */
  public synchronized long steadyMillis() {
    long nowMillis = look();
    return nowMillis - steppedMillis;
  }

  /** By how much the clock has stepped since this was made, all steps together; back is less. */
  public synchronized long steppedMillis() {
    long unused = look();
    return steppedMillis;
  }

  /** The time that passes evenly, as a clock. */
  public InstantSource steady() {
    return () -> Instant.ofEpochMilli(steadyMillis());
  }

  /** Finds steps; returns what the clock shows. */
  private long look() {
    long beforeNanos = nanoTime.getAsLong();
    long nowMillis = clock.millis();
    long afterNanos = nanoTime.getAsLong();
    if (afterNanos - beforeNanos > LONGEST_LOOK_NANOS) {
      return nowMillis;
    }
    long nowAheadNanos = TimeUnit.MILLISECONDS.toNanos(nowMillis) - afterNanos;
    long stepMillis = TimeUnit.NANOSECONDS.toMillis(nowAheadNanos - aheadNanos);
    aheadNanos = nowAheadNanos;
    if (Math.abs(stepMillis) >= LEAST_STEP_MILLIS) {
      steppedMillis += stepMillis;
      LOG.warn(
          "The host's clock has stepped by {} ms. Deadlines go by what it shows now; how long tasks"
              + " run and jobs wait does not change.",
          stepMillis);
    }
    return nowMillis;
  }
}
