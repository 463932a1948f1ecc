package org.foresight.benchmarks.solver;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
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
      DUAL("own bound");

      final String text;

      Kind(String text) {
        this.text = text;
      }
    }
  }

  /** How long the linear program may take. */
  private static final double LINEAR_PROGRAM_SECONDS = 60;

  /** Up to so many jobs the optimum is what to compare with. */
  private static final int MOST_JOBS_FOR_OPTIMUM = 25;

  /**
   * Measures a plan.
   *
   * @param linearPrograms who solves the linear relaxation; nobody for the solver's own bound
   */
  static MeasuredPlan measure(
      PlanInstance instance,
      WarmStart warmStart,
      SolverSizes sizes,
      Optional<OtherSolvers> linearPrograms)
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
    Reference reference = reference(instance, bound, sizes, linearPrograms);
    return new MeasuredPlan(
        reference,
        bound / reference.value() - 1,
        objectives.build(),
        greedy.objective(),
        greedySeconds);
  }

  private static Reference reference(
      PlanInstance instance,
      double dualBound,
      SolverSizes sizes,
      Optional<OtherSolvers> linearPrograms)
      throws IOException, InterruptedException {
    if (instance.jobs().size() <= MOST_JOBS_FOR_OPTIMUM) {
      PlanSolution exact =
          PlanSolvers.create("exact").solve(instance, CpuBudget.ofSeconds(sizes.optimumSeconds()));
      if (exact.provenOptimal()) {
        return new Reference(exact.objective(), Reference.Kind.OPTIMUM);
      }
    }
    if (linearPrograms.isPresent()) {
      OtherSolvers.Answer relaxation =
          linearPrograms.get().solve(instance, "GLOP", LINEAR_PROGRAM_SECONDS);
      if (relaxation.optimal()) {
        return new Reference(relaxation.objective(), Reference.Kind.LINEAR_PROGRAM);
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
