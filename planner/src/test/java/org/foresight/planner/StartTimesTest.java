package org.foresight.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StartTimesTest {
  private static final long HOUR = 3_600_000;
  private static final long START = 10 * HOUR;

  private long hostMillis = START;
  private long passedMillis;
  private final HostClock clock =
      new HostClock(
          () -> Instant.ofEpochMilli(hostMillis),
          () -> TimeUnit.MILLISECONDS.toNanos(passedMillis));
  private final StartTimes starts = new StartTimes(clock);

  @Test
  void startIsAsNotedWhileTheClockDoesNotStep() {
    pass(60_000);
    assertThat(starts.startMillis("task", START)).isEqualTo(START);
    pass(60_000);
    assertThat(starts.startMillis("task", START)).isEqualTo(START);
  }

  @Test
  void taskHasRunAsLongAfterAStepAsBefore() {
    pass(60_000);
    assertThat(elapsedMillis("task", START)).isEqualTo(60_000);
    hostMillis += HOUR;
    assertThat(elapsedMillis("task", START)).isEqualTo(60_000);
    hostMillis -= 2 * HOUR;
    pass(1_000);
    assertThat(elapsedMillis("task", START)).isEqualTo(61_000);
  }

  @Test
  void taskThatStartsAfterAStepIsNotedByTheNewClock() {
    hostMillis -= HOUR;
    pass(5_000);

    assertThat(starts.startMillis("task", hostMillis - 2_000)).isEqualTo(hostMillis - 2_000);
  }

  /** The clock of its node was ahead, and the host has been restarted. */
  @Test
  void noTaskStartsInTheFuture() {
    assertThat(starts.startMillis("recovered", START + 30_000)).isEqualTo(START);
    pass(40_000);
    assertThat(starts.startMillis("recovered", START + 30_000)).isEqualTo(START + 30_000);
  }

  @Test
  void tasksThatHaveEndedAreForgotten() {
    pass(60_000);
    assertThat(elapsedMillis("stays", START)).isEqualTo(60_000);
    assertThat(elapsedMillis("ended", START)).isEqualTo(60_000);
    starts.keepOnly(Set.of("stays"));
    hostMillis += HOUR;

    assertThat(elapsedMillis("stays", START)).isEqualTo(60_000);
    assertThat(elapsedMillis("ended", START)).isEqualTo(HOUR + 60_000);
  }

  private long elapsedMillis(String task, long notedMillis) {
    return hostMillis - starts.startMillis(task, notedMillis);
  }

  private void pass(long millis) {
    hostMillis += millis;
    passedMillis += millis;
  }
}
