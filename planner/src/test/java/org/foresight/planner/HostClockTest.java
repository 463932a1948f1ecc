package org.foresight.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HostClockTest {
  private static final long HOUR = 3_600_000;

  private long hostMillis = 1_000_000;
  private long passedNanos = -5;
  private long nanosOfALook;
  private final HostClock clock =
      new HostClock(
          () -> Instant.ofEpochMilli(hostMillis),
          () -> {
            passedNanos += nanosOfALook;
            return passedNanos;
          });

  @Test
  void withoutStepsItIsTheHostsClock() {
    pass(10 * HOUR);

    assertThat(clock.millis()).isEqualTo(1_000_000 + 10 * HOUR);
    assertThat(clock.instant()).isEqualTo(Instant.ofEpochMilli(1_000_000 + 10 * HOUR));
    assertThat(clock.steadyMillis()).isEqualTo(1_000_000 + 10 * HOUR);
    assertThat(clock.steppedMillis()).isZero();
  }

  @Test
  void stepsChangeWhatItShowsAndNotTheTimeThatPasses() {
    pass(500);
    hostMillis += HOUR;
    assertThat(clock.steppedMillis()).isEqualTo(HOUR);
    pass(500);
    hostMillis -= 3 * HOUR;
    pass(500);

    assertThat(clock.steadyMillis()).isEqualTo(1_001_500);
    assertThat(clock.steady().millis()).isEqualTo(1_001_500);
    assertThat(clock.steppedMillis()).isEqualTo(-2 * HOUR);
    assertThat(clock.millis()).isEqualTo(1_001_500 - 2 * HOUR);
  }

  @Test
  void secondIsAStepAndLessIsNot() {
    hostMillis += HostClock.LEAST_STEP_MILLIS - 1;
    assertThat(clock.steppedMillis()).isZero();

    hostMillis -= HostClock.LEAST_STEP_MILLIS;
    assertThat(clock.steppedMillis()).isEqualTo(-HostClock.LEAST_STEP_MILLIS);
  }

  @Test
  void clockThatIsSlewedIsFollowed() {
    for (int look = 0; look < 100; look++) {
      pass(10_000);
      hostMillis += 50;
      assertThat(clock.steadyMillis()).isEqualTo(hostMillis);
    }
    assertThat(clock.steppedMillis()).isZero();
  }

  @Test
  void pauseInTheMiddleOfALookIsNoStep() {
    nanosOfALook = TimeUnit.SECONDS.toNanos(5);
    assertThat(clock.steppedMillis()).isZero();
    nanosOfALook = 0;
    hostMillis += 10_000; // What the two readings of that look took.

    assertThat(clock.steppedMillis()).isZero();
  }

  private void pass(long millis) {
    hostMillis += millis;
    passedNanos += TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
