package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foresight.yarn.MisbehavingSchedulers.HOLD_MILLIS;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import org.foresight.testbed.LocalYarnCluster;
import org.foresight.traces.JobRun;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlannedStartIT {
  /** How late a start may be on a busy machine; the point is that it comes by the plan. */
  private static final long LATEST_MILLIS = 15_000;

  @ParameterizedTest(name = "asynchronous scheduling: {0}")
  @ValueSource(booleans = {true, false})
  void aHeldJobStartsAtItsPlannedTime(boolean asynchronous) throws Exception {
    try (LocalYarnCluster cluster =
        Workloads.cluster(MisbehavingSchedulers.Holding.class, asynchronous, ImmutableMap.of())) {

      ImmutableList<JobRun> runs =
          Workloads.run(
              cluster, Workloads.slo("held", 60_000, 3, 500), Workloads.bestEffort("too", 2, 500));

      assertThat(runs)
          .allSatisfy(
              run -> {
                assertThat(run.succeeded()).isTrue();
                assertThat(run.firstTaskStartMillis().orElseThrow() - run.submitMillis())
                    .as("start of %s after its submission", run.id())
                    .isBetween(HOLD_MILLIS, HOLD_MILLIS + LATEST_MILLIS);
              });
    }
  }
}
