package org.foresight.benchmarks.hybrid;

import com.google.common.collect.ImmutableList;
import java.util.Locale;
import org.foresight.planner.distributed.hybrid.Placement;
import org.foresight.planner.node.LasSettings;
import org.foresight.planner.policy.BigcPolicy;
import org.foresight.planner.policy.KairosPolicy;
import org.foresight.planner.policy.KairosSettings;
import org.foresight.planner.policy.KairosSettings.TieRule;
import org.foresight.predictor.Counts;

/** The published schedulers, and the variants that take one part away or turn one knob. */
final class Systems {

  static final HybridSystem SPARROW = HybridSystem.published("sparrow", "Sparrow");
  static final HybridSystem HAWK = HybridSystem.published("hawk", "Hawk");
  static final HybridSystem EAGLE = HybridSystem.published("eagle", "Eagle");
  static final HybridSystem DLWL = HybridSystem.published("dlwl-srpt", "DLWL+SRPT");
  static final HybridSystem LWL = HybridSystem.published("lwl", "LWL, central");

  /**
   * As in the simulations of the thesis (§4.6) on its Yahoo trace; nothing runs while suspended.
   */
  private static final KairosSettings KAIROS_SETTINGS =
      new KairosSettings(
          100_000,
          2,
          TieRule.VARIANCE,
          LasSettings.DEFAULT_STARVING_QUANTA,
          LasSettings.DEFAULT_GUARDED_QUANTA,
          0);

  static final HybridSystem KAIROS =
      HybridSystem.kairos(KairosPolicy.NAME, "Kairos", KAIROS_SETTINGS);

  /** One task can make way for one other on each node, and has it to itself when that has ended. */
  static final HybridSystem BIGC =
      HybridSystem.suspending(
          BigcPolicy.NAME, "Two-class preemption", BigcPolicy.NAME, withQueueBound(1));

  static final ImmutableList<HybridSystem> PUBLISHED =
      ImmutableList.of(SPARROW, HAWK, EAGLE, DLWL, LWL, KAIROS, BIGC);

  /** Without those that the thesis does not run on the measured workloads. */
  static final ImmutableList<HybridSystem> ON_FILES =
      ImmutableList.of(SPARROW, HAWK, EAGLE, KAIROS, BIGC);

  /** Kairos with another quantum W, bound Q or rule for ties, or what suspended tasks keep. */
  static final ImmutableList<HybridSystem> KAIROS_VARIANTS = kairosVariants();

  /** Each without one of its parts (§2.4.4 and §3.6.3). */
  static final ImmutableList<HybridSystem> BREAKDOWN =
      ImmutableList.of(
          HybridSystem.changed(
              "hawk-no-partition",
              "Hawk without a short partition",
              "hawk",
              settings -> settings.toBuilder().shortShare(0).build()),
          HybridSystem.changed(
              "hawk-no-stealing",
              "Hawk without stealing",
              "hawk",
              settings -> settings.toBuilder().stealAttempts(0).build()),
          HybridSystem.changed(
              "hawk-no-central",
              "Hawk without a central scheduler",
              "hawk",
              settings -> settings.toBuilder().longJobs(Placement.PROBES).build()),
          HybridSystem.changed(
              "eagle-no-sss",
              "Eagle without SSS",
              "eagle",
              settings -> settings.toBuilder().sharesState(false).build()),
          HybridSystem.changed(
              "eagle-no-sbp",
              "Eagle without SBP",
              "eagle",
              settings -> settings.toBuilder().sticky(false).build()),
          HybridSystem.changed(
              "eagle-no-srpt",
              "Eagle without SRPT",
              "eagle",
              settings -> settings.toBuilder().shortestFirst(false).build()),
          HybridSystem.changed(
              "eagle-no-sbp-srpt",
              "Eagle without SBP and SRPT",
              "eagle",
              settings -> settings.toBuilder().sticky(false).shortestFirst(false).build()),
          HybridSystem.changed(
              "eagle-no-min-probes",
              "Eagle without 20 probes at least",
              "eagle",
              settings -> settings.toBuilder().minProbes(0).build()));

  /** Each with one of its settings changed, or with wrong estimates. */
  static final ImmutableList<HybridSystem> SENSITIVITY = sensitivity();

  private Systems() {}

  private static ImmutableList<HybridSystem> sensitivity() {
    ImmutableList.Builder<HybridSystem> systems = ImmutableList.builder();
    for (HybridSystem base : ImmutableList.of(HAWK, EAGLE)) {
      for (double factor : new double[] {0.5, 2.0}) {
        systems.add(cutoff(base, factor));
      }
    }
    systems.add(misled(HAWK, 0.1, 1.9));
    for (HybridSystem base : ImmutableList.of(EAGLE, DLWL)) {
      systems.add(misled(base, 0.3, 1)).add(misled(base, 1, 1.9));
    }
    for (int attempts : new int[] {1, 100}) {
      systems.add(
          HybridSystem.changed(
              "hawk-steal-" + attempts,
              "Hawk, " + Counts.of(attempts, "attempt") + " to steal",
              HAWK.policy(),
              settings -> settings.toBuilder().stealAttempts(attempts).build()));
    }
    for (int probes : new int[] {5, 40}) {
      systems.add(
          HybridSystem.changed(
              "eagle-min-" + probes,
              "Eagle, " + Counts.of(probes, "probe") + " at least",
              EAGLE.policy(),
              settings -> settings.toBuilder().minProbes(probes).build()));
    }
    for (HybridSystem base : ImmutableList.of(SPARROW, HAWK)) {
      for (int probes : new int[] {1, 4}) {
        systems.add(
            HybridSystem.changed(
                base.name() + "-probes-" + probes,
                base.title() + ", " + Counts.of(probes, "probe") + " a task",
                base.policy(),
                settings -> settings.toBuilder().probesPerTask(probes).build()));
      }
    }
    systems.add(
        HybridSystem.changed(
            "dlwl-srpt-reports-7",
            "DLWL+SRPT, reports every 7 s",
            DLWL.policy(),
            settings -> settings.toBuilder().reportMillis(7_000).build()));
    return systems.build();
  }

  private static ImmutableList<HybridSystem> kairosVariants() {
    ImmutableList.Builder<HybridSystem> systems = ImmutableList.builder();
    for (long seconds : new long[] {10, 1_000, 10_000}) {
      systems.add(
          kairos(
              "w-" + seconds,
              String.format(Locale.ROOT, "a quantum of %,d s", seconds),
              withQuantum(1_000 * seconds)));
    }
    for (int bound : new int[] {1, 4, 8}) {
      systems.add(kairos("q-" + bound, bound + " more than cores", withQueueBound(bound)));
    }
    systems.add(kairos("random", "ties at random", withTies(TieRule.RANDOM)));
    systems.add(kairos("sum", "ties by the sum", withTies(TieRule.SUM)));
    systems.add(
        kairos(
            "share",
            "suspended tasks keep 5 %",
            kairosSettings(
                KAIROS_SETTINGS.quantumMillis(),
                KAIROS_SETTINGS.queueBound(),
                TieRule.VARIANCE,
                KairosSettings.DEFAULT_MINIMUM_SHARE)));
    return systems.build();
  }

  private static HybridSystem kairos(String name, String title, KairosSettings settings) {
    return HybridSystem.kairos(
        KairosPolicy.NAME + "-" + name, KAIROS.title() + ", " + title, settings);
  }

  private static KairosSettings withQuantum(long millis) {
    return kairosSettings(millis, KAIROS_SETTINGS.queueBound(), TieRule.VARIANCE, 0);
  }

  private static KairosSettings withQueueBound(int bound) {
    return kairosSettings(KAIROS_SETTINGS.quantumMillis(), bound, TieRule.VARIANCE, 0);
  }

  private static KairosSettings withTies(TieRule rule) {
    return kairosSettings(KAIROS_SETTINGS.quantumMillis(), KAIROS_SETTINGS.queueBound(), rule, 0);
  }

  private static KairosSettings kairosSettings(
      long quantumMillis, int queueBound, TieRule tieRule, double minimumShare) {
    return new KairosSettings(
        quantumMillis,
        queueBound,
        tieRule,
        KAIROS_SETTINGS.starvingQuanta(),
        KAIROS_SETTINGS.guardedQuanta(),
        minimumShare);
  }

  private static HybridSystem cutoff(HybridSystem base, double factor) {
    return HybridSystem.changed(
        String.format(Locale.ROOT, "%s-cutoff-%.2f", base.name(), factor),
        String.format(Locale.ROOT, "%s, cutoff × %.2f", base.title(), factor),
        base.policy(),
        settings -> settings.toBuilder().cutoffMillis(factor * settings.cutoffMillis()).build());
  }

  private static HybridSystem misled(HybridSystem base, double low, double high) {
    return HybridSystem.misled(
        String.format(Locale.ROOT, "%s-estimates-%.1f-%.1f", base.name(), low, high),
        String.format(Locale.ROOT, "%s, estimates × %.1f to %.1f", base.title(), low, high),
        base.policy(),
        low,
        high);
  }

  /** The published one that a variant is a variant of. */
  static HybridSystem base(HybridSystem variant) {
    return PUBLISHED.stream()
        .filter(system -> system.policy().equals(variant.policy()))
        .findFirst()
        .orElseThrow();
  }
}
