package org.foresight.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.predictor.EstimateBasis;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.PointDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobModelTest {

  /** The longest task takes 100 s, a mean one 60 s; usually there are 7. */
  private static final JobEstimate ESTIMATE =
      new JobEstimate(
          new PointDistribution(100_000),
          0.6,
          7.4,
          new EstimateBasis("user", "ann", "mean", 9, 0.2, 100_000));

  @Test
  void demandIsTheLargestOfAllAsksInEveryType() {
    JobView job =
        job(
            ImmutableList.of(
                new TaskAsk(TaskAsk.Kind.TASK, "gpu", ResourceVector.of(512, 4), 2),
                new TaskAsk(TaskAsk.Kind.TASK, "gpu", ResourceVector.of(2_048, 1), 3)));

    JobModel model = JobModel.of(job, ESTIMATE);

    assertThat(model.demand()).isEqualTo(ResourceVector.of(2_048, 4));
    assertThat(model.partition()).isEqualTo("gpu");
    assertThat(model.tasksToStart()).isEqualTo(5);
  }

  @Test
  void whereOnlyTheMasterIsAskedForAsManyTasksFollowAsUsual() {
    assertThat(JobModel.of(job(Snapshots.master()), ESTIMATE).tasksToStart()).isEqualTo(7);
  }

  /** All waves but the last take a mean task each, the last one the longest task. */
  @ParameterizedTest
  @CsvSource({
    "4, 0, 100000",
    "9, 0, 100000",
    "2, 0, 160000",
    "1, 0, 280000",
    // The rest of the running tasks counts in full tasks, rounded up.
    "4, 0.01, 160000",
    "5, 1, 100000",
    "2, 1.5, 220000"
  })
  void whatIsLeftRunsInWaves(int parallelism, double runningTasksLeft, double expectedMillis) {
    JobModel model = JobModel.of(job(Snapshots.tasks(4)), ESTIMATE);

    assertThat(model.remainingRuntime(parallelism, runningTasksLeft).meanMillis())
        .isCloseTo(expectedMillis, within(1e-6));
    assertThat(model.taskRuntime().meanMillis()).isEqualTo(60_000);
  }

  private static JobView job(ImmutableList<TaskAsk> asks) {
    return Snapshots.job("job", JobGoal.BEST_EFFORT, asks, ImmutableList.of());
  }
}
