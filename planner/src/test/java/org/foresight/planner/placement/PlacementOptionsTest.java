package org.foresight.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.foresight.planner.TablePredictor;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.solver.PlanInstance;
import org.foresight.planner.valuation.BestEffortUtility;
import org.foresight.planner.valuation.DeadlineUtility;
import org.foresight.planner.valuation.RemainingConsumption;
import org.foresight.planner.valuation.UtilityFunction;
import org.foresight.predictor.JobEstimate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A cluster of two nodes with two tasks each, slots of 10 s from 100 s on, tasks of 15 s. */
class PlacementOptionsTest {

  private static final long NOW_MILLIS = 100_000;
  private static final PlanGrid GRID = new PlanGrid(ImmutableList.of(""), 2, 4, 10_000, NOW_MILLIS);
  private static final JobEstimate ESTIMATE = TablePredictor.exactly(15_000);
  private static final UtilityFunction EARLY =
      new BestEffortUtility(1, (double) NOW_MILLIS, 1_000_000);
  private static final ImmutableList<NodeView> NODES =
      ImmutableList.of(Snapshots.node("", 2, 2), Snapshots.node("", 2, 2));

  @ParameterizedTest
  @CsvSource({
    "1, '[1]'",
    "2, '[2, 1]'",
    "3, '[3, 2, 1]'",
    "4, '[4, 2, 1]'",
    // No more than the empty cluster runs at once.
    "9, '[4, 2, 1]'"
  })
  void anElasticJobMayRunAllAtOnceOrAHalfOrAQuarterOrOneByOne(int tasks, String expected) {
    assertThat(parallelisms(JobGoal.BEST_EFFORT, tasks)).hasToString(expected);
  }

  @ParameterizedTest
  @CsvSource({"1, '[1]'", "4, '[4]'", "5, '[]'"})
  void aGangRunsAllAtOnceOrNotAtAll(int tasks, String expected) {
    assertThat(parallelisms(Snapshots.GANG, tasks)).hasToString(expected);
  }

  @Test
  void whatRunsAlreadyCountsForTheParallelism() {
    JobView job =
        Snapshots.job("job", Snapshots.GANG, Snapshots.tasks(1), Snapshots.running(3, NOW_MILLIS));

    assertThat(options(NODES).parallelisms(JobModel.of(job, ESTIMATE, NODES))).containsExactly(4);
  }

  @Test
  void whatRunsInAnotherPartitionTakesNoneOfTheParallelism() {
    RunningTask elsewhere =
        new RunningTask("task", "node", TaskAsk.Kind.TASK, "gpu", Snapshots.TASK, NOW_MILLIS);
    JobView job =
        Snapshots.job(
            "job",
            JobGoal.BEST_EFFORT,
            Snapshots.tasks(9),
            ImmutableList.copyOf(Collections.nCopies(6, elsewhere)));

    assertThat(options(NODES).parallelisms(JobModel.of(job, ESTIMATE, NODES)).first())
        .isEqualTo(10);
  }

  @Test
  void aTaskTooLargeForEveryNodeHasNoOption() {
    // Both nodes together have the cores, neither has them alone.
    TaskAsk large = new TaskAsk(TaskAsk.Kind.TASK, "", ResourceVector.of(1_024, 3), 1);
    JobView job =
        Snapshots.job("job", JobGoal.BEST_EFFORT, ImmutableList.of(large), ImmutableList.of());

    assertThat(options(NODES).of(JobModel.of(job, ESTIMATE, NODES), EARLY, Double.NaN)).isEmpty();
  }

  @Test
  void aJobWhosePartitionIsGoneHasNoOption() {
    JobModel model = waiting(JobGoal.BEST_EFFORT, 1);
    PlanGrid elsewhere = new PlanGrid(ImmutableList.of("gpu"), 2, 4, 10_000, NOW_MILLIS);
    CapacityForecast forecast = new CapacityForecast(elsewhere, new RemainingConsumption(1_000));
    PlacementOptions options =
        new PlacementOptions(elsewhere, forecast, Snapshots.cluster(NODES), NOW_MILLIS);

    assertThat(options.of(model, EARLY, Double.NaN)).isEmpty();
  }

  @Test
  void consumesTheDemandOfItsTasksAsLongAsTheyAreExpectedToRun() {
    PlacementOption now = option(waiting(JobGoal.BEST_EFFORT, 4), 0, 4);

    // 15 s reach into the second slot.
    assertThat(entries(now).keySet())
        .containsExactly(
            GRID.row(0, 0, 0), GRID.row(0, 0, 1), GRID.row(0, 1, 0), GRID.row(0, 1, 1));
    assertThat(entries(now).values()).containsExactly(4_096.0, 4_096.0, 4.0, 4.0);
    assertThat(now.successProbability()).isNaN();
  }

  @Test
  void consumesFromItsStartOnAndForLongerWithFewerTasksAtOnce() {
    PlacementOption later = option(waiting(JobGoal.BEST_EFFORT, 4), 1, 2);

    // Two waves of 15 s.
    assertThat(entries(later).keySet())
        .containsExactly(
            GRID.row(0, 0, 1),
            GRID.row(0, 0, 2),
            GRID.row(0, 0, 3),
            GRID.row(0, 1, 1),
            GRID.row(0, 1, 2),
            GRID.row(0, 1, 3));
    assertThat(entries(later).values()).containsExactly(2_048.0, 2_048.0, 2_048.0, 2.0, 2.0, 2.0);
  }

  @Test
  void addsOnlyWhatTheRunningTasksDoNotHold() {
    JobView job =
        Snapshots.job(
            "job",
            JobGoal.BEST_EFFORT,
            Snapshots.tasks(2),
            Snapshots.running(2, NOW_MILLIS - 5_000));
    JobModel model = JobModel.of(job, ESTIMATE, NODES);

    // Two run for 10 s more: what is left is 2 + 2 × 10/15, rounded up to 4 tasks.
    PlacementOption wide = option(model, 0, 4);
    PlacementOption narrow = option(model, 0, 2);

    assertThat(entries(wide).values()).containsExactly(2_048.0, 4_096.0, 2.0, 4.0);
    assertThat(entries(narrow).keySet())
        .containsExactly(
            GRID.row(0, 0, 1), GRID.row(0, 0, 2), GRID.row(0, 1, 1), GRID.row(0, 1, 2));
    assertThat(entries(narrow).values()).containsExactly(2_048.0, 2_048.0, 2.0, 2.0);
  }

  @Test
  void aBestEffortJobIsWorthLessTheLaterItStarts() {
    ImmutableList<PlacementOption> options =
        options(NODES).of(waiting(JobGoal.BEST_EFFORT, 1), EARLY, Double.NaN);

    assertThat(options).extracting(PlacementOption::startSlot).containsExactly(0, 1, 2, 3);
    assertThat(options)
        .extracting(option -> option.column().utility())
        .containsExactly(0.985, 0.975, 0.965, 0.955);
  }

  @Test
  void anSloJobHasOptionsOnlyWhereItCanBeInTime() {
    double deadlineMillis = NOW_MILLIS + 30_000.0;
    DeadlineUtility inTime = new DeadlineUtility(50, deadlineMillis, 0);

    ImmutableList<PlacementOption> options =
        options(NODES).of(waiting(JobGoal.BEST_EFFORT, 2), inTime, deadlineMillis);

    // Both at once: until 15 s before the deadline. One by one: now only.
    assertThat(options)
        .extracting(PlacementOption::parallelism, PlacementOption::startSlot)
        .containsExactly(tuple(2, 0), tuple(2, 1), tuple(1, 0));
    assertThat(options).extracting(PlacementOption::successProbability).containsOnly(1.0);
    assertThat(options).extracting(option -> option.column().utility()).containsOnly(50.0);
  }

  private static JobModel waiting(JobGoal goal, int tasks) {
    return JobModel.of(
        Snapshots.job("job", goal, Snapshots.tasks(tasks), ImmutableList.of()), ESTIMATE, NODES);
  }

  private static ImmutableList<Integer> parallelisms(JobGoal goal, int tasks) {
    return options(NODES).parallelisms(waiting(goal, tasks)).asList();
  }

  private static PlacementOption option(JobModel model, int startSlot, int parallelism) {
    return options(NODES).of(model, EARLY, Double.NaN).stream()
        .filter(option -> option.startSlot() == startSlot && option.parallelism() == parallelism)
        .findFirst()
        .orElseThrow();
  }

  private static PlacementOptions options(ImmutableList<NodeView> nodes) {
    CapacityForecast forecast = new CapacityForecast(GRID, new RemainingConsumption(1_000));
    return new PlacementOptions(GRID, forecast, Snapshots.cluster(nodes), NOW_MILLIS);
  }

  /** What the option consumes, by row. */
  private static NavigableMap<Integer, Double> entries(PlacementOption option) {
    NavigableMap<Integer, Double> entries = new TreeMap<>();
    new PlanInstance(
            GRID.slots(), ImmutableDoubleArray.copyOf(new double[GRID.rows()]), ImmutableList.of())
        .forEachEntry(option.column(), entries::put);
    return entries;
  }
}
