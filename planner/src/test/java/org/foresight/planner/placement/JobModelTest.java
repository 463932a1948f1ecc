package org.foresight.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
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

  /** In the partition gpu 8 cores with 8 GiB; in the other a node of many cores, one of memory. */
  private static final ImmutableList<NodeView> NODES =
      ImmutableList.of(
          Snapshots.node("gpu", 8, 8),
          node(ResourceVector.of(1_024, 16)),
          node(ResourceVector.of(32_768, 2)));

  private static final NodeTypes TYPES = new NodeTypes(NODES);

  private static NodeView node(ResourceVector total) {
    return new NodeView("node", "", total, total);
  }

  @Test
  void demandIsTheLargestOfAllAsksInEveryType() {
    JobView job =
        job(
            ImmutableList.of(
                new TaskAsk(TaskAsk.Kind.TASK, "gpu", ResourceVector.of(512, 4), 2),
                new TaskAsk(TaskAsk.Kind.TASK, "gpu", ResourceVector.of(2_048, 1), 3)));

    JobModel model = JobModel.of(job, ESTIMATE, TYPES);

    assertThat(model.demand()).isEqualTo(ResourceVector.of(2_048, 4));
    assertThat(model.partition()).isEqualTo("gpu");
    assertThat(model.tasksToStart()).isEqualTo(5);
  }

  @Test
  void anAskThatNoNodeCanServeDoesNotHoldTheOthersUp() {
    TaskAsk noSuchLabel = new TaskAsk(TaskAsk.Kind.TASK, "fpga", ResourceVector.of(512, 1), 2);
    TaskAsk tooLarge = new TaskAsk(TaskAsk.Kind.TASK, "gpu", ResourceVector.of(512, 9), 1);
    TaskAsk servable = new TaskAsk(TaskAsk.Kind.TASK, "gpu", ResourceVector.of(1_024, 1), 3);

    JobModel model = model(noSuchLabel, tooLarge, servable);

    assertThat(model.partition()).isEqualTo("gpu");
    assertThat(model.demand()).isEqualTo(servable.demand());
  }

  @Test
  void asksThatFitANodeEachButNotWithTheLargestOfBothAreModelledByTheFirst() {
    TaskAsk cores = new TaskAsk(TaskAsk.Kind.TASK, "", ResourceVector.of(512, 8), 1);
    TaskAsk memory = new TaskAsk(TaskAsk.Kind.TASK, "", ResourceVector.of(16_384, 1), 1);

    assertThat(model(memory, cores).demand()).isEqualTo(memory.demand());
  }

  private static JobModel model(TaskAsk... asks) {
    return JobModel.of(job(ImmutableList.copyOf(asks)), ESTIMATE, TYPES);
  }

  @Test
  void whereOnlyTheMasterIsAskedForAsManyTasksFollowAsUsual() {
    assertThat(JobModel.of(job(Snapshots.master()), ESTIMATE, TYPES).tasksToStart()).isEqualTo(7);
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
    JobModel model = JobModel.of(job(Snapshots.tasks(4)), ESTIMATE, TYPES);

    assertThat(model.remainingRuntime(parallelism, runningTasksLeft).meanMillis())
        .isCloseTo(expectedMillis, within(1e-6));
    assertThat(model.taskRuntime().meanMillis()).isEqualTo(60_000);
  }

  private static JobView job(ImmutableList<TaskAsk> asks) {
    return Snapshots.job("job", JobGoal.BEST_EFFORT, asks, ImmutableList.of());
  }
}
