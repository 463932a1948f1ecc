package org.foresight.planner.policy;

import com.google.common.primitives.ImmutableIntArray;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.placement.JobModel;
import org.foresight.planner.placement.KeepOptions;
import org.foresight.planner.placement.PlanGrid;
import org.foresight.planner.policy.ThreeSigmaVariant.OverEstimates;
import org.foresight.planner.valuation.BestEffortUtility;
import org.foresight.planner.valuation.DeadlineUtility;
import org.foresight.planner.valuation.ServiceUtility;
import org.foresight.planner.valuation.UtilityFunction;
import org.foresight.predictor.RuntimeDistribution;

/**
 * What it is worth to 3Sigma that jobs end, at one moment of planning (3Sigma §3.1, §4.2;
 * docs/decisions/0004-utilities.md).
 */
final class JobValuation {

  /**
   * What starting early is worth to a job that has a deadline to meet, as a share of what it is
   * worth to a best-effort job. As much, and it would be left to chance whether a job with slack
   * lets others go first, which is what its slack is for (3Sigma §2.3, case B).
   */
  private static final double SLO_EARLINESS_SHARE = 0.1;

  private static final double MILLIS_PER_HOUR = 3_600_000.0;

  private final ThreeSigmaSettings settings;
  private final OverEstimates overEstimates;
  private final PlanGrid grid;

  JobValuation(ThreeSigmaSettings settings, OverEstimates overEstimates, PlanGrid grid) {
    this.settings = settings;
    this.overEstimates = overEstimates;
    this.grid = grid;
  }

  /** When the job is to end, to meet its deadline; NaN if it has none left to meet. */
  double deadlineMillis(JobView job) {
    if (!job.goal().isSlo()) {
      return Double.NaN;
    }
    double deadlineMillis =
        (double) job.goal().deadlineMillis().getAsLong() - settings.deadlineMarginMillis();
    return deadlineMillis > grid.nowMillis() ? deadlineMillis : Double.NaN;
  }

  /** Whether the job has a deadline left to meet. */
  boolean isSlo(JobView job) {
    return !Double.isNaN(deadlineMillis(job));
  }

  /**
   * What ending is worth, by its time.
   *
   * @param slowestMillis mean runtime in the slowest way that is worth starting in
   */
  UtilityFunction utility(JobModel model, double slowestMillis) {
    if (model.job().goal().service()) {
      return started(model);
    }
    double deadlineMillis = deadlineMillis(model.job());
    return Double.isNaN(deadlineMillis)
        ? early(model.job(), slowestMillis)
        : inTime(model, deadlineMillis, slowestMillis);
  }

  /** Which running tasks of a best-effort job are worth how much, see {@link KeepOptions}. */
  KeepOptions.Worth keeping(JobView job, int runningTasks) {
    double whole = weight(job);
    return (tasks, attainedMillis) ->
        whole * tasks / runningTasks + settings.lostWorkValue() * attainedMillis / MILLIS_PER_HOUR;
  }

  /** The slots to start in that are worth a look. */
  ImmutableIntArray startSlots(JobView job) {
    double deadlineMillis = deadlineMillis(job);
    int everyUntil = Double.isNaN(deadlineMillis) ? 0 : grid.slotAt((long) deadlineMillis);
    ImmutableIntArray.Builder slots = ImmutableIntArray.builder();
    for (int slot = 0; slot < grid.slots(); slot++) {
      // Without a deadline to aim at, a start far ahead need not be told to the slot. A slot that
      // is
      // looked at stays so as it comes closer; else a promised start would have to be put off.
      long step = Integer.highestOneBit(Math.max(1, slot / 4));
      if (slot <= everyUntil || grid.number(slot) % step == 0) {
        slots.add(slot);
      }
    }
    return slots.build();
  }

  /** The smaller, the earlier a job is served of those that are due. */
  double urgency(JobView job) {
    double deadlineMillis = deadlineMillis(job);
    return Double.isNaN(deadlineMillis) ? -weight(job) : deadlineMillis;
  }

  /** What a best-effort job is worth that ends now. */
  double weight(JobView job) {
    return settings.bestEffortWeight() * aging(job);
  }

  /** Twice the look-ahead: the latest start is still worth something. */
  private UtilityFunction started(JobModel service) {
    return new ServiceUtility(
        weight(service.job()),
        grid.nowMillis(),
        2.0 * grid.lookAheadMillis(),
        service.estimate().span().meanMillis());
  }

  private UtilityFunction early(JobView job, double slowestMillis) {
    // Twice the mean beyond the look-ahead: the latest start is still worth something.
    double spanMillis = grid.lookAheadMillis() + 2.0 * Math.max(1.0, slowestMillis);
    return new BestEffortUtility(weight(job), grid.nowMillis(), spanMillis);
  }

  /** The full value until the deadline; a tail if history says that it is over-estimated. */
  private DeadlineUtility inTime(JobModel model, double deadlineMillis, double slowestMillis) {
    RuntimeDistribution span = model.estimate().span();
    double windowMillis = Math.max(0.0, deadlineMillis - model.job().submitMillis());
    // So long that whatever is started before the deadline is worth something, even if it takes the
    // longest time in the slowest way: the tail is for jobs whose every known runtime is too long.
    double tailMillis =
        windowMillis + span.maxMillis() * Math.max(1.0, slowestMillis / span.meanMillis());
    boolean tail =
        switch (overEstimates) {
          case ADAPTIVE -> span.cdf(windowMillis) < settings.overEstimateThreshold();
          case NEVER -> false;
          case ALWAYS -> true;
        };
    return new DeadlineUtility(
        settings.sloValue() * model.job().goal().value(),
        deadlineMillis,
        tail ? tailMillis : 0.0,
        SLO_EARLINESS_SHARE * weight(model.job()),
        grid.nowMillis());
  }

  /** How many times its weight a job has by now. */
  private double aging(JobView job) {
    double waitedMillis = Math.max(0.0, (double) grid.nowMillis() - job.submitMillis());
    return 1.0 + waitedMillis / settings.agingMillis();
  }
}
