package org.foresight.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableIntArray;
import java.util.Collections;
import java.util.OptionalLong;
import org.foresight.planner.TablePredictor;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodePreference;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.valuation.BestEffortUtility;
import org.foresight.planner.valuation.DeadlineUtility;
import org.foresight.planner.valuation.UtilityFunction;
import org.foresight.predictor.JobEstimate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A cluster of two nodes with two tasks each, slots of 10 s from 100 s on, tasks of 15 s. */
class PlacementOptionsTest {

  private static final long NOW_MILLIS = 100_000;
  private static final PlanGrid GRID = new PlanGrid(4, 10_000, NOW_MILLIS);
  private static final JobEstimate ESTIMATE = TablePredictor.exactly(15_000);
  private static final UtilityFunction EARLY =
      new BestEffortUtility(1, (double) NOW_MILLIS, 1_000_000);
  private static final ImmutableList<NodeView> NODES =
      ImmutableList.of(Snapshots.node("", 2, 2), Snapshots.node("", 2, 2));

  private final Planning planning = new Planning(GRID, NODES);

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

    assertThat(parallelisms(planning.model(job, ESTIMATE))).containsExactly(4);
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

    assertThat(parallelisms(planning.model(job, ESTIMATE)).get(0)).isEqualTo(10);
  }

  @Test
  void aTaskTooLargeForEveryNodeHasNoOption() {
    // Both nodes together have the cores, neither has them alone.
    TaskAsk large = new TaskAsk(TaskAsk.Kind.TASK, "", ResourceVector.of(1_024, 3), 1);
    JobView job =
        Snapshots.job("job", JobGoal.BEST_EFFORT, ImmutableList.of(large), ImmutableList.of());

    assertThat(planning.options(planning.model(job, ESTIMATE), EARLY, Double.NaN)).isEmpty();
  }

  @Test
  void aJobWhosePartitionIsGoneHasNoOption() {
    JobModel model = waiting(JobGoal.BEST_EFFORT, 1);
    Planning elsewhere = new Planning(GRID, ImmutableList.of(Snapshots.node("gpu", 2, 2)));

    assertThat(elsewhere.options(model, EARLY, Double.NaN)).isEmpty();
    assertThat(elsewhere.options().isServable(model)).isFalse();
  }

  @Test
  void consumesTheDemandOfItsTasksAsLongAsTheyAreExpectedToRun() {
    PlacementOption now = option(waiting(JobGoal.BEST_EFFORT, 4), 0, 4);

    // 15 s reach into the second slot.
    assertThat(planning.entries(now.column()).keySet())
        .containsExactly(
            planning.row(0, 0), planning.row(0, 1), planning.row(1, 0), planning.row(1, 1));
    assertThat(planning.entries(now.column()).values()).containsExactly(4_096.0, 4_096.0, 4.0, 4.0);
    assertThat(now.successProbability()).isNaN();
  }

  @Test
  void consumesFromItsStartOnAndForLongerWithFewerTasksAtOnce() {
    PlacementOption later = option(waiting(JobGoal.BEST_EFFORT, 4), 1, 2);

    // Two waves of 15 s.
    assertThat(planning.entries(later.column()).keySet())
        .containsExactly(
            planning.row(0, 1),
            planning.row(0, 2),
            planning.row(0, 3),
            planning.row(1, 1),
            planning.row(1, 2),
            planning.row(1, 3));
    assertThat(planning.entries(later.column()).values())
        .containsExactly(2_048.0, 2_048.0, 2_048.0, 2.0, 2.0, 2.0);
  }

  @Test
  void addsOnlyWhatTheRunningTasksDoNotHold() {
    JobView job =
        Snapshots.job(
            "job",
            JobGoal.BEST_EFFORT,
            Snapshots.tasks(2),
            Snapshots.running(2, NOW_MILLIS - 5_000));
    JobModel model = planning.model(job, ESTIMATE);

    // Two run for 10 s more: what is left is 2 + 2 × 10/15, rounded up to 4 tasks.
    PlacementOption wide = option(model, 0, 4);
    PlacementOption narrow = option(model, 0, 2);

    assertThat(planning.entries(wide.column()).values())
        .containsExactly(2_048.0, 4_096.0, 2.0, 4.0);
    assertThat(planning.entries(narrow.column()).keySet())
        .containsExactly(
            planning.row(0, 1), planning.row(0, 2), planning.row(1, 1), planning.row(1, 2));
    assertThat(planning.entries(narrow.column()).values())
        .containsExactly(2_048.0, 2_048.0, 2.0, 2.0);
  }

  @Test
  void aBestEffortJobIsWorthLessTheLaterItStarts() {
    ImmutableList<PlacementOption> options =
        planning.options(waiting(JobGoal.BEST_EFFORT, 1), EARLY, Double.NaN);

    assertThat(options).extracting(PlacementOption::startSlot).containsExactly(0, 1, 2, 3);
    assertThat(options)
        .extracting(option -> option.column().utility())
        .containsExactly(0.985, 0.975, 0.965, 0.955);
  }

  @Test
  void anSloJobHasOptionsOnlyWhereItCanBeInTime() {
    double deadlineMillis = NOW_MILLIS + 30_000.0;
    DeadlineUtility inTime = new DeadlineUtility(50, deadlineMillis, 0, 0, 0);

    ImmutableList<PlacementOption> options =
        planning.options(waiting(JobGoal.BEST_EFFORT, 2), inTime, deadlineMillis);

    // Both at once: until 15 s before the deadline. One by one: now only.
    assertThat(options)
        .extracting(PlacementOption::parallelism, PlacementOption::startSlot)
        .containsExactly(tuple(2, 0), tuple(2, 1), tuple(1, 0));
    assertThat(options).extracting(PlacementOption::successProbability).containsOnly(1.0);
    assertThat(options).extracting(option -> option.column().utility()).containsOnly(50.0);
  }

  private JobModel waiting(JobGoal goal, int tasks) {
    return planning.model(
        Snapshots.job("job", goal, Snapshots.tasks(tasks), ImmutableList.of()), ESTIMATE);
  }

  /** Of four tasks of 15 s on nodes where they take 60 s three minutes are lost. */
  @ParameterizedTest
  @CsvSource({"0, 100", "100, 95", "1e6, 5"})
  void slowNodesAreWorthLessByTheTimeThatIsLostThere(double hourValue, double expected) {
    NodePreference fast = new NodePreference(ImmutableSet.of("fast"), 4.0);
    JobGoal goal = new JobGoal(OptionalLong.of(NOW_MILLIS + 100_000), false, fast);
    JobView job = Snapshots.job("job", goal, Snapshots.tasks(4), ImmutableList.of());
    ImmutableList<NodeView> nodes =
        ImmutableList.of(Snapshots.node("", "fast", 4), Snapshots.node("", "slow", 4));
    Planning classes = new Planning(GRID, nodes, new NodeSets.Want("", fast));
    double deadlineMillis = NOW_MILLIS + 100_000.0;

    ImmutableList<PlacementOption> options =
        classes
            .options()
            .of(
                classes.model(job, ESTIMATE),
                new DeadlineUtility(100, deadlineMillis, 0, 0, NOW_MILLIS),
                new PlacementOptions.Scope(deadlineMillis, hourValue, ImmutableIntArray.of(0)));

    assertThat(options)
        .filteredOn(option -> option.parallelism() == 4)
        .extracting(option -> option.column().utility())
        .containsExactly(100.0, expected);
  }

  /** Elsewhere it can't run: it loses no time by the choice. */
  @Test
  void slowNodesAreWorthAllToAJobThatCanHaveNoOthers() {
    NodePreference fast = new NodePreference(ImmutableSet.of("fast"), 4.0);
    JobGoal gang = new JobGoal(OptionalLong.of(NOW_MILLIS + 100_000), true, fast);
    JobView job = Snapshots.job("job", gang, Snapshots.tasks(4), ImmutableList.of());
    NodeView slow = Snapshots.node("", "slow", 4);
    NodeView few = Snapshots.node("", "fast", 1);

    assertThat(utilities(job, slow)).containsExactly(100.0);
    assertThat(utilities(job, few, slow)).containsExactly(100.0);
  }

  /** They stay where they are. */
  @Test
  void tasksThatRunLoseNoTimeOnSlowNodes() {
    NodePreference fast = new NodePreference(ImmutableSet.of("fast"), 4.0);
    JobGoal goal = new JobGoal(OptionalLong.of(NOW_MILLIS + 100_000), true, fast);
    JobView job = Snapshots.job("job", goal, Snapshots.tasks(4), Snapshots.running(4, NOW_MILLIS));

    assertThat(utilities(job, Snapshots.node("", "fast", 8), Snapshots.node("", "slow", 8)))
        .containsExactly(100.0, 95.0);
  }

  /**
   * Of the options of starting now, where an hour on slow nodes costs as much as the job is worth.
   */
  private static ImmutableList<Double> utilities(JobView job, NodeView... nodes) {
    double deadlineMillis = NOW_MILLIS + 100_000.0;
    NodeSets.Want want = new NodeSets.Want("", job.goal().preference());
    Planning classes = new Planning(GRID, ImmutableList.copyOf(nodes), want);
    return classes
        .options()
        .of(
            classes.model(job, ESTIMATE),
            new DeadlineUtility(100, deadlineMillis, 0, 0, NOW_MILLIS),
            new PlacementOptions.Scope(deadlineMillis, 100.0, ImmutableIntArray.of(0)))
        .stream()
        .map(option -> option.column().utility())
        .collect(ImmutableList.toImmutableList());
  }

  private ImmutableList<Integer> parallelisms(JobGoal goal, int tasks) {
    return parallelisms(waiting(goal, tasks));
  }

  private ImmutableList<Integer> parallelisms(JobModel model) {
    NodeSets.Choice choice = planning.sets.choices(model.want()).get(0);
    return planning.options().parallelisms(model, choice).asList();
  }

  private PlacementOption option(JobModel model, int startSlot, int parallelism) {
    return planning.options(model, EARLY, Double.NaN).stream()
        .filter(option -> option.startSlot() == startSlot && option.parallelism() == parallelism)
        .findFirst()
        .orElseThrow();
  }
}
