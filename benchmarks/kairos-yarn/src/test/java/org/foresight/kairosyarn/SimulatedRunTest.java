package org.foresight.kairosyarn;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.math.Quantiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SimulatedRunTest {

  private static RunRecord run(Experiment mix, YarnSystem system) {
    return SimulatedRun.of(new RunSpec(new RunKey(mix, system, 1), Scale.FULL));
  }

  private static double median(RunRecord run) {
    return Quantiles.median()
        .compute(run.samples().stream().mapToDouble(Sample::seconds).toArray());
  }

  @ParameterizedTest
  @EnumSource(YarnSystem.class)
  void allJobsEndAndNoneBeforeItsTasksCanHave(YarnSystem system) {
    RunRecord run = run(Experiment.HEAVY_TAILED, system);

    assertThat(run.samples()).hasSize(50);
    for (Category category : Category.values()) {
      double leastSeconds = 2 * (Scale.FULL.taskMillis(category) + Scale.OVERHEAD_MILLIS) / 1_000.0;
      assertThat(run.seconds(category.title()).min().orElseThrow())
          .isGreaterThanOrEqualTo(leastSeconds);
    }
  }

  /** Whoever knows which jobs are short serves them first. */
  @Test
  void systemsAreNotAlike() {
    double fifo = median(run(Experiment.HEAVY_TAILED, YarnSystem.FIFO));

    assertThat(median(run(Experiment.HEAVY_TAILED, YarnSystem.FORESIGHT))).isLessThan(fifo / 2);
    assertThat(median(run(Experiment.HEAVY_TAILED, YarnSystem.BIGC))).isLessThan(fifo / 2);
    assertThat(median(run(Experiment.HEAVY_TAILED, YarnSystem.KAIROS))).isNotEqualTo(fifo);
  }
}
