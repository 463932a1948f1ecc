package org.foresight.planner.distributed.hybrid;

import com.google.common.collect.ImmutableSet;
import java.util.Set;

/** The published schedulers by their names, with the defaults of Delgado's thesis. */
public final class HybridPolicies {

  /** Share of the short partition where nothing is known of the workload: Google's (§2.4.1). */
  public static final double DEFAULT_SHORT_SHARE = 0.17;

  private static final String SPARROW = "sparrow";
  private static final String HAWK = "hawk";
  private static final String EAGLE = "eagle";
  private static final String LWL = "lwl";
  private static final String DLWL_SRPT = "dlwl-srpt";

  private static final ImmutableSet<String> NAMES =
      ImmutableSet.of(SPARROW, HAWK, EAGLE, LWL, DLWL_SRPT);

  private static final int STEAL_ATTEMPTS = 10;
  private static final int EAGLE_PROBES = 20;

  private HybridPolicies() {}

  /** All names. */
  public static Set<String> names() {
    return NAMES;
  }

  /**
   * The settings of a published scheduler.
   *
   * <ul>
   *   <li>{@code sparrow}: probes for all jobs, on all nodes (§2.2.3).
   *   <li>{@code hawk}: chapter 2.
   *   <li>{@code eagle}: chapter 3.
   *   <li>{@code lwl}: one scheduler for all jobs, on all nodes (§2.4.5).
   *   <li>{@code dlwl-srpt}: early binding by reports of the nodes, with Eagle's partition and
   *       order (§3.6.2).
   * </ul>
   *
   * @param cutoffMillis estimated mean task runtime from which on a job is long
   * @param shortShare share of the nodes that are for short jobs alone, where the scheduler has
   *     such nodes
   * @throws IllegalArgumentException if there is no scheduler of this name
   */
  public static HybridSettings settings(String name, double cutoffMillis, double shortShare) {
    HybridSettings.Builder settings = HybridSettings.builder().cutoffMillis(cutoffMillis);
    switch (name) {
      case SPARROW -> {}
      case HAWK ->
          settings.shortShare(shortShare).longJobs(Placement.CENTRAL).stealAttempts(STEAL_ATTEMPTS);
      case EAGLE ->
          settings
              .shortShare(shortShare)
              .longJobs(Placement.CENTRAL)
              .minProbes(EAGLE_PROBES)
              .sharesState(true)
              .sticky(true)
              .shortestFirst(true);
      case LWL -> settings.shortJobs(Placement.CENTRAL).longJobs(Placement.CENTRAL);
      case DLWL_SRPT ->
          settings
              .shortShare(shortShare)
              .shortJobs(Placement.REPORTS)
              .longJobs(Placement.REPORTS)
              .shortestFirst(true);
      default ->
          throw new IllegalArgumentException(
              "There is no hybrid policy ("
                  + name
                  + "); there are "
                  + String.join(", ", NAMES)
                  + ".");
    }
    return settings.build();
  }
}
