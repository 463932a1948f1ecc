package org.foresight.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CdfTest {

  @Test
  void fewValuesAreAllThere() {
    Cdf cdf = Cdf.ofSorted(new double[] {1, 2, 2, 5});

    assertThat(cdf.x()).containsExactly(1.0, 2.0, 5.0);
    assertThat(cdf.y()).containsExactly(0.25, 0.75, 1.0);
  }

  @Test
  void oneValueIsOnePoint() {
    assertThat(Cdf.ofSorted(new double[] {7})).isEqualTo(new Cdf(List.of(7.0), List.of(1.0)));
  }

  @Test
  void manyValuesAreThinnedButKeepTheirEnds() {
    Cdf cdf = Cdf.ofSorted(IntStream.rangeClosed(1, 100_000).asDoubleStream().toArray());

    assertThat(cdf.x()).hasSize(400).isSorted().startsWith(1.0).endsWith(100_000.0);
    assertThat(cdf.y()).hasSize(400).isSorted().endsWith(1.0);
    for (int i = 0; i < 400; i++) {
      assertThat(cdf.y().get(i)).isEqualTo(cdf.x().get(i) / 100_000);
    }
  }
}
