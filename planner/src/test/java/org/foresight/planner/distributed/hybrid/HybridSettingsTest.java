package org.foresight.planner.distributed.hybrid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HybridSettingsTest {

  @Test
  void thePublishedSchedulersHaveThePublishedDefaults() {
    HybridSettings hawk = HybridPolicies.settings("hawk", 1_000, 0.17);
    HybridSettings eagle = HybridPolicies.settings("eagle", 1_000, 0.17);

    assertThat(HybridPolicies.names())
        .containsExactly("sparrow", "hawk", "eagle", "lwl", "dlwl-srpt");
    assertThat(hawk.probesPerTask()).isEqualTo(2);
    assertThat(hawk.stealAttempts()).isEqualTo(10);
    assertThat(hawk.minProbes()).isZero();
    assertThat(eagle.minProbes()).isEqualTo(20);
    assertThat(eagle.bypassFactor()).isEqualTo(5);
    assertThat(eagle.stealAttempts()).isZero();
    assertThat(HybridPolicies.settings("lwl", 1_000, 0.17).shortShare()).isZero();
    assertThat(HybridPolicies.settings("dlwl-srpt", 1_000, 0.17).reportMillis()).isEqualTo(3_000);
    assertThat(eagle.toBuilder().build()).isEqualTo(eagle);
  }

  @Test
  void refusesAnUnknownName() {
    assertThatThrownBy(() -> HybridPolicies.settings("nosuch", 1, 0))
        .hasMessage(
            "There is no hybrid policy (nosuch); there are sparrow, hawk, eagle, lwl, dlwl-srpt.");
  }

  @Test
  void stateIsSharedByACentralSchedulerAlone() {
    HybridSettings.Builder eagle = HybridPolicies.settings("eagle", 1, 0.1).toBuilder();

    assertThatThrownBy(eagle.longJobs(Placement.PROBES)::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("longJobs is (PROBES)");
  }

  @ParameterizedTest
  @CsvSource({"10, 0.17, 8", "10, 0, 10", "10, 0.01, 9", "1, 0.5, 1", "2, 0.9, 1"})
  void aShareReservesANodeAtLeastAndLeavesOne(int nodes, double share, int general) {
    assertThat(Partitions.of(nodes, share).general()).isEqualTo(general);
  }

  @Test
  void scaledEstimatesAreTheSameForAJobInEveryRun() {
    TaskEstimates truth = jobId -> 1_000;
    TaskEstimates scaled = TaskEstimates.scaled(truth, 0.1, 1.9, 3);

    assertThat(scaled.taskMillis("a"))
        .isBetween(100.0, 1_900.0)
        .isEqualTo(TaskEstimates.scaled(truth, 0.1, 1.9, 3).taskMillis("a"))
        .isNotEqualTo(scaled.taskMillis("b"))
        .isNotEqualTo(TaskEstimates.scaled(truth, 0.1, 1.9, 4).taskMillis("a"));
    assertThatThrownBy(() -> TaskEstimates.scaled(truth, 0, 1, 1))
        .hasMessageContaining("0 < low <= high");
  }
}
