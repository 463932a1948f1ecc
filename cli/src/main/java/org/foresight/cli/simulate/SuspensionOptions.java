package org.foresight.cli.simulate;

import com.google.common.collect.ImmutableMap;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.foresight.cli.support.DurationConverter;
import org.foresight.cli.support.OptionChecks;
import org.foresight.planner.policy.KairosSettings;
import org.foresight.planner.policy.KairosSettings.TieRule;
import org.foresight.planner.policy.Policies;
import org.foresight.predictor.Counts;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options that say how nodes let tasks take turns. */
final class SuspensionOptions {
  private static final int MAX_WAITING = 1_000;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--las",
      paramLabel = "NAME",
      split = ",",
      description =
          "Policies under which nodes let best-effort tasks take turns by least attained service;"
              + " under kairos and bigc they always do.")
  private List<String> policies = List.of();

  @Option(
      names = "--las-waiting",
      paramLabel = "NUMBER",
      description =
          "How many virtual cores of best-effort tasks a node takes beyond those that it has, where"
              + " tasks take turns (default: 4 under kairos, fifo, fair, las, gs-fifo and gs-las, 0 under policies"
              + " that know of sizes or deadlines).")
  private @Nullable Integer waiting;

  @Option(
      names = "--las-quantum",
      paramLabel = "DURATION",
      defaultValue = "50s",
      converter = DurationConverter.class,
      description =
          "How long a task runs until it may have to make way for one that has run as long"
              + " (default: ${DEFAULT-VALUE}).")
  private Duration quantum;

  @Option(
      names = "--las-ties",
      paramLabel = "RULE",
      defaultValue = "VARIANCE",
      description =
          "Which of the nodes with equally few tasks kairos prefers: variance, sum or random"
              + " (default: variance).")
  private TieRule ties;

  @Option(
      names = "--las-minimum-share",
      paramLabel = "SHARE",
      defaultValue = "0.05",
      description = "What suspended tasks keep of their cores (default: ${DEFAULT-VALUE}).")
  private double minimumShare;

  /** Picocli fills the other fields. */
  @SuppressWarnings("NullAway.Init")
  SuspensionOptions() {}

  void check(List<String> chosen) {
    OptionChecks.requireSome(spec, "--las", policies);
    for (String name : policies) {
      if (!chosen.contains(name)) {
        throw OptionChecks.error(
            spec, "--las has (" + name + "), which is none of --policies " + chosen + ".");
      }
      if (!Policies.suspends(name)
          && !(Policies.simulatedNames().contains(name) && Policies.takesSuspension(name))) {
        throw OptionChecks.error(
            spec, "--las has (" + name + "), under which tasks are never suspended.");
      }
    }
    OptionChecks.requireDistinct(spec, "--las", policies);
    if (waiting != null) {
      OptionChecks.requireBetween(spec, "--las-waiting", waiting, 0, MAX_WAITING);
    }
    OptionChecks.requireBetween(spec, "--las-minimum-share", minimumShare, 0, 0.9);
  }

  /** By what nodes let tasks take turns under a policy; empty where they do not. */
  Optional<KairosSettings> settings(String policy) {
    boolean takeTurns = Policies.suspends(policy) || policies.contains(policy);
    return takeTurns
        ? Optional.of(
            KairosSettings.DEFAULT
                .withQuantumMillis(quantum.toMillis())
                .withQueueBound(waiting == null ? Policies.usualQueueBound(policy) : waiting)
                .withTieRule(ties)
                .withMinimumShare(minimumShare))
        : Optional.empty();
  }

  /** As inputs of a run under a policy. */
  ImmutableMap<String, String> inputs(String policy) {
    return settings(policy)
        .map(settings -> ImmutableMap.of(RunInputs.TURNS, text(settings)))
        .orElse(ImmutableMap.of());
  }

  private static String text(KairosSettings settings) {
    return String.format(
        Locale.ROOT,
        "quantum %d ms, %s more, ties by %s, minimum share %s",
        settings.quantumMillis(),
        Counts.of(settings.queueBound(), "virtual core"),
        settings.tieRule().name().toLowerCase(Locale.ROOT),
        settings.minimumShare());
  }
}
