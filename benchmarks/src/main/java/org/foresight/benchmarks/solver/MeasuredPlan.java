package org.foresight.benchmarks.solver;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.util.Collections;
import java.util.Optional;
import org.foresight.planner.solver.GreedySolver;
import org.foresight.planner.solver.PlanInstance;
import org.foresight.planner.solver.PlanSolution;
import org.foresight.planner.solver.PlanSolver;
import org.foresight.planner.solver.PlanSolvers;
import org.foresight.planner.solver.SolverBudget;
import org.foresight.planner.solver.WarmStart;

/**
 * One plan, solved with every budget.
 *
 * @param reference what the objectives are compared with
 * @param boundExcess by what fraction the solver's own bound at the largest budget exceeds the
 *     reference
 * @param objectives at every budget
 * @param greedyObjective of the plain greedy solver
 * @param greedySeconds how long that took: when there is a first solution
 */
record MeasuredPlan(
    Reference reference,
    double boundExcess,
    ImmutableList<Double> objectives,
    double greedyObjective,
    double greedySeconds) {

  /**
   * What an objective is compared with.
   *
   * @param value no plan is worth more
   * @param kind how that is known
   */
  record Reference(double value, Kind kind) {
    enum Kind {
      OPTIMUM("optimum"),
      LINEAR_PROGRAM("LP bound"),
      BRANCHING("SCIP's bound"),
      DUAL("own bound");

      final String text;

      Kind(String text) {
        this.text = text;
      }
    }
  }

  /** How long the linear program may take. */
  private static final double LINEAR_PROGRAM_SECONDS = 60;

  /** How long SCIP may branch and bound. */
  static final double BRANCHING_SECONDS = 30;

  /** Up to so many jobs SCIP's bound is lower than that of the linear relaxation by then. */
  static final int MOST_JOBS_FOR_BRANCHING = 150;

  /** Nobody's word is taken for a bound that is lower by more than this fraction than a plan. */
  private static final double TOLERANCE = 1e-6;

  /** Up to so many jobs we can prove the optimum ourselves. */
  private static final int MOST_JOBS_FOR_OPTIMUM = 25;

  /**
   * Measures a plan.
   *
   * @param provers who knows bounds; nobody for the solver's own
   */
  static MeasuredPlan measure(
      PlanInstance instance, WarmStart warmStart, SolverSizes sizes, Optional<OtherSolvers> provers)
      throws IOException, InterruptedException {
    PlanSolver solver = PlanSolvers.create(PlanSolvers.DEFAULT);
    double before = CpuBudget.nowSeconds();
    PlanSolution greedy = new GreedySolver().solve(instance, SolverBudget.ofWorkUnits(0));
    double greedySeconds = CpuBudget.nowSeconds() - before;
    ImmutableList.Builder<Double> objectives = ImmutableList.builder();
    double bound = Double.POSITIVE_INFINITY;
    for (double seconds : sizes.budgets()) {
      PlanSolution solution = solver.solve(instance, warmStart, CpuBudget.ofSeconds(seconds));
      objectives.add(solution.objective());
      bound = Math.min(bound, solution.bound());
    }
    Reference reference =
        provers.isPresent()
            ? reference(instance, bound, Collections.max(objectives.build()), provers.get())
            : ownReference(instance, bound, sizes);
    return new MeasuredPlan(
        reference,
        bound / reference.value() - 1,
        objectives.build(),
        greedy.objective(),
        greedySeconds);
  }

  private static Reference reference(
      PlanInstance instance, double dualBound, double bestObjective, OtherSolvers provers)
      throws IOException, InterruptedException {
    var reference = new Reference(dualBound, Reference.Kind.DUAL);
    OtherSolvers.Answer relaxation = provers.solve(instance, "GLOP", LINEAR_PROGRAM_SECONDS);
    if (relaxation.optimal()) {
      reference = new Reference(relaxation.objective(), Reference.Kind.LINEAR_PROGRAM);
    }
    if (instance.jobs().size() <= MOST_JOBS_FOR_BRANCHING) {
      OtherSolvers.Answer branching = provers.solve(instance, "SCIP", BRANCHING_SECONDS);
      double bound = branching.bound();
      if (bound < reference.value() && bound >= bestObjective * (1 - TOLERANCE)) {
        return new Reference(
            bound, branching.optimal() ? Reference.Kind.OPTIMUM : Reference.Kind.BRANCHING);
      }
    }
    return reference;
  }

  private static Reference ownReference(
      PlanInstance instance, double dualBound, SolverSizes sizes) {
    if (instance.jobs().size() <= MOST_JOBS_FOR_OPTIMUM) {
      PlanSolution exact =
          PlanSolvers.create("exact").solve(instance, CpuBudget.ofSeconds(sizes.optimumSeconds()));
      if (exact.provenOptimal()) {
        return new Reference(exact.objective(), Reference.Kind.OPTIMUM);
      }
    }
    return new Reference(dualBound, Reference.Kind.DUAL);
  }

  /** Per cent of the reference. */
  double percent(double objective) {
    return 100 * objective / reference.value();
  }

  double percentAt(int budget) {
    return percent(objectives.get(budget));
  }
}
