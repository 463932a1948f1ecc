package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.function.Function;
import org.foresight.planner.TablePredictor;
import org.foresight.planner.VirtualCluster;
import org.foresight.planner.VirtualCluster.Job;
import org.foresight.predictor.JobEstimate;

/** What every policy that plans for deadlines has to do right, on four slots. */
final class SloScenarios {

  private SloScenarios() {}

  /**
   * @param cluster makes a cluster under the policy, by what is predicted of jobs
   */
  static void assertThatSlackLetsBestEffortJobsGoFirst(
      Function<ImmutableMap<String, JobEstimate>, VirtualCluster> cluster) {
    VirtualCluster four =
        cluster.apply(
            ImmutableMap.of(
                "slo", TablePredictor.exactly(60_000),
                "be0", TablePredictor.exactly(60_000),
                "be1", TablePredictor.exactly(60_000)));

    four.run(
        List.of(
            Job.slo("slo", 0, 500_000, 4, 60_000),
            Job.bestEffort("be0", 0, 4, 60_000),
            Job.bestEffort("be1", 0, 4, 60_000)),
        600_000);

    assertThat(four.firstStartMillis("be0")).isLessThan(four.firstStartMillis("slo"));
    assertThat(four.firstStartMillis("be1")).isLessThan(four.firstStartMillis("slo"));
    assertThat(four.endMillis("slo")).isLessThanOrEqualTo(200_000);
  }
}
