package org.foresight.planner.policy;

import com.google.common.collect.ImmutableSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
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
          ForesightPolicy.NAME,
          "threesigma",
          "pointrealest",
          "threesigma-nodist",
          "threesigma-nooe",
          "threesigma-noadapt",
          "fifo",
          "fair",
          "las",
          "slearn",
          "slearn-dag",
          "gs-posterior",
          "gs-3sigma",
          "gs-3sigma-tl",
          "gs-point",
          "gs-las",
          "gs-fifo",
          KairosPolicy.NAME,
          BigcPolicy.NAME);

  private static final ImmutableSet<String> SIMULATED_NAMES =
      ImmutableSet.<String>builder()
          .addAll(NAMES)
          .add("prio", "prio-demoting", "pointperfest", "sjf-oracle", "gs-oracle", "capacity")
          .build();

  /** Those that know nothing of how long anything takes. */
  private static final ImmutableSet<String> ORDERLESS =
      ImmutableSet.of(KairosPolicy.NAME, "fifo", "gs-fifo", "fair", "las", "gs-las");

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
    SchedulingPolicy policy = withoutSuspension(name, context);
    if (!takesSuspension(name)) {
      return policy;
    }
    return context.suspends()
        ? new SuspendingPolicy(policy, context.kairos())
        : new RunAtOncePolicy(policy);
  }

  /** Whether a policy suspends tasks by itself, where nodes can. */
  public static boolean suspends(String name) {
    return name.equals(KairosPolicy.NAME) || name.equals(BigcPolicy.NAME);
  }

  /**
   * Whether best-effort tasks can be suspended under a policy that does not do so by itself: not
   * where it stands for a scheduler that knows nothing of it.
   */
  public static boolean takesSuspension(String name) {
    return !suspends(name) && !name.equals("capacity");
  }

  /**
   * How many virtual cores of best-effort tasks a node takes beyond those that it has, unless it is
   * said. Where nothing is known of sizes, short tasks overtake long ones by taking turns with them
   * (Kairos §4.5.2); who serves jobs in an order of sizes, or plans for deadlines, lets them wait
   * for the first core that is free anywhere.
   */
  public static int usualQueueBound(String name) {
    return ORDERLESS.contains(name) ? KairosSettings.DEFAULT.queueBound() : 0;
  }

  /**
   * A policy that passes over jobs to which another one gives room that they do not use.
   *
   * @param policy plans
   * @param offers what came of its plans
   * @param nanoTime measures durations
   * @param listener is told, at most once a minute of each job, which one is passed over and why
   */
  public static SchedulingPolicy passingOver(
      SchedulingPolicy policy, Offers offers, LongSupplier nanoTime, Consumer<String> listener) {
    return new PassingOverPolicy(policy, offers, nanoTime, listener);
  }

  private static SchedulingPolicy withoutSuspension(String name, PolicyContext context) {
    Optional<ThreeSigmaVariant> variant = ThreeSigmaVariant.named(name);
    if (variant.isPresent()) {
      return threeSigma(variant.get(), context);
    }
    return switch (name) {
      case ForesightPolicy.NAME ->
          new ForesightPolicy(
              context.settings(),
              context.gs(),
              context.runtimes(),
              context.spreads(),
              context.solver());
      case "fifo", "gs-fifo" -> new FifoPolicy(name);
      case "fair" -> new FairPolicy();
      case KairosPolicy.NAME -> new KairosPolicy(context.kairos());
      case BigcPolicy.NAME -> new BigcPolicy(context.bigc(), runtimes(context));
      case "las", "gs-las" -> new LasPolicy(name, context.gs().queues());
      case "slearn",
          "slearn-dag",
          "gs-posterior",
          "gs-3sigma",
          "gs-3sigma-tl",
          "gs-point",
          "gs-oracle" ->
          new GsPolicy(name, context.gs().queues(), sizing(name, context));
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

  private static JobRuntimes runtimes(PolicyContext context) {
    return new JobRuntimes(context.runtimes(), context.settings().unknownRuntimeMillis());
  }

  private static JobSizing sizing(String name, PolicyContext context) {
    GsSettings gs = context.gs();
    if (name.equals("gs-oracle")) {
      return new OracleSizing(oracle(name, context));
    }
    JobRuntimes runtimes = runtimes(context);
    return switch (name) {
      case "gs-3sigma" -> new HistorySizing(runtimes, PointOfHistory.INVERSE_SQUARE, 0);
      case "gs-3sigma-tl" ->
          new HistorySizing(runtimes, PointOfHistory.INVERSE_SQUARE, gs.thinLimit());
      case "gs-point" -> new HistorySizing(runtimes, PointOfHistory.MEDIAN, 0);
      case "gs-posterior" ->
          new PosteriorSizing(gs, runtimes, new JobPosteriors(runtimes, context.spreads()));
      default -> new SamplingSizing(gs, runtimes, name.equals("slearn-dag"));
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
