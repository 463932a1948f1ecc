package org.foresight.planner.solver;

import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * What a search looks at first: the few options of every job that gain most at given prices of
 * capacity. An option's <em>gain</em> is its utility less what the room that it takes is worth to
 * others; a job's options that gain much less than its best one are hardly ever in a good plan.
 *
 * <p>Mutable, for one thread.
 */
final class Candidates {

  /** How many options of a job are kept at least, if it has them, and at most. */
  private static final int LEAST = 24;

  private static final int MOST = 256;

  /** Between these, one in so many of the options that a job has on average, */
  private static final int SHARE = 2;

  /** and no more than so many in all: where jobs are few, there is time for more of each. */
  private static final int ALL = 60_000;

  private static final int JOBS_PER_ASK = 16;

  /** How far the candidates of a job are from those of the next in the arrays. */
  final int stride;

  /** The candidates of job j, by gain: those from {@code j * stride}, {@code count[j]} many. */
  final int[] byGain;

  /** The same by utility. */
  final int[] byUtility;

  final int[] count;

  /** Every option's gain. */
  final double[] gain;

  /** The greatest gain of a job, at least 0, which is that of going without. */
  final double[] bestGain;

  private final PlanColumns columns;
  private final int[] bestBlock;
  private final double[] otherGain;
  private final double[] cost;
  private long[] keys = new long[64];

  Candidates(PlanColumns columns) {
    this.columns = columns;
    int average = columns.optionCount() / columns.jobCount;
    int affordable = Math.min(MOST, ALL / columns.jobCount);
    stride = Math.max(LEAST, Math.min(affordable, average / SHARE));
    byGain = new int[columns.jobCount * stride];
    byUtility = new int[columns.jobCount * stride];
    count = new int[columns.jobCount];
    gain = new double[columns.optionCount()];
    bestGain = new double[columns.jobCount];
    bestBlock = new int[columns.jobCount];
    otherGain = new double[columns.jobCount];
    cost = new double[columns.slots];
  }

  /** The greatest gain of a job where it consumes nothing from a block. */
  double gainOutside(int job, int block) {
    return bestBlock[job] == block ? otherGain[job] : bestGain[job];
  }

  /**
   * Chooses anew at the best prices; asked to stop, it leaves the rest as it was. Leaves out what
   * can't be in a better plan than the incumbent: if the bound with a job held to an option is no
   * more than that.
   */
  void update(CapacityPrices prices, double incumbent, BooleanSupplier stop) {
    var lanePrices = new LanePrices(columns, prices.best());
    double gap = prices.bound() - incumbent;
    for (int j = 0; j < columns.jobCount; j++) {
      if (j % JOBS_PER_ASK == 0 && stop.getAsBoolean()) {
        return;
      }
      updateJob(j, lanePrices, gap);
    }
  }

  private void updateJob(int j, LanePrices prices, double gap) {
    bestGain[j] = 0;
    otherGain[j] = 0;
    bestBlock[j] = PlanColumns.NONE;
    int first = columns.jobStart[j];
    int end = columns.jobStart[j + 1];
    int o = first;
    while (o < end) {
      int l = columns.lane[o];
      int laneEnd = columns.endOfLane(o);
      int least = columns.slots;
      int greatest = 0;
      for (int i = o; i < laneEnd; i++) {
        least = Math.min(least, columns.slot[i]);
        greatest = Math.max(greatest, columns.slot[i]);
      }
      prices.costs(l, least, greatest + 1 - least, cost);
      double most = Double.NEGATIVE_INFINITY;
      for (; o < laneEnd; o++) {
        gain[o] = columns.utility[o] - cost[columns.slot[o] - least];
        most = Math.max(most, gain[o]);
      }
      int block = blockOf(l);
      if (most > bestGain[j]) {
        if (block != bestBlock[j]) {
          otherGain[j] = bestGain[j];
        }
        bestGain[j] = most;
        bestBlock[j] = block;
      } else if (block != bestBlock[j]) {
        otherGain[j] = Math.max(otherGain[j], most);
      }
    }
    choose(j, first, end, gap);
  }

  /** The block that tells where a lane runs: its first; none if it consumes nothing. */
  private int blockOf(int l) {
    return columns.partStart[l] == columns.partStart[l + 1]
        ? PlanColumns.NONE
        : columns.partRow[columns.partStart[l]] / columns.slots;
  }

  private void choose(int j, int first, int end, double gap) {
    int all = end - first;
    if (keys.length < all) {
      keys = new long[2 * all];
    }
    for (int o = first; o < end; o++) {
      keys[o - first] = OptionOrder.key(gain[o], o);
    }
    Arrays.sort(keys, 0, all);
    int chosen = Math.min(all, stride);
    while (chosen > 0 && bestGain[j] - gain[OptionOrder.numberOf(keys[chosen - 1])] > gap) {
      chosen--;
    }
    count[j] = chosen;
    for (int i = 0; i < chosen; i++) {
      int option = OptionOrder.numberOf(keys[i]);
      byGain[j * stride + i] = option;
      keys[i] = OptionOrder.key(columns.utility[option], option);
    }
    Arrays.sort(keys, 0, chosen);
    for (int i = 0; i < chosen; i++) {
      byUtility[j * stride + i] = OptionOrder.numberOf(keys[i]);
    }
  }
}
