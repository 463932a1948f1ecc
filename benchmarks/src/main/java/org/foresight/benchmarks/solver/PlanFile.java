package org.foresight.benchmarks.solver;

import com.google.common.primitives.ImmutableIntArray;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.foresight.planner.solver.PlanInstance;
import org.foresight.planner.solver.PlanInstance.Job;
import org.foresight.planner.solver.PlanInstance.Option;

/**
 * A plan as a matrix in a file, for solvers in other processes. Options that are worth nothing or
 * do not fit alone are left out, as any solver would at once; the bound of the linear relaxation is
 * the lower for it.
 */
final class PlanFile {
  private static final double TOLERANCE = 1e-6;

  private final PlanInstance instance;

  /** The index among its job's options of each option in the file, job by job. */
  private final List<ImmutableIntArray> written = new ArrayList<>();

  private PlanFile(PlanInstance instance) {
    this.instance = instance;
  }

  static PlanFile write(PlanInstance instance, Path file) throws IOException {
    var plan = new PlanFile(instance);
    try (var out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), 1 << 16))) {
      plan.write(out);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return plan;
  }

  private void write(DataOutputStream out) throws IOException {
    out.writeInt(instance.capacities().length());
    for (int row = 0; row < instance.capacities().length(); row++) {
      out.writeDouble(Math.max(0, instance.capacities().get(row)));
    }
    out.writeInt(instance.jobs().size());
    for (Job job : instance.jobs()) {
      var indices = ImmutableIntArray.builder();
      for (int i = 0; i < job.options().size(); i++) {
        if (job.options().get(i).utility() > 0 && fits(job.options().get(i))) {
          indices.add(i);
        }
      }
      ImmutableIntArray fitting = indices.build();
      written.add(fitting);
      out.writeInt(fitting.length());
      for (int i = 0; i < fitting.length(); i++) {
        write(job.options().get(fitting.get(i)), out);
      }
    }
  }

  private void write(Option option, DataOutputStream out) throws IOException {
    int[] entries = {0};
    instance.forEachEntry(option, (row, amount) -> entries[0]++);
    out.writeDouble(option.utility());
    out.writeInt(entries[0]);
    instance.forEachEntry(
        option,
        (row, amount) -> {
          try {
            out.writeInt(row);
            out.writeDouble(amount);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private boolean fits(Option option) {
    boolean[] fits = {true};
    instance.forEachEntry(
        option, (row, amount) -> fits[0] &= amount <= instance.capacities().get(row));
    return fits[0];
  }

  /**
   * What the chosen options are worth together; nobody's word is taken for it.
   *
   * @param chosen numbers of options in the file, counted over all jobs
   * @throws IllegalStateException if they don't fit together
   */
  double objective(ImmutableIntArray chosen) {
    double[] free = instance.capacities().toArray();
    boolean[] taken = new boolean[chosen.length()];
    double objective = 0;
    int first = 0;
    for (int j = 0; j < written.size(); j++) {
      int count = 0;
      for (int i = 0; i < chosen.length(); i++) {
        int index = chosen.get(i) - first;
        if (index >= 0 && index < written.get(j).length()) {
          Option option = instance.jobs().get(j).options().get(written.get(j).get(index));
          instance.forEachEntry(option, (row, amount) -> free[row] -= amount);
          objective += option.utility();
          taken[i] = true;
          count++;
        }
      }
      if (count > 1) {
        throw new IllegalStateException("More than one option of job " + j + " is chosen.");
      }
      first += written.get(j).length();
    }
    for (int row = 0; row < free.length; row++) {
      double capacity = Math.max(0, instance.capacities().get(row));
      if (Math.max(0, -free[row]) > TOLERANCE * (1 + capacity)) {
        throw new IllegalStateException("Row " + row + " overflows by " + -free[row] + ".");
      }
    }
    if (Arrays.equals(taken, new boolean[taken.length]) && taken.length > 0) {
      throw new IllegalStateException("None of the options chosen is in the file.");
    }
    return objective;
  }
}
