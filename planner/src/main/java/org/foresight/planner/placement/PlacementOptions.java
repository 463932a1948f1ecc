package org.foresight.planner.placement;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntToDoubleFunction;
import org.foresight.planner.cluster.JobView;
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

  /** Of its utility an option keeps so much: slow nodes are better than none. */
  private static final double LEAST_SHARE = 0.05;

  private static final double MILLIS_PER_HOUR = 3_600_000.0;

  /** Below this survival probability a consumption is dropped: the paper's "no zero terms". */
  static final double NEGLIGIBLE_SURVIVAL = 1e-3;

  private final PlanGrid grid;
  private final PlanRows rows;
  private final NodeTypes nodes;
  private final CapacityForecast forecast;

  public PlacementOptions(
      PlanGrid grid, PlanRows rows, NodeTypes nodes, CapacityForecast forecast) {
    this.grid = grid;
    this.rows = rows;
    this.nodes = nodes;
    this.forecast = forecast;
  }

  /**
   * Which options are worth generating.
   *
   * @param deadlineMillis the job's deadline, for the success probability; NaN for none
   * @param slowHourValue what an hour is worth that a task runs longer than it would on the nodes
   *     that suit its job best of those that it can have; the room that is lost by it may lie
   *     beyond the look-ahead, where no row of the plan has it
   * @param startSlots slots to start in, ascending
   */
  public record Scope(double deadlineMillis, double slowHourValue, ImmutableIntArray startSlots) {
    boolean bestEffort() {
      return Double.isNaN(deadlineMillis);
    }
  }

  /**
   * All options of a job that are worth something: by nodes, then the widest first, then by start.
   */
  public ImmutableList<PlacementOption> of(JobModel model, UtilityFunction utility, Scope scope) {
    ImmutableList<RunningGroup> running = RunningGroup.of(model.job(), rows.sets());
    double[] runningTasks = runningTasks(model, running);
    double left = tasksLeft(model, running);
    ImmutableList.Builder<PlacementOption> options = ImmutableList.builder();
    double hoursToStart = model.tasksToStart() * model.taskRuntime().meanMillis() / MILLIS_PER_HOUR;
    ImmutableList<NodeSets.Choice> choices =
        rows.sets().choices(model.want()).stream()
            .filter(choice -> !parallelisms(model, choice).isEmpty())
            .collect(ImmutableList.toImmutableList());
    for (NodeSets.Choice choice : choices) {
      double slower = choice.slowdown() - choices.get(0).slowdown();
      double price = scope.slowHourValue * slower * hoursToStart;
      for (int parallelism : parallelisms(model, choice)) {
        RuntimeDistribution atBest = model.remainingRuntime(parallelism, left);
        RuntimeDistribution runtime =
            choice.slowdown() == 1.0 ? atBest : atBest.scaledBy(choice.slowdown());
        Shape shape =
            new Shape(model, choice, parallelism, runtime, runningTasks, scope.bestEffort(), price);
        for (int i = 0; i < scope.startSlots().length(); i++) {
          addOption(options, shape, scope.startSlots().get(i), utility, scope.deadlineMillis());
        }
      }
    }
    return options.build();
  }

  private void addOption(
      ImmutableList.Builder<PlacementOption> options,
      Shape shape,
      int start,
      UtilityFunction utility,
      double deadlineMillis) {
    double startMillis = (double) grid.nowMillis() + grid.offsetMillis(start);
    double utilityThere = utility.expected(startMillis, shape.runtime);
    double value = Math.max(LEAST_SHARE * utilityThere, utilityThere - shape.price);
    if (value <= NEGLIGIBLE_UTILITY) {
      return;
    }
    double success =
        Double.isNaN(deadlineMillis) ? Double.NaN : shape.runtime.cdf(deadlineMillis - startMillis);
    PlanInstance.Option column =
        new PlanInstance.Option(
            value, start, shape.profile(start), shape.charges.blocks(), shape.charges.amounts());
    options.add(
        new PlacementOption(
            shape.choice.set(),
            shape.choice.nodeClasses(),
            start,
            shape.parallelism,
            success,
            column));
  }

  /**
   * Whether the empty cluster could run the job. Of a gang that asks for several sizes, or in
   * several partitions, it is enough that it could run each of them.
   */
  public boolean isServable(JobModel model) {
    JobView job = model.job();
    if (job.goal().gang() && job.asks().size() > 1) {
      return job.asks().stream()
          .allMatch(
              ask ->
                  ask.count() <= nodes.fitting(ask.partition(), ImmutableSet.of(), ask.demand()));
    }
    return rows.sets().choices(model.want()).stream()
        .anyMatch(choice -> !parallelisms(model, choice).isEmpty());
  }

  /**
   * Mean time from the job's start to its end in the slowest way that it should be worth starting
   * in: all tasks at once, or, where the cluster is too small for that, one task at a time. A job
   * many times as wide as the cluster takes what it gets; were only its fastest way worth anything,
   * it would wait for an empty cluster.
   */
  public double slowestMeanMillis(JobModel model) {
    double atOnceMillis = model.estimate().span().meanMillis();
    double slowest = atOnceMillis;
    double left = tasksLeft(model, RunningGroup.of(model.job(), rows.sets()));
    for (NodeSets.Choice choice : rows.sets().choices(model.want())) {
      ImmutableSortedSet<Integer> parallelisms = parallelisms(model, choice);
      if (!parallelisms.isEmpty()) {
        boolean wider = parallelisms.first() < tasks(model);
        double mean =
            wider ? model.remainingRuntime(parallelisms.last(), left).meanMillis() : atOnceMillis;
        slowest = Math.max(slowest, mean * choice.slowdown());
      }
    }
    return slowest;
  }

  /**
   * Widest first: everything at once, a half, a quarter, one task at a time. A gang: all or none.
   */
  ImmutableSortedSet<Integer> parallelisms(JobModel model, NodeSets.Choice choice) {
    ImmutableSortedSet.Builder<Integer> parallelisms =
        new ImmutableSortedSet.Builder<>(Comparator.<Integer>reverseOrder());
    long tasks = tasks(model);
    long fitting = nodes.fitting(model.partition(), choice.nodeClasses(), model.demand());
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

  private static long tasks(JobModel model) {
    return (long) model.tasksToStart() + model.job().runningTasks();
  }

  /** Expected number of the job's running tasks that still run at the start of every slot. */
  private double[] runningTasks(JobModel model, ImmutableList<RunningGroup> groups) {
    double[] running = new double[grid.slots()];
    for (RunningGroup group : groups) {
      double[] alive = forecast.alive(group, model.taskRuntime());
      for (int slot = 0; slot < running.length; slot++) {
        running[slot] += group.count() * alive[slot];
      }
    }
    return running;
  }

  /** What is left of the running tasks, in tasks. */
  private double tasksLeft(JobModel model, ImmutableList<RunningGroup> groups) {
    double mean = Math.max(1.0, model.taskRuntime().meanMillis());
    double left = 0;
    for (RunningGroup group : groups) {
      double elapsedMillis = group.elapsedMillis(grid.nowMillis());
      left += group.count() * Math.max(0.0, 1.0 - elapsedMillis / mean);
    }
    return left;
  }

  /** What the options of one parallelism on one set of nodes have in common. */
  private final class Shape {
    private final NodeSets.Choice choice;
    private final int parallelism;
    private final RuntimeDistribution runtime;
    private final double price;
    private final double[] runningTasks;
    private final PlanRows.Charges charges;

    /** Whether the profile counts tasks; else it is a share of all of them. */
    private final boolean countsTasks;

    // Slot 0 may be shorter than the others, so a start now sees other offsets than a later one.
    private final double[] aliveFromNow;
    private final double[] aliveFromSlot;
    private final PlanInstance.Profile fromNow;
    private final PlanInstance.Profile fromSlot;

    Shape(
        JobModel model,
        NodeSets.Choice choice,
        int parallelism,
        RuntimeDistribution runtime,
        double[] runningTasks,
        boolean bestEffort,
        double price) {
      this.choice = choice;
      this.price = price;
      this.parallelism = parallelism;
      this.runtime = runtime;
      this.runningTasks = runningTasks;
      countsTasks = model.job().runningTasks() > 0;
      charges =
          rows.chargesInSet(
              model.job(),
              model.partition(),
              choice.set(),
              countsTasks ? 1.0 : parallelism,
              model.demand(),
              bestEffort,
              model.masterDemand());
      aliveFromNow = alive(slot -> runtime.survival(grid.offsetMillis(slot)));
      aliveFromSlot = alive(slot -> runtime.survival((double) slot * grid.slotMillis()));
      fromNow = profile(0, aliveFromNow);
      fromSlot = profile(0, aliveFromSlot);
    }

    private double[] alive(IntToDoubleFunction survivalAtSlot) {
      double[] alive = new double[grid.slots()];
      int slot = 0;
      double survival = survivalAtSlot.applyAsDouble(0);
      while (survival >= NEGLIGIBLE_SURVIVAL) {
        alive[slot++] = survival;
        survival = slot < alive.length ? survivalAtSlot.applyAsDouble(slot) : 0.0;
      }
      return Arrays.copyOf(alive, slot);
    }

    PlanInstance.Profile profile(int start) {
      if (start == 0) {
        return fromNow;
      }
      return countsTasks ? profile(start, aliveFromSlot) : fromSlot;
    }

    private PlanInstance.Profile profile(int start, double[] alive) {
      if (!countsTasks) {
        return new PlanInstance.Profile(ImmutableDoubleArray.copyOf(alive));
      }
      ImmutableDoubleArray.Builder added = ImmutableDoubleArray.builder();
      for (int k = 0; k < alive.length && start + k < grid.slots(); k++) {
        double tasks = parallelism * alive[k] - runningTasks[start + k];
        added.add(tasks > NEGLIGIBLE_SURVIVAL ? tasks : 0.0);
      }
      return new PlanInstance.Profile(added.build());
    }
  }
}
