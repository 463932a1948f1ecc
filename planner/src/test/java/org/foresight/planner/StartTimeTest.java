package org.foresight.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StartTimeTest {
  private static final long HOUR = 3_600_000;
  private static final long START = 10 * HOUR;

  private long hostMillis = START;
  private long passedMillis;
  private final HostClock clock =
      new HostClock(
          () -> Instant.ofEpochMilli(hostMillis),
          () -> TimeUnit.MILLISECONDS.toNanos(passedMillis));

  @Test
  void startIsAsNotedWhileTheClockDoesNotStep() {
    StartTime start = seenNow(START);
    pass(60_000);
    assertThat(millis(start)).isEqualTo(START);
    pass(60_000);
    assertThat(millis(start)).isEqualTo(START);
  }

  @Test
  void taskHasRunAsLongAfterAStepAsBefore() {
    pass(60_000);
    StartTime start = seenNow(START);
    assertThat(elapsedMillis(start)).isEqualTo(60_000);
    hostMillis += HOUR;
    assertThat(elapsedMillis(start)).isEqualTo(60_000);
    hostMillis -= 2 * HOUR;
    pass(1_000);
    assertThat(elapsedMillis(start)).isEqualTo(61_000);
  }

  @Test
  void taskThatStartsAfterAStepIsNotedByTheNewClock() {
    hostMillis -= HOUR;
    pass(5_000);
    StartTime start = seenNow(hostMillis - 2_000);

    assertThat(millis(start)).isEqualTo(hostMillis - 2_000);
  }

  /** The clock of its node was ahead, and the host has been restarted. */
  @Test
  void noTaskStartsInTheFuture() {
    StartTime recovered = seenNow(START + 30_000);
    assertThat(millis(recovered)).isEqualTo(START);
    pass(40_000);
    assertThat(millis(recovered)).isEqualTo(START + 30_000);
  }

  private StartTime seenNow(long notedMillis) {
    return new StartTime(notedMillis, clock.steppedMillis());
  }

  private long millis(StartTime start) {
    return start.millis(clock.steppedMillis(), clock.millis());
  }

  private long elapsedMillis(StartTime start) {
    return hostMillis - millis(start);
  }

  private void pass(long millis) {
    hostMillis += millis;
    passedMillis += millis;
  }
}
