package org.foresight.testbed;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Translates between real time and the time of the workload, which starts at zero.
 *
 * <p>Thread-safe if the source is.
 */
final class WorkloadClock {

  private final InstantSource source;
  private final Instant start;
  private final double timeScale;

  /** A clock on which the workload starts now. */
  WorkloadClock(InstantSource source, double timeScale) {
    this.source = source;
    this.start = source.instant();
    this.timeScale = timeScale;
  }

  /** The real instant at which the workload started. */
  Instant start() {
    return start;
  }

  /** Milliseconds of workload time since the workload started. */
  long nowMillis() {
    return workloadMillis(source.instant());
  }

  /** The workload time, in milliseconds, of a real instant. */
  long workloadMillis(Instant instant) {
    return Math.round(Duration.between(start, instant).toMillis() / timeScale);
  }

  /** The real instant, to the millisecond. */
  Instant now() {
    return Instant.ofEpochMilli(source.millis());
  }

  /** How long to wait in real time until the given workload time; zero if it has passed. */
  Duration until(long workloadMillis) {
    Duration wait = Duration.between(source.instant(), start.plus(real(workloadMillis)));
    return wait.isNegative() ? Duration.ZERO : wait;
  }

  /** What a span of workload time takes in real time, to the millisecond. */
  Duration real(long workloadMillis) {
    return Duration.ofMillis(Math.round(workloadMillis * timeScale));
  }
}
