package org.foresight.planner.policy;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.function.BooleanSupplier;
import org.foresight.planner.solver.PlanInstance;
import org.foresight.planner.solver.SolverBudget;

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
 * @param solverWorkUnits bound of the solver's work in a cycle; 0 for one that grows with the
 *     number of jobs in the plan, see {@link SolverBudget#workUnitsFor}
 * @param preempts whether running best-effort jobs may be stopped; only where the host can do it
 * @param stopMillis how long it takes until a task that is stopped has given its room back;
 *     whatever is expected to end before that is not stopped
 * @param lostWorkValue what an hour of work of a task that is stopped is worth, beyond what its job
 *     is
 * @param plannedLoad best-effort jobs beyond those that would keep all that is free in the
 *     look-ahead busy so many times over are not planned but wait, the densest in utility being
 *     planned first
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
    long solverWorkUnits,
    boolean preempts,
    long stopMillis,
    double lostWorkValue,
    double plannedLoad) {

  /** A cycle of a second, ten minutes of look-ahead. */
  public static final ThreeSigmaSettings DEFAULT =
      new ThreeSigmaSettings(
          1_000, 20_000, 30, 100.0, 1.0, 120_000, 0.05, 2_000, 300_000, 30_000, 0, false, 0, 1.0,
          3.0);

  public ThreeSigmaSettings {
    requirePositive("cycleMillis", cycleMillis);
    requirePositive("slotMillis", slotMillis);
    requirePositive("lookAheadSlots", lookAheadSlots);
    requirePositive("sloValue", sloValue);
    requirePositive("bestEffortWeight", bestEffortWeight);
    requirePositive("agingMillis", agingMillis);
    requirePositive("unknownRuntimeMillis", unknownRuntimeMillis);
    requirePositive("plannedLoad", plannedLoad);
    if (deadlineMarginMillis < 0 || masterLeadMillis < 0) {
      throw new IllegalArgumentException(
          "deadlineMarginMillis ("
              + deadlineMarginMillis
              + ") and masterLeadMillis ("
              + masterLeadMillis
              + ") must not be negative.");
    }
    if (stopMillis < 0) {
      throw new IllegalArgumentException(
          "The stopMillis (" + stopMillis + ") must not be negative.");
    }
    if (solverWorkUnits < 0) {
      throw new IllegalArgumentException(
          "The solverWorkUnits (" + solverWorkUnits + ") must not be negative.");
    }
    if (!(overEstimateThreshold >= 0 && overEstimateThreshold <= 1)) {
      throw new IllegalArgumentException(
          "The overEstimateThreshold (" + overEstimateThreshold + ") must lie in [0, 1].");
    }
    if (!(lostWorkValue >= 0)) {
      throw new IllegalArgumentException(
          "The lostWorkValue (" + lostWorkValue + ") must not be negative.");
    }
  }

  /** What a solver may use for a plan. */
  SolverBudget budget(PlanInstance instance, BooleanSupplier stop) {
    return new SolverBudget(
        solverWorkUnits > 0 ? solverWorkUnits : SolverBudget.workUnitsFor(instance), stop);
  }

  /** A builder that starts with these settings. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** These settings with another cycle and grid. */
  public ThreeSigmaSettings withGrid(long newCycleMillis, long newSlotMillis, int newSlots) {
    return toBuilder()
        .cycleMillis(newCycleMillis)
        .slotMillis(newSlotMillis)
        .lookAheadSlots(newSlots)
        .build();
  }

  /** These settings with other allowances for what no runtime contains. */
  public ThreeSigmaSettings withMargins(long newDeadlineMarginMillis, long newMasterLeadMillis) {
    return toBuilder()
        .deadlineMarginMillis(newDeadlineMarginMillis)
        .masterLeadMillis(newMasterLeadMillis)
        .build();
  }

  private static void requirePositive(String name, double value) {
    if (!(value > 0)) {
      throw new IllegalArgumentException("The " + name + " (" + value + ") must be positive.");
    }
  }

  /** Collects settings; not thread-safe. */
  public static final class Builder {
    private long cycleMillis;
    private long slotMillis;
    private int lookAheadSlots;
    private double sloValue;
    private double bestEffortWeight;
    private long agingMillis;
    private double overEstimateThreshold;
    private long deadlineMarginMillis;
    private long unknownRuntimeMillis;
    private long masterLeadMillis;
    private long solverWorkUnits;
    private boolean preempts;
    private long stopMillis;
    private double lostWorkValue;
    private double plannedLoad;

    private Builder(ThreeSigmaSettings from) {
      cycleMillis = from.cycleMillis;
      slotMillis = from.slotMillis;
      lookAheadSlots = from.lookAheadSlots;
      sloValue = from.sloValue;
      bestEffortWeight = from.bestEffortWeight;
      agingMillis = from.agingMillis;
      overEstimateThreshold = from.overEstimateThreshold;
      deadlineMarginMillis = from.deadlineMarginMillis;
      unknownRuntimeMillis = from.unknownRuntimeMillis;
      masterLeadMillis = from.masterLeadMillis;
      solverWorkUnits = from.solverWorkUnits;
      preempts = from.preempts;
      stopMillis = from.stopMillis;
      lostWorkValue = from.lostWorkValue;
      plannedLoad = from.plannedLoad;
    }

    /** See {@link ThreeSigmaSettings}. */
    @CanIgnoreReturnValue
    public Builder cycleMillis(long value) {
      cycleMillis = value;
      return this;
    }

    /** See {@link ThreeSigmaSettings}. */
    @CanIgnoreReturnValue
    public Builder slotMillis(long value) {
      slotMillis = value;
      return this;
    }

    /** See {@link ThreeSigmaSettings}. */
    @CanIgnoreReturnValue
    public Builder lookAheadSlots(int value) {
      lookAheadSlots = value;
      return this;
    }

    /** See {@link ThreeSigmaSettings}. */
    @CanIgnoreReturnValue
    public Builder sloValue(double value) {
      sloValue = value;
      return this;
    }

    /** See {@link ThreeSigmaSettings}. */
    @CanIgnoreReturnValue
    public Builder bestEffortWeight(double value) {
      bestEffortWeight = value;
      return this;
    }

    /** See {@link ThreeSigmaSettings}. */
    @CanIgnoreReturnValue
    public Builder agingMillis(long value) {
      agingMillis = value;
      return this;
    }

    /** See {@link ThreeSigmaSettings}. */
    @CanIgnoreReturnValue
    public Builder overEstimateThreshold(double value) {
      overEstimateThreshold = value;
      return this;
    }

    /** See {@link ThreeSigmaSettings}. */
    @CanIgnoreReturnValue
    public Builder deadlineMarginMillis(long value) {
      deadlineMarginMillis = value;
      return this;
    }

    /** See {@link ThreeSigmaSettings}. */
    @CanIgnoreReturnValue
    public Builder unknownRuntimeMillis(long value) {
      unknownRuntimeMillis = value;
      return this;
    }

    /** See {@link ThreeSigmaSettings}. */
    @CanIgnoreReturnValue
    public Builder masterLeadMillis(long value) {
      masterLeadMillis = value;
      return this;
    }

    /** See {@link ThreeSigmaSettings}. */
    @CanIgnoreReturnValue
    public Builder solverWorkUnits(long value) {
      solverWorkUnits = value;
      return this;
    }

    /** See {@link ThreeSigmaSettings}. */
    @CanIgnoreReturnValue
    public Builder preempts(boolean value) {
      preempts = value;
      return this;
    }

    /** See {@link ThreeSigmaSettings}. */
    @CanIgnoreReturnValue
    public Builder stopMillis(long value) {
      stopMillis = value;
      return this;
    }

    /** See {@link ThreeSigmaSettings}. */
    @CanIgnoreReturnValue
    public Builder lostWorkValue(double value) {
      lostWorkValue = value;
      return this;
    }

    /** See {@link ThreeSigmaSettings}. */
    @CanIgnoreReturnValue
    public Builder plannedLoad(double value) {
      plannedLoad = value;
      return this;
    }

    /**
     * The settings.
     *
     * @throws IllegalArgumentException if one of them is out of its range
     */
    public ThreeSigmaSettings build() {
      return new ThreeSigmaSettings(
          cycleMillis,
          slotMillis,
          lookAheadSlots,
          sloValue,
          bestEffortWeight,
          agingMillis,
          overEstimateThreshold,
          deadlineMarginMillis,
          unknownRuntimeMillis,
          masterLeadMillis,
          solverWorkUnits,
          preempts,
          stopMillis,
          lostWorkValue,
          plannedLoad);
    }
  }
}
