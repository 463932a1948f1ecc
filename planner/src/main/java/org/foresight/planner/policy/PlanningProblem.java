package org.foresight.planner.policy;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableDoubleArray;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.placement.JobModel;
import org.foresight.planner.placement.KeepOption;
import org.foresight.planner.placement.PlacementOption;
import org.foresight.planner.placement.PlanGrid;
import org.foresight.planner.placement.PlanRows;
import org.foresight.planner.solver.PlanInstance;

/**
 * What 3Sigma decides on in one cycle: which waiting job starts when and where, and which running
 * job goes on.
 *
 * @param grid the time that is planned
 * @param rows what the rows of the instance are
 * @param waiting the waiting jobs; the first jobs of the instance
 * @param held the running jobs that may be stopped; the other jobs of the instance
 * @param instance the problem in the solver's terms
 */
record PlanningProblem(
    PlanGrid grid,
    PlanRows rows,
    ImmutableList<Waiting> waiting,
    ImmutableList<Held> held,
    PlanInstance instance) {

  /** Puts together the instance. */
  static PlanningProblem of(
      PlanGrid grid,
      PlanRows rows,
      ImmutableList<Waiting> waiting,
      ImmutableList<Held> held,
      ImmutableDoubleArray capacities) {
    ImmutableList.Builder<PlanInstance.Job> jobs = ImmutableList.builder();
    for (Waiting job : waiting) {
      jobs.add(
          new PlanInstance.Job(
              job.model.job().id(),
              job.options.stream().map(PlacementOption::column).collect(toImmutableList())));
    }
    for (Held job : held) {
      jobs.add(
          new PlanInstance.Job(
              job.job.id() + " (running)",
              job.options.stream().map(KeepOption::column).collect(toImmutableList())));
    }
    return new PlanningProblem(
        grid, rows, waiting, held, new PlanInstance(grid.slots(), capacities, jobs.build()));
  }

  /** Which of the instance's jobs a held job is. */
  int numberOfHeld(int index) {
    return waiting.size() + index;
  }

  /**
   * A waiting job with its options.
   *
   * @param deadlineMillis when it is to end; NaN if it has no deadline left to meet
   * @param urgency the smaller, the earlier it is served
   * @param servable whether the empty cluster could run it
   * @param options none if it is not worth starting or was not looked at
   */
  record Waiting(
      JobModel model,
      double deadlineMillis,
      double urgency,
      boolean servable,
      ImmutableList<PlacementOption> options) {

    boolean slo() {
      return !Double.isNaN(deadlineMillis);
    }
  }

  /**
   * A running job that may be stopped.
   *
   * @param runningTasks how many tasks it runs
   * @param endingSoon the tasks that are expected to end before they could be stopped
   * @param options to keep all of them first
   */
  record Held(
      JobView job,
      int runningTasks,
      ImmutableSet<String> endingSoon,
      ImmutableList<KeepOption> options) {}
}
