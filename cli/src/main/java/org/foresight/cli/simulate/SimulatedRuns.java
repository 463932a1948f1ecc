package org.foresight.cli.simulate;

import java.io.IOException;
import java.util.Optional;
import org.foresight.planner.distributed.hybrid.HybridPolicies;
import org.foresight.planner.distributed.hybrid.HybridPolicy;
import org.foresight.planner.distributed.hybrid.HybridSettings;
import org.foresight.planner.distributed.hybrid.TaskEstimates;
import org.foresight.planner.policy.BigcSettings;
import org.foresight.planner.policy.KairosPolicy;
import org.foresight.planner.policy.KairosSettings;
import org.foresight.planner.policy.Policies;
import org.foresight.planner.policy.PolicyContext;
import org.foresight.planner.policy.RuntimeSource;
import org.foresight.planner.policy.ThreeSigmaSettings;
import org.foresight.planner.solver.PlanSolvers;
import org.foresight.predictor.Predictors;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.simulator.ClusterSpec;
import org.foresight.simulator.LasNodeScheduler;
import org.foresight.simulator.Simulation;
import org.foresight.simulator.SimulationListener;
import org.foresight.simulator.SimulationResult;
import org.foresight.traces.JobStream;

/**
 * Runs in the simulator: the policies of the planner, a fresh predictor that has learnt from the
 * workload's history.
 */
final class SimulatedRuns implements RunExecutor {

  private static final double MILLIS_PER_SECOND = 1_000.0;

  @Override
  public SimulationResult execute(RunTask task, JobStream jobs, SimulationListener listener)
      throws IOException {
    RuntimePredictor predictor = Predictors.create(task.predictor());
    try (JobStream history = task.workload().history()) {
      Simulation.train(predictor, history);
    }
    if (HybridPolicies.names().contains(task.key().policy())) {
      return distributed(task, predictor, jobs, listener);
    }
    Optional<KairosSettings> turns = task.turns();
    return Simulation.run(
        turns.map(settings -> sharing(task, settings)).orElse(task.cluster()),
        task.parameters(),
        oracle ->
            Policies.create(
                task.key().policy(),
                new PolicyContext(
                        settings(task),
                        RuntimeSource.of(predictor),
                        PlanSolvers.create(PlanSolvers.DEFAULT),
                        Optional.of(oracle),
                        task.queues())
                    .with(turns.orElse(KairosSettings.DEFAULT))
                    .with(
                        BigcSettings.DEFAULT.withCutoffMillis(
                            MILLIS_PER_SECOND * task.cutoff().seconds()))
                    .suspending(turns.isPresent())),
        turns.map(
            settings -> new LasNodeScheduler(settings, LasNodeScheduler.DEFAULT_RESIZE_MILLIS)),
        predictor,
        jobs,
        listener);
  }

  /** A cluster of which the nodes take turns; kairos counts all tasks towards its bound. */
  private static ClusterSpec sharing(RunTask task, KairosSettings turns) {
    return task.key().policy().equals(KairosPolicy.NAME)
        ? task.cluster().withWaitingTasks(turns.queueBound())
        : task.cluster().makingWay(turns.queueBound());
  }

  /** Estimates are the true means, as in the papers. */
  private static SimulationResult distributed(
      RunTask task, RuntimePredictor predictor, JobStream jobs, SimulationListener listener) {
    String policy = task.key().policy();
    HybridSettings settings =
        HybridPolicies.settings(
            policy, MILLIS_PER_SECOND * task.cutoff().seconds(), task.shortShare());
    return Simulation.runDistributed(
        task.cluster(),
        task.parameters(),
        oracle -> new HybridPolicy(policy, settings, TaskEstimates.of(oracle)),
        Optional.empty(),
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
