package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.foresight.planner.VirtualCluster;
import org.foresight.planner.VirtualCluster.Job;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.solver.LagrangianSolver;
import org.foresight.predictor.JobFeatures;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where the part of the cluster that is the pilots' is less than a task, a pilot starts anyway. */
class PilotsOnSmallClustersTest {
  private static final long TASK_MILLIS = 10_000;
  private static final long COMES_MILLIS = 35_000;

  /** A queue that all jobs here are in once they are known, so that it has most of the weight. */
  private static final GsSettings GS =
      new GsSettings(new PriorityQueues(2, 1_000_000_000, 10, 10), 3, 100, 0, 600_000);

  @ParameterizedTest(name = "{0} on {1} slots, a plan every {2} ms")
  @CsvSource({
    "gs-posterior, 2, 1000",
    "gs-posterior, 5, 1000",
    "gs-posterior, 10, 1000",
    "gs-posterior, 5, 3000",
    "slearn, 5, 1000",
    "slearn, 10, 3000",
    "foresight, 1, 1000",
    "foresight, 2, 1000",
    "foresight, 5, 1000",
    "foresight, 10, 1000",
    "foresight, 5, 3000",
    "foresight, 10, 3000",
  })
  void aPilotStartsSoonBesideAJobThatFillsTheCluster(String policy, int slots, long cycleMillis) {
    VirtualCluster cluster =
        new VirtualCluster(
            Policies.create(
                policy,
                PolicyContext.of(
                    ThreeSigmaSettings.DEFAULT,
                    GS,
                    (job, features) -> Optional.empty(),
                    new LagrangianSolver())),
            slots,
            1,
            1_000,
            cycleMillis);

    cluster.run(List.of(job("filling", 0, 30 * slots), job("sampled", COMES_MILLIS, 8)), 2_000_000);

    assertThat(cluster.firstStartMillis("sampled"))
        .as("the pilot's start")
        .isLessThanOrEqualTo(COMES_MILLIS + 3 * TASK_MILLIS);
  }

  /** Its tasks end one after the other, so that there is room for one at a time. */
  private static Job job(String id, long submitMillis, int width) {
    List<Long> taskMillis = new ArrayList<>(Collections.nCopies(width, TASK_MILLIS));
    for (int task = 0; task < width; task++) {
      taskMillis.set(task, TASK_MILLIS + 1_000L * (task % 7));
    }
    return new Job(
        id,
        submitMillis,
        new JobFeatures("user", id, "root.default"),
        JobGoal.BEST_EFFORT,
        taskMillis);
  }
}
