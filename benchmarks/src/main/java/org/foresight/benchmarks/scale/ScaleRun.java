package org.foresight.benchmarks.scale;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.policy.Policies;
import org.foresight.planner.policy.PolicyContext;
import org.foresight.planner.policy.RuntimeSource;
import org.foresight.planner.policy.ThreeSigmaSettings;
import org.foresight.planner.solver.PlanSolvers;
import org.foresight.predictor.Predictors;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.simulator.Simulation;
import org.foresight.simulator.SimulationListener;
import org.foresight.simulator.SimulationParameters;
import org.foresight.traces.JobStream;

/** Simulates a case and measures its cycles. Stateless. */
final class ScaleRun {

  static final String PREDICTOR = "history-3sigma";
  static final long CYCLE_MILLIS = 1_000;
  static final long LOOK_AHEAD_MILLIS = 1_200_000;

  /** Processor time after which the solver is told to stop: a quarter of the cycle is left. */
  static final long SOLVER_MILLIS = 750;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private ScaleRun() {}

  /** The planner's settings: its defaults, but for the paper's grid. */
  static ThreeSigmaSettings settings(ScaleCase scaleCase) {
    return ThreeSigmaSettings.DEFAULT
        .withGrid(CYCLE_MILLIS, LOOK_AHEAD_MILLIS / scaleCase.slots(), scaleCase.slots())
        .withMargins(0, 0)
        .toBuilder()
        .preempts(true)
        .build();
  }

  /**
   * Runs a case.
   *
   * @param policyName the policy whose cycles are measured, one that solves plans
   * @param warmUp virtual time before the first measured cycle
   * @param cycles for how many cycles to measure; as many samples, unless nothing happened in one
   */
  static ImmutableList<CycleSample> run(
      String policyName, ScaleCase scaleCase, Duration warmUp, int cycles) throws IOException {
    Duration all = warmUp.plusMillis(cycles * CYCLE_MILLIS);
    ScaleWorkload workload = new ScaleWorkload(scaleCase, warmUp, all);
    RuntimePredictor predictor = Predictors.create(PREDICTOR);
    try (JobStream history = workload.history()) {
      Simulation.train(predictor, history);
    }
    MeteredSolver solver =
        new MeteredSolver(PlanSolvers.create(PlanSolvers.DEFAULT), SOLVER_MILLIS * NANOS_PER_MILLI);
    List<MeteredPolicy> made = new ArrayList<>();
    Simulation.run(
        workload.cluster(),
        SimulationParameters.builder()
            .cycleMillis(CYCLE_MILLIS)
            .longestMillis(all.toMillis())
            .build(),
        oracle -> {
          SchedulingPolicy policy =
              Policies.create(
                  policyName,
                  new PolicyContext(
                      settings(scaleCase),
                      RuntimeSource.of(predictor),
                      solver,
                      Optional.of(oracle),
                      Optional.empty()));
          MeteredPolicy metered =
              new MeteredPolicy(policy, solver, warmUp.toMillis(), all.toMillis());
          made.add(metered);
          return metered;
        },
        predictor,
        JobStream.of(workload.jobs()),
        SimulationListener.NONE);
    return made.get(0).samples();
  }
}
