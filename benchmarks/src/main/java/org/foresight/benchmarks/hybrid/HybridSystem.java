package org.foresight.benchmarks.hybrid;

import java.util.Optional;
import java.util.function.UnaryOperator;
import org.foresight.planner.distributed.hybrid.HybridPolicies;
import org.foresight.planner.distributed.hybrid.HybridSettings;
import org.foresight.planner.policy.BigcPolicy;
import org.foresight.planner.policy.BigcSettings;
import org.foresight.planner.policy.KairosPolicy;
import org.foresight.planner.policy.KairosSettings;

/**
 * A scheduler as it is run: a published one, or one of its variants.
 *
 * @param name unique in the evaluation
 * @param title for people
 * @param policy name of the published scheduler
 * @param change what is different; gets the trial's settings
 * @param lowEstimate least factor that estimates are multiplied by
 * @param highEstimate largest factor that estimates are multiplied by
 * @param turns how nodes suspend tasks under one of the central schedulers that make them do so,
 *     which have none of the other settings; empty for all others
 */
record HybridSystem(
    String name,
    String title,
    String policy,
    UnaryOperator<HybridSettings> change,
    double lowEstimate,
    double highEstimate,
    Optional<KairosSettings> turns) {

  private static final double MILLIS_PER_SECOND = 1_000.0;

  /** The published one. */
  static HybridSystem published(String policy, String title) {
    return changed(policy, title, policy, UnaryOperator.identity());
  }

  /** One with other settings. */
  static HybridSystem changed(
      String name, String title, String policy, UnaryOperator<HybridSettings> change) {
    return new HybridSystem(name, title, policy, change, 1, 1, Optional.empty());
  }

  /** Kairos with these settings, which needs no estimates. */
  static HybridSystem kairos(String name, String title, KairosSettings settings) {
    return suspending(name, title, KairosPolicy.NAME, settings);
  }

  /** A central one under which nodes suspend tasks by these settings. */
  static HybridSystem suspending(
      String name, String title, String policy, KairosSettings settings) {
    return new HybridSystem(
        name, title, policy, UnaryOperator.identity(), 1, 1, Optional.of(settings));
  }

  /** One with wrong estimates. */
  static HybridSystem misled(
      String name, String title, String policy, double lowEstimate, double highEstimate) {
    return new HybridSystem(
        name, title, policy, UnaryOperator.identity(), lowEstimate, highEstimate, Optional.empty());
  }

  /** Its settings for a trial, whatever they are. */
  String describe(Trial trial) {
    if (turns.isEmpty()) {
      return settings(trial).toString();
    }
    String described = turns.get().toString();
    return policy.equals(BigcPolicy.NAME) ? described + " " + bigc(trial) : described;
  }

  /** Two classes as in Kairos' evaluation (§4.5.2), with the trial's cutoff. */
  BigcSettings bigc(Trial trial) {
    return BigcSettings.DEFAULT.withCutoffMillis(MILLIS_PER_SECOND * trial.cutoffSeconds());
  }

  /** Its settings for a trial; of no meaning where nodes suspend tasks. */
  HybridSettings settings(Trial trial) {
    return change.apply(
        HybridPolicies.settings(
                policy, MILLIS_PER_SECOND * trial.cutoffSeconds(), trial.shortShare())
            .toBuilder()
            .reportMillis(trial.reportMillis())
            .build());
  }
}
