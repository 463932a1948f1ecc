package org.foresight.planner.placement;

import com.google.common.primitives.ImmutableDoubleArray;
import java.util.Arrays;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceLimit;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.valuation.RemainingConsumption;
import org.foresight.predictor.RuntimeDistribution;

/**
 * Expected free capacity of every row: what is free now, and what the running tasks are expected to
 * give back (3Sigma §3.2: capacity − Σ RRC). Application masters, and whatever runs that is not
 * ours to plan, are taken to stay.
 *
 * <p>Mutable: first every running job is told, by one of two methods, then the forecast is taken.
 * Not thread-safe.
 */
public final class CapacityForecast {
  private final PlanGrid grid;
  private final PlanRows rows;
  private final RemainingConsumption remaining;
  private final double[] capacities;

  /** What there is at least of every block; limits may be exceeded. */
  private final double[] least;

  /** Starts with what is free now, as if nothing came back. */
  public CapacityForecast(
      PlanGrid grid, PlanRows rows, RemainingConsumption remaining, ClusterSnapshot cluster) {
    this.grid = grid;
    this.rows = rows;
    this.remaining = remaining;
    capacities = new double[rows.blocks() * grid.slots()];
    double[] now = new double[rows.blocks()];
    least = new double[rows.blocks()];
    // By kind first: there are thousands of nodes, but a handful of kinds.
    double[] ofKinds = new double[rows.sets().kinds() * rows.types()];
    double[] spared = new double[ofKinds.length];
    double[] leastOfKinds = new double[ofKinds.length];
    double[] leastSpared = new double[ofKinds.length];
    for (NodeView node : cluster.nodes()) {
      int first = rows.sets().kind(node.partition(), node.nodeClass()) * rows.types();
      ResourceVector forBestEffort = cluster.bestEffortRoom(node);
      add(ofKinds, first, node.free());
      add(spared, first, forBestEffort);
      add(leastOfKinds, first, node.free().orNothing());
      add(leastSpared, first, forBestEffort.orNothing());
    }
    for (int kind = 0; kind < rows.sets().kinds(); kind++) {
      for (int set = 0; set < rows.sets().count(); set++) {
        addKind(now, rows.ofSet(set, 0), ofKinds, set, kind);
        addKind(least, rows.ofSet(set, 0), leastOfKinds, set, kind);
      }
      for (int whole = 0; whole < rows.unstoppedSets(); whole++) {
        addKind(now, rows.ofUnstopped(whole, 0), spared, whole, kind);
        addKind(least, rows.ofUnstopped(whole, 0), leastSpared, whole, kind);
      }
    }
    for (int limit = 0; limit < rows.limits().size(); limit++) {
      int first = rows.ofLimit(limit, 0);
      add(now, first, rows.limits().get(limit).free());
      Arrays.fill(least, first, first + rows.types(), Double.NEGATIVE_INFINITY);
    }
    for (int block = 0; block < now.length; block++) {
      int first = block * grid.slots();
      Arrays.fill(capacities, first, first + grid.slots(), now[block]);
    }
  }

  private void addKind(double[] amounts, int firstBlock, double[] ofKinds, int set, int kind) {
    for (int type = 0; rows.sets().contains(set, kind) && type < rows.types(); type++) {
      amounts[firstBlock + type] += ofKinds[kind * rows.types() + type];
    }
  }

  private void add(double[] amounts, int firstBlock, ResourceVector more) {
    for (int type = 0; type < rows.types(); type++) {
      amounts[firstBlock + type] += more.amount(type);
    }
  }

  /** Takes a running job to give back what its tasks hold as they are expected to end. */
  public void givesBack(
      JobView job, Iterable<RunningGroup> groups, RuntimeDistribution taskRuntime) {
    for (RunningGroup group : groups) {
      double[] alive = alive(group, taskRuntime);
      addReturns(job, group, slot -> 1.0 - alive[slot]);
      addUnstopped(group, slot -> 1.0 - alive[slot]);
    }
  }

  /** Takes a running job to hold nothing: what it holds is for the plan to decide. */
  public void isPlanned(
      JobView job, Iterable<RunningGroup> groups, RuntimeDistribution taskRuntime) {
    for (RunningGroup group : groups) {
      double[] alive = alive(group, taskRuntime);
      addReturns(job, group, slot -> 1.0);
      addUnstopped(group, slot -> 1.0 - alive[slot]);
    }
  }

  private void addUnstopped(RunningGroup group, SlotShare returned) {
    for (int whole = 0; whole < rows.unstoppedSets(); whole++) {
      if (group.kind() >= 0 && rows.sets().contains(whole, group.kind())) {
        addReturns(rows.ofUnstopped(whole, 0), group, group.held(), returned);
      }
    }
  }

  /**
   * The forecast: of nodes what they have together when their tasks have ended, but no less than
   * what those have now that have any. What one is over-committed by is no loss of the others, and
   * what comes back to it may be no gain.
   */
  public ImmutableDoubleArray capacities() {
    ImmutableDoubleArray.Builder forecast = ImmutableDoubleArray.builder(capacities.length);
    for (int block = 0; block < least.length; block++) {
      for (int slot = 0; slot < grid.slots(); slot++) {
        forecast.add(Math.max(least[block], capacities[block * grid.slots() + slot]));
      }
    }
    return forecast.build();
  }

  /** Probability that a task of the group still runs at the start of every slot. */
  double[] alive(RunningGroup group, RuntimeDistribution taskRuntime) {
    double elapsedMillis = group.elapsedMillis(grid.nowMillis());
    RuntimeDistribution runtime =
        group.slowdown() == 1.0 ? taskRuntime : taskRuntime.scaledBy(group.slowdown());
    double[] alive = new double[grid.slots()];
    Arrays.setAll(
        alive, slot -> remaining.at(runtime, elapsedMillis, (double) grid.offsetMillis(slot)));
    return alive;
  }

  private void addReturns(JobView job, RunningGroup group, SlotShare returned) {
    for (int set = 0; set < rows.sets().count(); set++) {
      if (group.kind() >= 0 && rows.sets().contains(set, group.kind())) {
        addReturns(rows.ofSet(set, 0), group, group.blocking(), returned);
      }
    }
    for (int limit : rows.limitsOf(job, group.partition())) {
      if (rows.limits().get(limit).counted() == ResourceLimit.Counted.ALL_CONTAINERS) {
        addReturns(rows.ofLimit(limit, 0), group, group.held(), returned);
      }
    }
  }

  private void addReturns(
      int firstBlock, RunningGroup group, ResourceVector each, SlotShare returned) {
    for (int type = 0; type < rows.types(); type++) {
      double held = (double) group.count() * each.amount(type);
      int from = (firstBlock + type) * grid.slots();
      for (int slot = 0; slot < grid.slots(); slot++) {
        capacities[from + slot] += held * returned.at(slot);
      }
    }
  }

  @FunctionalInterface
  private interface SlotShare {
    double at(int slot);
  }
}
