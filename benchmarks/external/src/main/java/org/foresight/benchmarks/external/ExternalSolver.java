package org.foresight.benchmarks.external;

import com.google.ortools.Loader;
import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPSolverParameters;
import com.google.ortools.linearsolver.MPVariable;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Solves a plan with a solver of OR-Tools and prints one line: {@code objective bound choices},
 * where choices are the numbers of the chosen options, counted over all jobs and separated by
 * commas, and where a solver without a solution has the objective NaN.
 *
 * <p>The plan is a file of big-endian numbers: int rows, the double capacity of each; int jobs; for
 * each its int options; for each option its double utility, int entries, and for each entry int row
 * and double amount.
 */
public final class ExternalSolver {

  private ExternalSolver() {}

  /**
   * Arguments: the file, the name of the solver (GLOP and PDLP solve the linear relaxation, SCIP
   * and SAT the plan) and the time limit in seconds of the clock.
   */
  public static void main(String[] arguments) throws IOException {
    Loader.loadNativeLibraries();
    MPSolver solver = MPSolver.createSolver(arguments[1]);
    if (solver == null) {
      throw new IllegalArgumentException("There is no solver (" + arguments[1] + ").");
    }
    List<MPVariable> options = new ArrayList<>();
    try (DataInputStream plan =
        new DataInputStream(
            new BufferedInputStream(Files.newInputStream(Path.of(arguments[0])), 1 << 16))) {
      read(plan, solver, options);
    }
    solver.objective().setMaximization();
    solver.setTimeLimit(Math.round(1000 * Double.parseDouble(arguments[2])));
    if (!solver.setNumThreads(1)) {
      System.err.println(arguments[1] + " has no setting for its threads.");
    }
    MPSolverParameters parameters = new MPSolverParameters();
    parameters.setDoubleParam(MPSolverParameters.DoubleParam.RELATIVE_MIP_GAP, 1e-6);
    MPSolver.ResultStatus status = solver.solve(parameters);
    boolean found =
        status == MPSolver.ResultStatus.OPTIMAL || status == MPSolver.ResultStatus.FEASIBLE;
    System.out.println(
        String.format(
            Locale.ROOT,
            "%s %s %s %s",
            status,
            found ? solver.objective().value() : Double.NaN,
            solver.isMip() ? solver.objective().bestBound() : Double.NaN,
            found && solver.isMip() ? choices(options) : ""));
  }

  private static void read(DataInputStream plan, MPSolver solver, List<MPVariable> options)
      throws IOException {
    MPConstraint[] rows = new MPConstraint[plan.readInt()];
    for (int row = 0; row < rows.length; row++) {
      rows[row] = solver.makeConstraint(Double.NEGATIVE_INFINITY, plan.readDouble());
    }
    int jobs = plan.readInt();
    for (int job = 0; job < jobs; job++) {
      MPConstraint atMostOne = solver.makeConstraint(Double.NEGATIVE_INFINITY, 1);
      int count = plan.readInt();
      for (int i = 0; i < count; i++) {
        MPVariable option = solver.makeVar(0, 1, true, "");
        solver.objective().setCoefficient(option, plan.readDouble());
        atMostOne.setCoefficient(option, 1);
        int entries = plan.readInt();
        for (int entry = 0; entry < entries; entry++) {
          int row = plan.readInt();
          rows[row].setCoefficient(option, plan.readDouble());
        }
        options.add(option);
      }
    }
  }

  private static String choices(List<MPVariable> options) {
    StringBuilder chosen = new StringBuilder();
    for (int i = 0; i < options.size(); i++) {
      if (options.get(i).solutionValue() > 0.5) {
        chosen.append(chosen.isEmpty() ? "" : ",").append(i);
      }
    }
    return chosen.toString();
  }
}
