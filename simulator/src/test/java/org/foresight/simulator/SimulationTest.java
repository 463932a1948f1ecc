package org.foresight.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.OptionalLong;
import org.foresight.traces.WorkloadJob;
import org.junit.jupiter.api.Test;

/** Schedules that are small enough to be worked out by hand. */
class SimulationTest {

  @Test
  void jobsRunInTheOrderOfSubmissionOnTwoSlots() {
    SimulatedRun run =
        SimulatedRun.of("fifo", ClusterSpec.ofSlots(1, 2))
            .run(
                job("a", 0, 10_000, 10_000, 4_000),
                job("b", 1_000, 3_000),
                job("c", 2_000, 1_000, 1_000));

    // Slots 1 and 2 run a until 10 s; then its third task until 14 s beside b until 13 s, then c.
    assertThat(run.finishMillis("a")).isEqualTo(14_000);
    assertThat(run.finishMillis("b")).isEqualTo(13_000);
    assertThat(run.finishMillis("c")).isEqualTo(15_000);
    assertThat(run.firstStartMillis("b")).isEqualTo(10_000);
    assertThat(run.firstStartMillis("c")).isEqualTo(13_000);
    assertThat(run.result().taskEvents()).isEqualTo(12);
    assertThat(run.result().endMillis()).isEqualTo(15_000);
    assertThat(run.result().finished()).isEqualTo(3);
  }

  @Test
  void usageIsTheMeanOfEveryStep() {
    SimulatedRun run =
        SimulatedRun.of("fifo", ClusterSpec.ofSlots(1, 2)).run(job("a", 0, 1_500, 1_000, 500));

    // Two slots until 1 s, then one task of half a second.
    assertThat(run.result().usage().stepMillis()).isEqualTo(1_000);
    assertThat(run.result().usage().usedVcores().asList()).containsExactly(2.0, 2.0);
    assertThat(run.result().usage().waitingTasks().asList()).containsExactly(1.0, 0.0);
  }

  private static WorkloadJob job(String id, long submitMillis, Long... taskMillis) {
    return WorkloadJob.ofOneStage(
        id,
        submitMillis,
        "user",
        id,
        "queue",
        OptionalLong.empty(),
        false,
        ImmutableList.copyOf(taskMillis));
  }

  private static WorkloadJob job(String id, long submitMillis, int... taskMillis) {
    ImmutableList.Builder<Long> millis = ImmutableList.builder();
    for (int task : taskMillis) {
      millis.add((long) task);
    }
    return job(id, submitMillis, millis.build().toArray(Long[]::new));
  }
}
