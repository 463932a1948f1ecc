package org.foresight.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CdfTest {

  @Test
  void fewValuesAreAllThere() {
    Cdf cdf = Cdf.ofSorted(new double[] {1, 2, 2, 5});

    assertThat(cdf.x()).containsExactly(Math.nextDown(1.0), 1.0, 2.0, 5.0);
    assertThat(cdf.y()).containsExactly(0.0, 0.25, 0.75, 1.0);
  }

  @Test
  void oneValueIsOneStep() {
    assertThat(Cdf.ofSorted(new double[] {7}))
        .isEqualTo(new Cdf(List.of(Math.nextDown(7.0), 7.0), List.of(0.0, 1.0)));
  }

  @Test
  void manyValuesAreThinnedButKeepTheirEnds() {
    Cdf cdf = Cdf.ofSorted(IntStream.rangeClosed(1, 100_000).asDoubleStream().toArray());

    assertThat(cdf.x())
        .hasSize(401)
        .isSorted()
        .startsWith(Math.nextDown(1.0), 1.0)
        .endsWith(100_000.0);
    assertThat(cdf.y()).hasSize(401).isSorted().startsWith(0.0).endsWith(1.0);
    for (int i = 1; i <= 400; i++) {
      assertThat(cdf.y().get(i)).isEqualTo(cdf.x().get(i) / 100_000);
    }
  }

  @Test
  void aValueThatMostHaveDoesNotHideTheOthers() {
    double[] values = new double[100_000];
    for (int i = 90_000; i < values.length; i++) {
      values[i] = i;
    }

    Cdf cdf = Cdf.ofSorted(values);

    // Nine tenths are equal, so of 400 quantiles one in ten is another value.
    assertThat(cdf.x()).hasSizeBetween(40, 43);
    assertThat(cdf.y()).startsWith(0.0, 0.9).endsWith(1.0);
  }
}
