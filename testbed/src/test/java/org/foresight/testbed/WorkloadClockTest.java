package org.foresight.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class WorkloadClockTest {

  private final AtomicReference<Instant> realTime =
      new AtomicReference<>(Instant.parse("2026-11-28T00:00:00Z"));
  private final WorkloadClock clock = new WorkloadClock(realTime::get, 1.0 / 60.0);

  @Test
  void aSecondOfRealTimeIsAMinuteOfTheWorkload() {
    realTime.updateAndGet(now -> now.plusSeconds(3));

    assertThat(clock.nowMillis()).isEqualTo(180_000);
    assertThat(clock.real(60_000)).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void theWaitForATimeThatHasPassedIsZero() {
    assertThat(clock.until(120_000)).isEqualTo(Duration.ofSeconds(2));

    realTime.updateAndGet(now -> now.plusSeconds(5));

    assertThat(clock.until(120_000)).isZero();
  }
}
