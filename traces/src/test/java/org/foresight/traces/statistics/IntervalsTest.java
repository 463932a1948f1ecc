package org.foresight.traces.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class IntervalsTest {

  private static final Offset<Double> CLOSE = within(0.001);

  @Test
  void studentsIntervalOfAMean() {
    // Standard error 2 / √3 = 1.1547, quantile of two degrees of freedom 4.3027.
    Interval mean = Intervals.mean(new double[] {8, 10, 12});

    assertThat(mean.value()).isEqualTo(10, CLOSE);
    assertThat(mean.low()).isEqualTo(10 - 4.968, CLOSE);
    assertThat(mean.high()).isEqualTo(10 + 4.968, CLOSE);
  }

  @Test
  void oneValueHasNoInterval() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Intervals.mean(new double[] {1}))
        .withMessageContaining("two values");
  }

  @Test
  void wilsonsIntervalOfARate() {
    Interval rate = Intervals.rate(30, 50);

    assertThat(rate.value()).isEqualTo(0.6, CLOSE);
    assertThat(rate.low()).isEqualTo(0.462, CLOSE);
    assertThat(rate.high()).isEqualTo(0.724, CLOSE);
  }

  @Test
  void aRateOfNoneStillHasAnUpperEnd() {
    Interval rate = Intervals.rate(0, 10);

    assertThat(rate.value()).isZero();
    assertThat(rate.low()).isEqualTo(0, CLOSE);
    // z² / (n + z²).
    assertThat(rate.high()).isEqualTo(0.2775, CLOSE);
  }

  @Test
  void katzsIntervalOfARatioOfRates() {
    // Logarithm's deviation √(1/10 − 1/50 + 1/30 − 1/100) = 0.321455.
    Interval ratio = Intervals.ratioOfRates(30, 100, 10, 50).orElseThrow();

    assertThat(ratio.value()).isEqualTo(2.0 / 3, CLOSE);
    assertThat(ratio.low()).isEqualTo(0.3551, CLOSE);
    assertThat(ratio.high()).isEqualTo(1.2518, CLOSE);
  }

  @Test
  void noneMissedHasNoRatio() {
    assertThat(Intervals.ratioOfRates(0, 10, 1, 10)).isEmpty();
    assertThat(Intervals.ratioOfRates(1, 10, 0, 10)).isEmpty();
  }
}
