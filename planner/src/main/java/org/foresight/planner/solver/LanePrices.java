package org.foresight.planner.solver;

import java.util.Arrays;

/**
 * What the options of a lane cost at prices of rows. The costs of all starts are the correlation of
 * the lane's shares with the prices; the loops are such that a compiler turns them into vector
 * instructions. Follows changes of the prices. Mutable, for one thread.
 */
final class LanePrices {

  private final PlanColumns columns;
  private final double[] prices;
  private final double[] unitPrice;

  /**
   * @param prices of the rows; read whenever costs are asked for
   */
  LanePrices(PlanColumns columns, double[] prices) {
    this.columns = columns;
    this.prices = prices;
    unitPrice = new double[columns.slots];
  }

  /** Fills in what a start in {@code firstSlot} and in each of the slots after it costs. */
  void costs(int l, int firstSlot, int count, double[] costs) {
    Arrays.fill(unitPrice, firstSlot, columns.slots, 0);
    for (int part = columns.partStart[l]; part < columns.partStart[l + 1]; part++) {
      addScaled(
          unitPrice,
          firstSlot,
          prices,
          columns.partRow[part] + firstSlot,
          columns.slots - firstSlot,
          columns.partAmount[part]);
    }
    Arrays.fill(costs, 0, count, 0);
    int shares = columns.shareStart[l];
    int length = Math.min(columns.shareCount[l], columns.slots - firstSlot);
    for (int k = 0; k < length; k++) {
      int from = firstSlot + k;
      addScaled(
          costs,
          0,
          unitPrice,
          from,
          Math.min(count, columns.slots - from),
          columns.share[shares + k]);
    }
  }

  private static void addScaled(
      double[] sum, int sumFrom, double[] added, int addedFrom, int count, double factor) {
    for (int i = 0; i < count; i++) {
      sum[sumFrom + i] += factor * added[addedFrom + i];
    }
  }
}
