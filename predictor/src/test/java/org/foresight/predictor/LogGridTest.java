package org.foresight.predictor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class LogGridTest {

  @Test
  void everyRuntimeHasABin() {
    assertThat(LogGrid.bin(LogGrid.log(0))).isZero();
    assertThat(LogGrid.bin(LogGrid.log(1))).isZero();
    assertThat(LogGrid.bin(LogGrid.log(Long.MAX_VALUE))).isEqualTo(LogGrid.BINS - 1);
    assertThat(LogGrid.bin(LogGrid.log(2_001)) - LogGrid.bin(LogGrid.log(1_000.5))).isEqualTo(16);
  }

  @Test
  void smoothingIsTheLaplaceKernel() {
    double[] mass = new double[LogGrid.BINS];
    mass[300] = 2;

    LogGrid.smooth(mass, 0.2);

    assertThat(Arrays.stream(mass).sum()).isCloseTo(2, within(1e-9));
    double ratio = Math.exp(-LogGrid.BIN_WIDTH / 0.2);
    for (int i = 1; i < 50; i++) {
      assertThat(mass[300 + i]).isCloseTo(mass[300 + i - 1] * ratio, within(1e-15));
      assertThat(mass[300 - i]).isCloseTo(mass[300 + i], within(1e-15));
    }
  }

  @Test
  void theDistributionHasTheMassOfTheBins() {
    double[] mass = new double[LogGrid.BINS];
    mass[100] = 3;
    mass[200] = 1;

    RuntimeDistribution distribution = LogGrid.distribution(LogGrid.cumulative(mass), 1e-6);

    double between = Math.exp(150 * LogGrid.BIN_WIDTH);
    assertThat(distribution.cdf(between)).isCloseTo(0.75, within(1e-12));
    assertThat(distribution.minMillis()).isCloseTo(Math.exp(100 * LogGrid.BIN_WIDTH), within(1e-9));
    assertThat(LogGrid.at(LogGrid.cumulative(mass), Math.log(between)))
        .isCloseTo(0.75, within(1e-12));
  }

  @Test
  void tailsAreCutOff() {
    double[] mass = new double[LogGrid.BINS];
    mass[300] = 1;
    LogGrid.smooth(mass, 0.2);

    RuntimeDistribution distribution = LogGrid.distribution(LogGrid.cumulative(mass), 1e-4);

    double middle = Math.exp(300 * LogGrid.BIN_WIDTH);
    assertThat(distribution.maxMillis() / middle).isBetween(4.0, 8.0);
    assertThat(middle / distribution.minMillis()).isBetween(4.0, 8.0);
  }
}
