package org.foresight.planner.placement;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import java.util.Arrays;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.solver.PlanInstance;
import org.foresight.predictor.RuntimeDistribution;

/**
 * Generates what may become of a running job that may be stopped. 3Sigma's schedulers pre-empt
 * best-effort jobs (§6.1) but its formulation does not say how; here a running job is a variable
 * like a waiting one: its options are to keep its tasks, which consumes what they are expected to
 * hold, RRC, or only some of them, or to keep them up to some slot; and no option means to stop it.
 *
 * <p>A gang is kept whole or not at all. Of another job the tasks that started last are stopped
 * first.
 */
public final class KeepOptions {

  private final PlanGrid grid;
  private final PlanRows rows;
  private final CapacityForecast forecast;

  public KeepOptions(PlanGrid grid, PlanRows rows, CapacityForecast forecast) {
    this.grid = grid;
    this.rows = rows;
    this.forecast = forecast;
  }

  /** What it is worth that tasks which run now are kept until they end. */
  @FunctionalInterface
  public interface Worth {

    /**
     * What it is worth.
     *
     * @param tasks how many tasks are kept
     * @param attainedMillis how long they have run so far, all together
     */
    double of(int tasks, double attainedMillis);
  }

  /**
   * The options of a job, to keep all of its tasks first.
   *
   * @param groups its running tasks, the first started first
   * @param taskRuntime distribution of the runtime of each
   */
  public ImmutableList<KeepOption> of(
      JobView job,
      ImmutableList<RunningGroup> groups,
      RuntimeDistribution taskRuntime,
      Worth worth) {
    ImmutableList.Builder<KeepOption> options = ImmutableList.builder();
    int running = groups.stream().mapToInt(RunningGroup::count).sum();
    for (int kept : keptTasks(running, job.goal().gang())) {
      ImmutableList<RunningGroup> first = firstStarted(groups, kept);
      ImmutableDoubleArray alive = meanAlive(first, kept, taskRuntime);
      PlanRows.Charges charges = rows.chargesOf(job, first);
      double value = worth.of(kept, attainedMillis(first));
      for (int until : untilSlots(alive.length()).asList()) {
        double endProbability = until < alive.length() ? 1.0 - alive.get(until) : 1.0;
        if (value * endProbability > 0) {
          PlanInstance.Profile profile =
              new PlanInstance.Profile(alive.subArray(0, Math.min(until, alive.length())));
          options.add(
              new KeepOption(
                  kept,
                  until,
                  new PlanInstance.Option(
                      value * endProbability, 0, profile, charges.blocks(), charges.amounts())));
        }
      }
    }
    return options.build();
  }

  private static ImmutableSortedSet<Integer> keptTasks(int running, boolean gang) {
    return gang
        ? ImmutableSortedSet.of(running)
        : ImmutableSortedSet.<Integer>reverseOrder()
            .add(running, (running * 3 + 3) / 4, (running + 1) / 2, (running + 3) / 4)
            .build();
  }

  /** For ever, and up to slots of which each is twice as far as the one before. */
  private ImmutableIntArray untilSlots(int endSlot) {
    ImmutableIntArray.Builder slots = ImmutableIntArray.builder();
    slots.add(grid.slots());
    for (int slot = 1; slot < endSlot; slot *= 2) {
      slots.add(slot);
    }
    return slots.build();
  }

  private static ImmutableList<RunningGroup> firstStarted(
      ImmutableList<RunningGroup> groups, int tasks) {
    ImmutableList.Builder<RunningGroup> first = ImmutableList.builder();
    int left = tasks;
    for (RunningGroup group : groups) {
      if (left > 0) {
        first.add(group.ofSize(Math.min(left, group.count())));
        left -= group.count();
      }
    }
    return first.build();
  }

  /** Part of the tasks that still run at the start of every slot, up to where hardly any do. */
  private ImmutableDoubleArray meanAlive(
      ImmutableList<RunningGroup> groups, int tasks, RuntimeDistribution taskRuntime) {
    double[] mean = new double[grid.slots()];
    for (RunningGroup group : groups) {
      double[] alive = forecast.alive(group, taskRuntime);
      for (int slot = 0; slot < mean.length; slot++) {
        mean[slot] += alive[slot] * group.count() / tasks;
      }
    }
    int length = 0;
    while (length < mean.length && mean[length] >= PlacementOptions.NEGLIGIBLE_SURVIVAL) {
      length++;
    }
    return ImmutableDoubleArray.copyOf(Arrays.copyOf(mean, length));
  }

  private double attainedMillis(ImmutableList<RunningGroup> groups) {
    double attained = 0;
    for (RunningGroup group : groups) {
      attained += group.count() * group.elapsedMillis(grid.nowMillis());
    }
    return attained;
  }
}
