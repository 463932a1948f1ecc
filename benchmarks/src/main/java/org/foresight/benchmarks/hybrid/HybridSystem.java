package org.foresight.benchmarks.hybrid;

import java.util.Optional;
import java.util.function.UnaryOperator;
import org.foresight.planner.distributed.hybrid.HybridPolicies;
import org.foresight.planner.distributed.hybrid.HybridSettings;
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
 * @param kairos of Kairos, which has none of the other settings and needs no estimates; empty for
 *     all others
 */
record HybridSystem(
    String name,
    String title,
    String policy,
    UnaryOperator<HybridSettings> change,
    double lowEstimate,
    double highEstimate,
    Optional<KairosSettings> kairos) {

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

  /** Kairos with these settings. */
  static HybridSystem kairos(String name, String title, KairosSettings settings) {
    return new HybridSystem(
        name, title, KairosPolicy.NAME, UnaryOperator.identity(), 1, 1, Optional.of(settings));
  }

  /** One with wrong estimates. */
  static HybridSystem misled(
      String name, String title, String policy, double lowEstimate, double highEstimate) {
    return new HybridSystem(
        name, title, policy, UnaryOperator.identity(), lowEstimate, highEstimate, Optional.empty());
  }

  /** Its settings for a trial, whatever they are. */
  String describe(Trial trial) {
    return kairos.isPresent() ? kairos.get().toString() : settings(trial).toString();
  }

  /** Its settings for a trial; of no meaning for Kairos. */
  HybridSettings settings(Trial trial) {
    return change.apply(
        HybridPolicies.settings(
                policy, MILLIS_PER_SECOND * trial.cutoffSeconds(), trial.shortShare())
            .toBuilder()
            .reportMillis(trial.reportMillis())
            .build());
  }
}
