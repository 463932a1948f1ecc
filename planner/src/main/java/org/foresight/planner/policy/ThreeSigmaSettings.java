package org.foresight.planner.policy;

/**
 * Settings of {@link ThreeSigmaPolicy}. The paper names neither the utilities nor the thresholds;
 * the defaults are ours and fixed before any comparison.
 *
 * @param cycleMillis length of a planning cycle, the unit of under-estimate handling (§4.2)
 * @param slotMillis length of a planning slot
 * @param lookAheadSlots how many slots ahead a start may be planned
 * @param sloValue utility of meeting a deadline
 * @param bestEffortWeight utility of a best-effort job that ends at once
 * @param agingMillis a best-effort job's weight grows by {@code bestEffortWeight} in this time of
 *     waiting, so that nothing starves
 * @param overEstimateThreshold below this probability of a runtime no longer than (deadline −
 *     submission) a job counts as over-estimated and gets a tail (§4.2)
 * @param deadlineMarginMillis how long before its deadline a job is planned to end: room for what
 *     no runtime contains, such as heartbeats and the start of containers
 * @param unknownRuntimeMillis mean runtime assumed of a best-effort job without history
 * @param masterLeadMillis how long before a job's planned start its application master may start
 * @param solverWorkUnits bound of the solver's work in a cycle
 */
public record ThreeSigmaSettings(
    long cycleMillis,
    long slotMillis,
    int lookAheadSlots,
    double sloValue,
    double bestEffortWeight,
    long agingMillis,
    double overEstimateThreshold,
    long deadlineMarginMillis,
    long unknownRuntimeMillis,
    long masterLeadMillis,
    long solverWorkUnits) {

  /** A cycle of a second, ten minutes of look-ahead. */
  public static final ThreeSigmaSettings DEFAULT =
      new ThreeSigmaSettings(
          1_000, 20_000, 30, 100.0, 1.0, 120_000, 0.05, 2_000, 300_000, 30_000, 20_000);

  public ThreeSigmaSettings {
    requirePositive("cycleMillis", cycleMillis);
    requirePositive("slotMillis", slotMillis);
    requirePositive("lookAheadSlots", lookAheadSlots);
    requirePositive("sloValue", sloValue);
    requirePositive("bestEffortWeight", bestEffortWeight);
    requirePositive("agingMillis", agingMillis);
    requirePositive("unknownRuntimeMillis", unknownRuntimeMillis);
    requirePositive("solverWorkUnits", solverWorkUnits);
    if (deadlineMarginMillis < 0 || masterLeadMillis < 0) {
      throw new IllegalArgumentException(
          "deadlineMarginMillis ("
              + deadlineMarginMillis
              + ") and masterLeadMillis ("
              + masterLeadMillis
              + ") must not be negative.");
    }
    if (!(overEstimateThreshold >= 0 && overEstimateThreshold <= 1)) {
      throw new IllegalArgumentException(
          "The overEstimateThreshold (" + overEstimateThreshold + ") must lie in [0, 1].");
    }
  }

  /** These settings with another cycle and grid. */
  public ThreeSigmaSettings withGrid(long newCycleMillis, long newSlotMillis, int newSlots) {
    return new ThreeSigmaSettings(
        newCycleMillis,
        newSlotMillis,
        newSlots,
        sloValue,
        bestEffortWeight,
        agingMillis,
        overEstimateThreshold,
        deadlineMarginMillis,
        unknownRuntimeMillis,
        masterLeadMillis,
        solverWorkUnits);
  }

  /** These settings with other allowances for what no runtime contains. */
  public ThreeSigmaSettings withMargins(long newDeadlineMarginMillis, long newMasterLeadMillis) {
    return new ThreeSigmaSettings(
        cycleMillis,
        slotMillis,
        lookAheadSlots,
        sloValue,
        bestEffortWeight,
        agingMillis,
        overEstimateThreshold,
        newDeadlineMarginMillis,
        unknownRuntimeMillis,
        newMasterLeadMillis,
        solverWorkUnits);
  }

  private static void requirePositive(String name, double value) {
    if (!(value > 0)) {
      throw new IllegalArgumentException("The " + name + " (" + value + ") must be positive.");
    }
  }
}
