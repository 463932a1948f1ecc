package org.foresight.planner.placement;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntToDoubleFunction;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.solver.PlanInstance;
import org.foresight.planner.valuation.UtilityFunction;
import org.foresight.predictor.RuntimeDistribution;

/**
 * Generates the placement options of a job (3Sigma §4.3: partition and start; here also the
 * parallelism of an elastic job).
 *
 * <p>An option gives the job a parallelism from its start to its end. What its running tasks hold
 * is in the capacity forecast already, so an option consumes only what it adds to them: with eight
 * tasks running and a parallelism of eight it consumes nothing now, and later what the running
 * tasks are expected to have given back.
 */
public final class PlacementOptions {
  private static final double NEGLIGIBLE_UTILITY = 1e-9;

  /** Below this survival probability a consumption is dropped: the paper's "no zero terms". */
  private static final double NEGLIGIBLE_SURVIVAL = 1e-3;

  private final PlanGrid grid;
  private final CapacityForecast forecast;
  private final ClusterSnapshot cluster;
  private final long nowMillis;

  public PlacementOptions(
      PlanGrid grid, CapacityForecast forecast, ClusterSnapshot cluster, long nowMillis) {
    this.grid = grid;
    this.forecast = forecast;
    this.cluster = cluster;
    this.nowMillis = nowMillis;
  }

  /**
   * All options of a job that are worth something, by start, widest first.
   *
   * @param deadlineMillis its deadline, for the success probability; NaN for none
   */
  public ImmutableList<PlacementOption> of(
      JobModel model, UtilityFunction utility, double deadlineMillis) {
    int partition = grid.partition(model.partition());
    if (partition < 0) {
      return ImmutableList.of();
    }
    double[] runningTasks = runningTasks(model);
    double left = tasksLeft(model);
    boolean isAlone = model.job().runningTasks() == 0;
    ImmutableList.Builder<PlacementOption> options = ImmutableList.builder();
    for (int parallelism : parallelisms(model)) {
      RuntimeDistribution runtime = model.remainingRuntime(parallelism, left);
      // Slot 0 may be shorter than the others, so a start now sees other offsets than a later one.
      double[] aliveFromNow = alive(slot -> runtime.survival(grid.offsetMillis(slot)));
      double[] aliveFromSlot = alive(slot -> runtime.survival((double) slot * grid.slotMillis()));
      PlanInstance.Profile fromSlot = added(0, parallelism, aliveFromSlot, runningTasks);
      for (int start = 0; start < grid.slots(); start++) {
        double startMillis = (double) nowMillis + grid.offsetMillis(start);
        double value = utility.expected(startMillis, runtime);
        if (value > NEGLIGIBLE_UTILITY) {
          double success =
              Double.isNaN(deadlineMillis) ? Double.NaN : runtime.cdf(deadlineMillis - startMillis);
          double[] alive = start == 0 ? aliveFromNow : aliveFromSlot;
          PlanInstance.Profile tasks =
              start > 0 && isAlone ? fromSlot : added(start, parallelism, alive, runningTasks);
          PlanInstance.Option column = column(model, partition, start, tasks, value);
          options.add(new PlacementOption(start, parallelism, success, column));
        }
      }
    }
    return options.build();
  }

  /**
   * Widest first: everything at once, a half, a quarter, one task at a time. A gang: all or none.
   */
  ImmutableSortedSet<Integer> parallelisms(JobModel model) {
    ImmutableSortedSet.Builder<Integer> parallelisms =
        new ImmutableSortedSet.Builder<>(Comparator.<Integer>reverseOrder());
    long tasks = tasks(model);
    long fitting = fitting(model);
    // What runs elsewhere takes none of this partition's room, but counts as running.
    int most = (int) Math.min(tasks, fitting + model.runningElsewhere());
    if (fitting == 0 || (model.job().goal().gang() && most < tasks)) {
      return parallelisms.build();
    }
    parallelisms.add(most);
    if (!model.job().goal().gang()) {
      parallelisms.add((most + 1) / 2, (most + 3) / 4, 1);
    }
    return parallelisms.build();
  }

  /** Whether the empty cluster could run the job. */
  public boolean isServable(JobModel model) {
    return !parallelisms(model).isEmpty();
  }

  /**
   * Mean time from the job's start to its end in the slowest way that it should be worth starting
   * in: all tasks at once, or, where the cluster is too small for that, one task at a time. A job
   * many times as wide as the cluster takes what it gets; were only its fastest way worth anything,
   * it would wait for an empty cluster.
   */
  public double slowestMeanMillis(JobModel model) {
    ImmutableSortedSet<Integer> parallelisms = parallelisms(model);
    boolean wider = !parallelisms.isEmpty() && parallelisms.first() < tasks(model);
    return wider
        ? model.remainingRuntime(parallelisms.last(), tasksLeft(model)).meanMillis()
        : model.estimate().span().meanMillis();
  }

  private static long tasks(JobModel model) {
    return (long) model.tasksToStart() + model.job().runningTasks();
  }

  /** How many of the job's tasks the empty cluster would run at once. */
  private long fitting(JobModel model) {
    long fitting = 0;
    for (NodeView node : cluster.nodes()) {
      if (node.partition().equals(model.partition())) {
        fitting += model.demand().timesIn(node.total());
      }
    }
    return fitting;
  }

  private double[] alive(IntToDoubleFunction survivalAtSlot) {
    double[] alive = new double[grid.slots()];
    Arrays.setAll(alive, survivalAtSlot);
    return alive;
  }

  /** Expected number of the job's running tasks that still run at the start of every slot. */
  private double[] runningTasks(JobModel model) {
    double[] running = new double[grid.slots()];
    for (RunningTask task : model.job().running()) {
      if (task.kind() == TaskAsk.Kind.TASK) {
        double[] alive = forecast.remaining(task, model.taskRuntime(), nowMillis);
        for (int slot = 0; slot < running.length; slot++) {
          running[slot] += alive[slot];
        }
      }
    }
    return running;
  }

  /** What is left of the running tasks, in tasks. */
  private double tasksLeft(JobModel model) {
    double mean = Math.max(1.0, model.taskRuntime().meanMillis());
    double left = 0;
    for (RunningTask task : model.job().running()) {
      if (task.kind() == TaskAsk.Kind.TASK) {
        left += Math.max(0.0, 1.0 - ((double) nowMillis - task.startMillis()) / mean);
      }
    }
    return left;
  }

  /** What an option consumes for each of the tasks that run at once. */
  private PlanInstance.Option column(
      JobModel model, int partition, int start, PlanInstance.Profile tasks, double value) {
    ImmutableIntArray.Builder blocks = ImmutableIntArray.builder();
    ImmutableDoubleArray.Builder amounts = ImmutableDoubleArray.builder();
    for (int type = 0; type < grid.types(); type++) {
      if (model.demand().amount(type) > 0) {
        blocks.add(grid.block(partition, type));
        amounts.add(model.demand().amount(type));
      }
    }
    return new PlanInstance.Option(value, start, tasks, blocks.build(), amounts.build());
  }

  /**
   * How many tasks are expected to run, slot by slot from the start on, beside the running ones.
   */
  private PlanInstance.Profile added(
      int start, int parallelism, double[] alive, double[] runningTasks) {
    ImmutableDoubleArray.Builder added = ImmutableDoubleArray.builder();
    for (int slot = start; slot < grid.slots(); slot++) {
      double survival = alive[slot - start];
      if (survival < NEGLIGIBLE_SURVIVAL) {
        break;
      }
      double tasks = parallelism * survival - runningTasks[slot];
      added.add(tasks > NEGLIGIBLE_SURVIVAL ? tasks : 0.0);
    }
    return new PlanInstance.Profile(added.build());
  }
}
