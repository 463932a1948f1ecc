package org.foresight.predictor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class CalibrationTest {

  private final Calibration calibration = new Calibration();

  @Test
  void itMapsNothingBeforeItHasLearned() {
    double[] cumulative = {0, 0.1, 0.33, 0.8, 1};

    calibration.apply(10, cumulative);

    assertThat(cumulative).containsExactly(new double[] {0, 0.1, 0.33, 0.8, 1}, within(1e-12));
  }

  @Test
  void distributionsThatAreTooSureAreWidened() {
    // Half of the runtimes fall into the outer tenths, where a fifth should.
    Random random = new Random(1);
    for (int i = 0; i < 5_000; i++) {
      double u = random.nextDouble();
      double where =
          u < 0.25 ? 0.4 * u : u < 0.75 ? 0.1 + 1.6 * (u - 0.25) : 0.9 + 0.4 * (u - 0.75);
      calibration.learn(10, where);
    }
    double[] cumulative = {0, 0.1, 0.5, 0.9, 1};

    calibration.apply(10, cumulative);

    assertThat(cumulative).containsExactly(new double[] {0, 0.25, 0.5, 0.75, 1}, within(0.05));
  }

  @Test
  void everyClassOfExperienceIsForItself() {
    for (int i = 0; i < 1_000; i++) {
      calibration.learn(2, 0.99);
    }
    double[] many = {0, 0.5, 1};
    double[] few = {0, 0.5, 1};

    calibration.apply(30, many);
    calibration.apply(4, few);

    assertThat(many[1]).isCloseTo(0.5, within(1e-12));
    assertThat(few[1]).isLessThan(0.05);
  }

  @Test
  void whatWasLongAgoIsForgotten() {
    for (int i = 0; i < 5_000; i++) {
      calibration.learn(10, 0.01);
    }
    Random random = new Random(1);
    for (int i = 0; i < 5_000; i++) {
      calibration.learn(10, random.nextDouble());
    }
    double[] cumulative = {0, 0.5, 1};

    calibration.apply(10, cumulative);

    assertThat(cumulative[1]).isCloseTo(0.5, within(0.05));
  }
}
