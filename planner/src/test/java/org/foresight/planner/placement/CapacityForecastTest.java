package org.foresight.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.function.Function;
import org.foresight.planner.TablePredictor;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.valuation.RemainingConsumption;
import org.foresight.predictor.PointDistribution;
import org.foresight.predictor.RuntimeDistribution;
import org.junit.jupiter.api.Test;

/** Slots of 10 s from 100 s on; a cycle of 1 s. */
class CapacityForecastTest {

  private static final long NOW_MILLIS = 100_000;
  private static final PlanGrid GRID =
      new PlanGrid(ImmutableList.of("", "gpu"), 2, 4, 10_000, NOW_MILLIS);
  private static final RuntimeDistribution POINT = new PointDistribution(25_000);

  @Test
  void whatRunsComesBackAsFarAsItIsExpectedToHaveEnded() {
    RuntimeDistribution runtime = TablePredictor.uniform(20_000, 40_000);
    JobView job = running(2, NOW_MILLIS - 10_000);

    double[] capacities = forecast(runtime, ImmutableList.of(Snapshots.node("", 4, 2)), job);

    // After 10 s none can have ended; of uniform 20…40 s, half at 30 s and all at 40 s.
    assertThat(vcores(capacities, 0)).containsExactly(new double[] {2, 2, 3, 4}, within(0.05));
    assertThat(memory(capacities, 0))
        .containsExactly(new double[] {2_048, 2_048, 3_072, 4_096}, within(50.0));
    assertThat(vcores(capacities, 1)).containsOnly(0.0);
  }

  @Test
  void nodesOfAPartitionAddUpAndAnOverCommittedOneTakesAway() {
    double[] capacities =
        forecast(
            POINT,
            ImmutableList.of(
                Snapshots.node("", 4, 3), Snapshots.node("", 4, -1), Snapshots.node("gpu", 2, 2)));

    assertThat(vcores(capacities, 0)).containsOnly(2.0);
    assertThat(vcores(capacities, 1)).containsOnly(2.0);
  }

  @Test
  void applicationMastersAndWhatIsNotPlannedStay() {
    RunningTask master =
        new RunningTask(
            "task",
            "node",
            TaskAsk.Kind.APPLICATION_MASTER,
            "",
            Snapshots.TASK,
            NOW_MILLIS - 90_000);
    JobView job =
        Snapshots.job("job", JobGoal.BEST_EFFORT, ImmutableList.of(), ImmutableList.of(master));

    // Two of four are held, one of them by nobody that is known.
    double[] capacities = forecast(POINT, ImmutableList.of(Snapshots.node("", 4, 2)), job);

    assertThat(vcores(capacities, 0)).containsOnly(2.0);
  }

  @Test
  void aTaskWhoseNodeIsGoneGivesNothingBack() {
    RunningTask lost =
        new RunningTask("task", "node", TaskAsk.Kind.TASK, "lost", Snapshots.TASK, NOW_MILLIS);
    JobView job =
        Snapshots.job("job", JobGoal.BEST_EFFORT, ImmutableList.of(), ImmutableList.of(lost));

    double[] capacities = forecast(POINT, ImmutableList.of(Snapshots.node("", 4, 1)), job);

    assertThat(vcores(capacities, 0)).containsOnly(1.0);
  }

  /** 5 s over with a cycle of 1 s: expected to end 7 s over, so back in the next slot. */
  @Test
  void anUnderestimatedTaskIsExpectedBackAtItsExtendedEnd() {
    double[] capacities =
        forecast(
            POINT, ImmutableList.of(Snapshots.node("", 1, 0)), running(1, NOW_MILLIS - 30_000));

    assertThat(vcores(capacities, 0)).containsExactly(0, 1, 1, 1);
  }

  @Test
  void remainingIsTheSurvivalAtTheStartOfEverySlot() {
    RunningTask task =
        new RunningTask("task", "node", TaskAsk.Kind.TASK, "", Snapshots.TASK, NOW_MILLIS - 5_000);

    assertThat(forecast().remaining(task, POINT, NOW_MILLIS)).containsExactly(1, 1, 0, 0);
  }

  private static JobView running(int tasks, long startMillis) {
    return Snapshots.job(
        "job", JobGoal.BEST_EFFORT, ImmutableList.of(), Snapshots.running(tasks, startMillis));
  }

  private static CapacityForecast forecast() {
    return new CapacityForecast(GRID, new RemainingConsumption(1_000));
  }

  private static double[] forecast(
      RuntimeDistribution runtime, ImmutableList<NodeView> nodes, JobView... jobs) {
    ClusterSnapshot cluster = Snapshots.cluster(nodes, jobs);
    Function<JobView, RuntimeDistribution> runtimes = job -> runtime;
    return forecast().forecast(cluster, runtimes, NOW_MILLIS).toArray();
  }

  private static double[] memory(double[] capacities, int partition) {
    return row(capacities, partition, 0);
  }

  private static double[] vcores(double[] capacities, int partition) {
    return row(capacities, partition, 1);
  }

  private static double[] row(double[] capacities, int partition, int type) {
    int from = GRID.row(partition, type, 0);
    return Arrays.copyOfRange(capacities, from, from + GRID.slots());
  }
}
