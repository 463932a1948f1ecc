package org.foresight.planner.policy;

import com.google.common.collect.ImmutableList;
import java.util.Optional;

/**
 * Which parts of 3Sigma are switched on: the systems that its evaluation compares are one planner
 * (3Sigma §5, table 1; §6.2).
 *
 * @param name by which configuration chooses it
 * @param runtimes what the planner knows of runtimes
 * @param overEstimates which jobs get a tail of utility past their deadline
 */
public record ThreeSigmaVariant(String name, Runtimes runtimes, OverEstimates overEstimates) {

  /** What the planner knows of runtimes. */
  public enum Runtimes {
    /** Distributions. */
    DISTRIBUTIONS,
    /** The predictor's point estimates. */
    POINTS,
    /** The true runtimes, which only a simulator knows. */
    TRUTH
  }

  /** Which jobs are taken to be over-estimated (§4.2). */
  public enum OverEstimates {
    /** Those that are hardly expected to run for less than the time to their deadline. */
    ADAPTIVE,
    /** None. */
    NEVER,
    /** All. */
    ALWAYS
  }

  /** 3Sigma itself. */
  public static final ThreeSigmaVariant THREE_SIGMA =
      new ThreeSigmaVariant("threesigma", Runtimes.DISTRIBUTIONS, OverEstimates.ADAPTIVE);

  /** All of them. */
  static final ImmutableList<ThreeSigmaVariant> ALL =
      ImmutableList.of(
          THREE_SIGMA,
          new ThreeSigmaVariant("pointrealest", Runtimes.POINTS, OverEstimates.NEVER),
          new ThreeSigmaVariant("pointperfest", Runtimes.TRUTH, OverEstimates.NEVER),
          new ThreeSigmaVariant("threesigma-nodist", Runtimes.POINTS, OverEstimates.ADAPTIVE),
          new ThreeSigmaVariant("threesigma-nooe", Runtimes.DISTRIBUTIONS, OverEstimates.NEVER),
          new ThreeSigmaVariant(
              "threesigma-noadapt", Runtimes.DISTRIBUTIONS, OverEstimates.ALWAYS));

  /** The one of this name. */
  static Optional<ThreeSigmaVariant> named(String name) {
    return ALL.stream().filter(variant -> variant.name.equals(name)).findFirst();
  }
}
