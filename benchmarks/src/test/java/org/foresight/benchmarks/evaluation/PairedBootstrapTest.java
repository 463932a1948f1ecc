package org.foresight.benchmarks.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import com.google.common.primitives.ImmutableDoubleArray;
import org.assertj.core.data.Offset;
import org.foresight.traces.statistics.Interval;
import org.junit.jupiter.api.Test;

class PairedBootstrapTest {

  @Test
  void aConstantRatioHasNoSpread() {
    // Unpaired, 2/8 to 16/1 would be possible.
    assertThat(ratio(new double[] {2, 16}, new double[] {1, 8})).isEqualTo(new Interval(2, 2, 2));
  }

  @Test
  void theEndsAreThoseOfTheSeedsDrawnAgain() {
    // Both draws of two are the first seed, or the second, with a probability of a quarter each.
    assertThat(ratio(new double[] {1, 3}, new double[] {1, 1})).isEqualTo(new Interval(2, 1, 3));
  }

  @Test
  void manySeedsApproachTheNormalInterval() {
    double[] ones = new double[400];
    double[] values = new double[400];
    for (int i = 0; i < values.length; i++) {
      ones[i] = 1;
      values[i] = i % 2 == 0 ? 1 : 3;
    }

    Interval ratio = ratio(values, ones);

    // Mean 2, deviation 1, standard error 1 / 20.
    Offset<Double> close = within(0.01);
    assertThat(ratio.value()).isEqualTo(2);
    assertThat(ratio.low()).isEqualTo(2 - 1.96 / 20, close);
    assertThat(ratio.high()).isEqualTo(2 + 1.96 / 20, close);
  }

  @Test
  void nothingOverNothingIsOneAndSomethingOverNothingInfinite() {
    assertThat(ratio(new double[] {0, 0}, new double[] {0, 0})).isEqualTo(new Interval(1, 1, 1));

    Interval ratio = ratio(new double[] {2, 2}, new double[] {0, 0});
    assertThat(ratio.low()).isInfinite();
    assertThat(Texts.interval(ratio, 2)).isEqualTo("∞");
    assertThat(Texts.interval(new Interval(2, 0.5, Double.POSITIVE_INFINITY), 2))
        .isEqualTo("2.00 (0.50–∞)");
  }

  @Test
  void everyFigureNeedsItsPair() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ratio(new double[] {1, 2}, new double[] {1}))
        .withMessageContaining("numerators (2) and denominators (1)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ratio(new double[] {}, new double[] {}))
        .withMessageContaining("at least one");
  }

  private static Interval ratio(double[] numerators, double[] denominators) {
    return PairedBootstrap.ratio(
        ImmutableDoubleArray.copyOf(numerators), ImmutableDoubleArray.copyOf(denominators));
  }
}
