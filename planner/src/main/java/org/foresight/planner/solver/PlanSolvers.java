package org.foresight.planner.solver;

import com.google.common.collect.ImmutableSet;

/** The solvers that configuration can name. */
public final class PlanSolvers {
  /** The name of {@link DefaultSolver}. */
  public static final String DEFAULT = "default";

  private static final ImmutableSet<String> NAMES =
      ImmutableSet.of(DEFAULT, "lagrangian", "greedy", "exact", "ojalgo");

  private PlanSolvers() {}

  /** The names of all solvers. */
  public static ImmutableSet<String> names() {
    return NAMES;
  }

  /**
   * Makes a solver. {@code exact} and {@code ojalgo} start from the solution of {@code lagrangian}
   * and are meant for small plans.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  public static PlanSolver create(String name) {
    return switch (name) {
      case DEFAULT -> new DefaultSolver();
      case "lagrangian" -> new LagrangianSolver();
      case "greedy" -> new GreedySolver();
      case "exact" -> improving(new ExactSolver());
      case "ojalgo" -> improving(new OjAlgoSolver());
      default ->
          throw new IllegalArgumentException(
              "There is no solver (" + name + "); there are " + String.join(", ", NAMES) + ".");
    };
  }

  private static PlanSolver improving(PlanImprover improver) {
    LagrangianSolver heuristic = new LagrangianSolver();
    return (instance, warmStart, budget) ->
        improver.improve(instance, budget, heuristic.solve(instance, warmStart, budget));
  }
}
