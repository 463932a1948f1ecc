package org.foresight.planner.policy;

import com.google.common.collect.ImmutableSet;
import java.util.Optional;
import java.util.Set;
import org.foresight.planner.SchedulingPolicy;

/**
 * The policies that configuration can name.
 *
 * <p>Names come as sets of the JDK's type: callers outside of the plug-in, which has a Guava of its
 * own, can read them.
 */
public final class Policies {
  private static final ImmutableSet<String> NAMES =
      ImmutableSet.of(
          "threesigma",
          "pointrealest",
          "threesigma-nodist",
          "threesigma-nooe",
          "threesigma-noadapt",
          "fifo",
          "fair",
          "las");

  private static final ImmutableSet<String> SIMULATED_NAMES =
      ImmutableSet.<String>builder()
          .addAll(NAMES)
          .add("prio", "prio-demoting", "pointperfest", "sjf-oracle", "capacity")
          .build();

  private Policies() {}

  /** The names of all policies that a ResourceManager can run. */
  public static Set<String> names() {
    return NAMES;
  }

  /**
   * The names of all policies that a simulator can run: besides those of {@link #names} the ones
   * that are only there to be compared with: they need to know the future, look at nothing but
   * whether there is a deadline, or stand for CapacityScheduler.
   */
  public static Set<String> simulatedNames() {
    return SIMULATED_NAMES;
  }

  /**
   * Makes a policy.
   *
   * @throws IllegalArgumentException if there is none of this name, or {@code context} lacks what
   *     it needs
   */
  public static SchedulingPolicy create(String name, PolicyContext context) {
    Optional<ThreeSigmaVariant> variant = ThreeSigmaVariant.named(name);
    if (variant.isPresent()) {
      return threeSigma(variant.get(), context);
    }
    return switch (name) {
      case "fifo" -> new FifoPolicy();
      case "fair" -> new FairPolicy();
      case "las" -> new LasPolicy(PriorityQueues.DEFAULT);
      case "prio" -> PrioPolicy.strict();
      case "prio-demoting" -> PrioPolicy.demoting();
      case "sjf-oracle" -> new SjfOraclePolicy(oracle(name, context));
      case "capacity" ->
          new CapacityPolicy(
              context
                  .queues()
                  .orElseThrow(() -> lacking(name, "to be told the queues and their capacities")));
      default ->
          throw new IllegalArgumentException(
              "There is no policy ("
                  + name
                  + "); there are "
                  + String.join(", ", SIMULATED_NAMES)
                  + ".");
    };
  }

  private static SchedulingPolicy threeSigma(ThreeSigmaVariant variant, PolicyContext context) {
    RuntimeSource runtimes =
        switch (variant.runtimes()) {
          case DISTRIBUTIONS -> context.runtimes();
          case POINTS -> RuntimeSource.pointsOf(context.runtimes());
          case TRUTH -> RuntimeSource.perfect(oracle(variant.name(), context));
        };
    return new ThreeSigmaPolicy(variant, context.settings(), runtimes, context.solver());
  }

  private static JobOracle oracle(String name, PolicyContext context) {
    return context
        .oracle()
        .orElseThrow(() -> lacking(name, "to know true runtimes, which only a simulator does"));
  }

  private static IllegalArgumentException lacking(String name, String need) {
    return new IllegalArgumentException("The policy (" + name + ") needs " + need + ".");
  }
}
