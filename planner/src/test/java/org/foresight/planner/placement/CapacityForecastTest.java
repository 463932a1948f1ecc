package org.foresight.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.Arrays;
import java.util.OptionalLong;
import org.foresight.planner.TablePredictor;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodePreference;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceLimit;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.predictor.PointDistribution;
import org.foresight.predictor.RuntimeDistribution;
import org.junit.jupiter.api.Test;

/** Slots of 10 s from 100 s on; a cycle of 1 s. */
class CapacityForecastTest {

  private static final long NOW_MILLIS = 100_000;
  private static final PlanGrid GRID = new PlanGrid(4, 10_000, NOW_MILLIS);
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
  }

  @Test
  void nodesOfAPartitionAddUpAndWhatOneIsOverCommittedByIsNoLossOfTheOthers() {
    ImmutableList<NodeView> nodes =
        ImmutableList.of(
            Snapshots.node("", 4, 3), Snapshots.node("", 4, -1), Snapshots.node("gpu", 2, 2));

    double[] capacities = forecast(POINT, nodes);

    assertThat(vcores(capacities, 0)).containsOnly(3.0);
    assertThat(vcores(capacities, 1)).containsOnly(2.0);
    // Of two tasks that end in 15 s the first may end there.
    assertThat(vcores(forecast(POINT, nodes, running(2, NOW_MILLIS - 10_000)), 0))
        .containsExactly(new double[] {3, 3, 4, 4}, within(0.05));
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

  /** Nodes that are drained are not among those that take work, others of their kind are. */
  @Test
  void taskOnANodeThatIsDrainedGivesNothingBack() {
    RunningTask draining =
        new RunningTask("task", "drained", TaskAsk.Kind.TASK, "", Snapshots.TASK, NOW_MILLIS);
    JobView job =
        Snapshots.job("job", JobGoal.BEST_EFFORT, ImmutableList.of(), ImmutableList.of(draining));

    double[] capacities = forecast(POINT, ImmutableList.of(Snapshots.node("", 4, 1)), job);

    assertThat(vcores(capacities, 0)).containsOnly(1.0);
  }

  @Test
  void clockThatStepsBackMakesNoTaskRunLongerThanOneThatHasJustBegun() {
    Planning planning = new Planning(GRID, ImmutableList.of(Snapshots.node("", 1, 0)));
    RunningGroup fromTheFuture = planning.running(running(1, NOW_MILLIS + 3_600_000)).get(0);

    assertThat(planning.forecast.alive(fromTheFuture, POINT)).containsExactly(1, 1, 1, 0);
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
    Planning planning = new Planning(GRID, ImmutableList.of(Snapshots.node("", 1, 0)));
    RunningGroup group = planning.running(running(1, NOW_MILLIS - 5_000)).get(0);

    assertThat(planning.forecast.alive(group, POINT)).containsExactly(1, 1, 0, 0);
  }

  @Test
  void onNodesThatDoNotSuitItAJobRunsLonger() {
    NodePreference fast = new NodePreference(ImmutableSet.of("fast"), 2);
    RunningTask onSlow =
        new RunningTask(
            "task", "node", TaskAsk.Kind.TASK, "", "slow", Snapshots.TASK, NOW_MILLIS - 5_000);
    JobView job =
        Snapshots.job(
            "job",
            new JobGoal(OptionalLong.empty(), true, fast),
            ImmutableList.of(),
            ImmutableList.of(onSlow));
    Planning planning = new Planning(GRID, ImmutableList.of(Snapshots.node("", 1, 0)));
    RunningGroup group = planning.running(job).get(0);

    assertThat(planning.forecast.alive(group, new PointDistribution(16_000)))
        .containsExactly(1, 1, 1, 0);
  }

  @Test
  void whatThePlanDecidesOnIsFreeButForWhomNobodyIsStopped() {
    Planning planning =
        new Planning(GRID, ImmutableList.of(Snapshots.node("", 4, 1)), ImmutableList.of(), true);
    JobView job = running(2, NOW_MILLIS);

    planning.forecast.isPlanned(job, planning.running(job), POINT);

    assertThat(planning.capacities(1)).containsOnly(3.0);
    // Unless it is stopped it is there for 25 s.
    assertThat(planning.capacities(planning.rows.ofUnstopped(0, 1))).containsExactly(1, 1, 1, 3);
  }

  @Test
  void aLimitGivesBackWhatItsOwnJobsHold() {
    ResourceLimit queue =
        new ResourceLimit(
            "queue", "", ResourceLimit.Counted.ALL_CONTAINERS, ResourceVector.of(1_024, 1));
    ResourceLimit masters =
        new ResourceLimit(
            "masters", "", ResourceLimit.Counted.APPLICATION_MASTERS, ResourceVector.of(512, 2));
    Planning planning =
        new Planning(
            GRID,
            ImmutableList.of(Snapshots.node("", 9, 5)),
            ImmutableList.of(queue, masters),
            false);
    JobView within =
        JobView.of(
            "within",
            JobGoal.BEST_EFFORT,
            0,
            ImmutableList.of(),
            Snapshots.running(2, NOW_MILLIS - 10_000),
            ImmutableList.of("queue", "masters", "unheard of"));

    planning.givesBack(within, POINT);
    planning.givesBack(running(2, NOW_MILLIS - 20_000), POINT);

    assertThat(planning.capacities(planning.rows.ofLimit(0, 1))).containsExactly(1, 1, 3, 3);
    assertThat(planning.capacities(planning.rows.ofLimit(1, 0))).containsOnly(512.0);
    assertThat(planning.capacities(1)).containsExactly(5, 7, 9, 9);
  }

  private static JobView running(int tasks, long startMillis) {
    return Snapshots.job(
        "job", JobGoal.BEST_EFFORT, ImmutableList.of(), Snapshots.running(tasks, startMillis));
  }

  private static double[] forecast(
      RuntimeDistribution runtime, ImmutableList<NodeView> nodes, JobView... jobs) {
    Planning planning = new Planning(GRID, nodes);
    for (JobView job : jobs) {
      planning.givesBack(job, runtime);
    }
    return planning.forecast.capacities().toArray();
  }

  private static double[] memory(double[] capacities, int partition) {
    return block(capacities, 2 * partition);
  }

  private static double[] vcores(double[] capacities, int partition) {
    return block(capacities, 2 * partition + 1);
  }

  private static double[] block(double[] capacities, int block) {
    int from = block * GRID.slots();
    return Arrays.copyOfRange(capacities, from, from + GRID.slots());
  }
}
