package org.foresight.cli.simulate;

import java.io.IOException;
import java.util.Optional;
import org.foresight.planner.policy.Policies;
import org.foresight.planner.policy.PolicyContext;
import org.foresight.planner.policy.RuntimeSource;
import org.foresight.planner.policy.ThreeSigmaSettings;
import org.foresight.planner.solver.PlanSolvers;
import org.foresight.predictor.Predictors;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.simulator.Simulation;
import org.foresight.simulator.SimulationListener;
import org.foresight.simulator.SimulationResult;
import org.foresight.traces.JobStream;

/**
 * Runs in the simulator: the policies of the planner, a fresh predictor that has learnt from the
 * workload's history.
 */
final class SimulatedRuns implements RunExecutor {

  @Override
  public SimulationResult execute(RunTask task, JobStream jobs, SimulationListener listener)
      throws IOException {
    RuntimePredictor predictor = Predictors.create(task.predictor());
    try (JobStream history = task.workload().history()) {
      Simulation.train(predictor, history);
    }
    return Simulation.run(
        task.cluster(),
        task.parameters(),
        oracle ->
            Policies.create(
                task.key().policy(),
                new PolicyContext(
                    settings(task),
                    RuntimeSource.of(predictor),
                    PlanSolvers.create(PlanSolvers.DEFAULT),
                    Optional.of(oracle),
                    task.queues())),
        predictor,
        jobs,
        listener);
  }

  /** Without a shortest time between plans the default cycle remains the unit of time. */
  private static ThreeSigmaSettings settings(RunTask task) {
    ThreeSigmaSettings settings = ThreeSigmaSettings.DEFAULT.toBuilder().preempts(true).build();
    long cycleMillis = task.parameters().cycleMillis();
    return cycleMillis == 0
        ? settings
        : settings.withGrid(cycleMillis, settings.slotMillis(), settings.lookAheadSlots());
  }
}
