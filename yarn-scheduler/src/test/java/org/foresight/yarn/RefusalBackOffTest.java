package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RefusalBackOffTest {
  private static final String JOB = "application_1_0001";

  /** Near the end of its range, as a clock of arbitrary origin may be. */
  private long nowNanos = Long.MAX_VALUE - TimeUnit.MILLISECONDS.toNanos(60);

  private final RefusalBackOff backOff = new RefusalBackOff(() -> nowNanos);

  @Test
  void jobThatWasNeverRefusedIsNotHeldBack() {
    assertThat(backOff.isHeldBack(JOB)).isFalse();
  }

  @Test
  void everyFurtherRefusalHoldsBackTwiceAsLongUpToASecond() {
    for (long millis : new long[] {50, 100, 200, 400, 800, 1_000, 1_000}) {
      backOff.refused(JOB);

      passMillis(millis - 1);
      assertThat(backOff.isHeldBack(JOB)).as("just before %d ms", millis).isTrue();
      passMillis(1);
      assertThat(backOff.isHeldBack(JOB)).as("after %d ms", millis).isFalse();
    }
  }

  @Test
  void jobsAreHeldBackOneByOne() {
    backOff.refused(JOB);

    assertThat(backOff.isHeldBack("application_1_0002")).isFalse();
  }

  @Test
  void jobThatGotSomethingBeginsAnew() {
    backOff.refused(JOB);
    backOff.refused(JOB);
    backOff.forget(JOB);
    assertThat(backOff.isHeldBack(JOB)).isFalse();

    backOff.refused(JOB);
    passMillis(50);
    assertThat(backOff.isHeldBack(JOB)).isFalse();
  }

  private void passMillis(long millis) {
    nowNanos += TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
