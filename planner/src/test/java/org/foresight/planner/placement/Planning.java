package org.foresight.planner.placement;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceLimit;
import org.foresight.planner.solver.PlanInstance;
import org.foresight.planner.valuation.RemainingConsumption;
import org.foresight.planner.valuation.UtilityFunction;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.RuntimeDistribution;

/** The parts that options and capacities come from, put together for one moment; a cycle of 1 s. */
final class Planning {

  private static final int TYPES = 2;

  final PlanGrid grid;
  final NodeTypes types;
  final NodeSets sets;
  final PlanRows rows;
  final CapacityForecast forecast;

  Planning(PlanGrid grid, ImmutableList<NodeView> nodes, NodeSets.Want... wants) {
    this(grid, nodes, ImmutableList.of(), false, wants);
  }

  Planning(
      PlanGrid grid,
      ImmutableList<NodeView> nodes,
      ImmutableList<ResourceLimit> limits,
      boolean preempts,
      NodeSets.Want... wants) {
    this.grid = grid;
    types = new NodeTypes(nodes);
    sets = new NodeSets(nodes, Arrays.asList(wants));
    rows = new PlanRows(sets, limits, TYPES, preempts);
    forecast =
        new CapacityForecast(
            grid,
            rows,
            new RemainingConsumption(1_000),
            ClusterSnapshot.of(nodes, ImmutableList.of()));
  }

  JobModel model(JobView job, JobEstimate estimate) {
    return JobModel.of(job, estimate, types);
  }

  PlacementOptions options() {
    return new PlacementOptions(grid, rows, types, forecast);
  }

  /** The options with a start in any slot. */
  ImmutableList<PlacementOption> options(
      JobModel model, UtilityFunction utility, double deadlineMillis) {
    ImmutableIntArray everySlot =
        ImmutableIntArray.copyOf(IntStream.range(0, grid.slots()).toArray());
    return options().of(model, utility, new PlacementOptions.Scope(deadlineMillis, 0.0, everySlot));
  }

  ImmutableList<RunningGroup> running(JobView job) {
    return RunningGroup.of(job, sets);
  }

  void givesBack(JobView job, RuntimeDistribution taskRuntime) {
    forecast.givesBack(job, running(job), taskRuntime);
  }

  /** Capacities of a block, slot by slot. */
  double[] capacities(int block) {
    int first = block * grid.slots();
    return forecast.capacities().subArray(first, first + grid.slots()).toArray();
  }

  /** What an option consumes, by row. */
  NavigableMap<Integer, Double> entries(PlanInstance.Option option) {
    NavigableMap<Integer, Double> entries = new TreeMap<>();
    new PlanInstance(
            grid.slots(),
            ImmutableDoubleArray.copyOf(new double[rows.blocks() * grid.slots()]),
            ImmutableList.of())
        .forEachEntry(option, entries::put);
    return entries;
  }

  /** Row of a resource type of the first set of nodes. */
  int row(int type, int slot) {
    return rows.ofSet(0, type) * grid.slots() + slot;
  }
}
