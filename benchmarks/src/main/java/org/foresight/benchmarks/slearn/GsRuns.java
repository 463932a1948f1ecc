package org.foresight.benchmarks.slearn;

import com.google.common.collect.ImmutableList;
import com.google.common.math.Quantiles;
import com.google.common.math.Stats;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.foresight.planner.policy.GsSettings;
import org.foresight.planner.policy.Policies;
import org.foresight.planner.policy.PolicyContext;
import org.foresight.planner.policy.RuntimeSource;
import org.foresight.planner.policy.ThreeSigmaSettings;
import org.foresight.planner.solver.PlanSolvers;
import org.foresight.predictor.Predictors;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.simulator.ClusterSpec;
import org.foresight.simulator.NodeClass;
import org.foresight.simulator.Simulation;
import org.foresight.simulator.SimulationListener;
import org.foresight.simulator.SimulationParameters;
import org.foresight.traces.JobRun;
import org.foresight.traces.JobStream;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadSource;
import org.foresight.traces.WorkloadStage;

/**
 * Does the runs on {@link Trials#NODES} nodes of one slot without any latency, as in the paper's
 * simulations. Stateless and thread-safe.
 */
final class GsRuns {

  /** The paper's, for all systems that ask history. */
  static final String PREDICTOR = "history-3sigma";

  /** Shortest time between plans. */
  static final long CYCLE_MILLIS = 1_000;

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MILLIS_PER_SECOND = 1_000.0;

  private GsRuns() {}

  /**
   * Does a run.
   *
   * @throws IOException if its workload cannot be read
   */
  static RunRecord run(RunSpec spec) throws IOException {
    WorkloadSource source = spec.trial().workload().of(spec.seed());
    long startNanos = cpuNanos();
    Map<Figure, Double> figures =
        spec.system() == GsSystem.ESTIMATES
            ? EstimateErrors.of(source, predictor(spec, source)).figures()
            : simulate(spec, source);
    figures.put(Figure.CPU_SECONDS, (cpuNanos() - startNanos) / NANOS_PER_SECOND);
    return new RunRecord(
        spec.fingerprint(), spec.trial().name(), spec.system().policy(), spec.seed(), figures);
  }

  private static Map<Figure, Double> simulate(RunSpec spec, WorkloadSource source)
      throws IOException {
    RuntimePredictor predictor = predictor(spec, source);
    List<Double> seconds = new ArrayList<>();
    List<Double> slowdowns = new ArrayList<>();
    long jobs;
    try (JobStream stream = source.jobs()) {
      ImmutableList<WorkloadJob> all = ImmutableList.copyOf(stream);
      jobs = all.size();
      Simulation.run(
          new ClusterSpec(
              ImmutableList.of(WorkloadStage.MEMORY_MIB, WorkloadStage.VCORES),
              ImmutableList.of(NodeClass.ofSlots("node", Trials.NODES, 1))),
          SimulationParameters.builder()
              .seed(spec.seed())
              .cycleMillis(CYCLE_MILLIS)
              .learns(spec.trial().hasHistory() && spec.system().learns())
              .build(),
          oracle ->
              Policies.create(
                  spec.system().policy(),
                  new PolicyContext(
                      ThreeSigmaSettings.DEFAULT,
                      GsSettings.DEFAULT.asPublished(),
                      RuntimeSource.of(predictor),
                      PlanSolvers.create(PlanSolvers.DEFAULT),
                      Optional.of(oracle),
                      Optional.empty())),
          predictor,
          JobStream.of(all),
          new SimulationListener() {
            @Override
            public void jobEnded(JobRun run) {
              if (run.finishMillis().isPresent()) {
                double millis = run.finishMillis().getAsLong() - run.submitMillis();
                seconds.add(millis / MILLIS_PER_SECOND);
                slowdowns.add(millis / Math.max(1, run.job().spanMillis()));
              }
            }
          });
    }
    Map<Figure, Double> figures = new EnumMap<>(Figure.class);
    figures.put(Figure.MEAN, mean(seconds));
    figures.put(Figure.P50, Quantiles.percentiles().index(50).compute(seconds));
    figures.put(Figure.P90, Quantiles.percentiles().index(90).compute(seconds));
    figures.put(Figure.P99, Quantiles.percentiles().index(99).compute(seconds));
    figures.put(Figure.SLOWDOWN, mean(slowdowns));
    figures.put(Figure.UNFINISHED, (double) (jobs - seconds.size()));
    return figures;
  }

  private static double mean(List<Double> values) {
    return Stats.meanOf(values);
  }

  /** Trained, if there is anything to learn. */
  private static RuntimePredictor predictor(RunSpec spec, WorkloadSource source)
      throws IOException {
    RuntimePredictor predictor = Predictors.create(PREDICTOR);
    if (spec.trial().hasHistory() && spec.system().learns()) {
      try (JobStream history = source.history()) {
        Simulation.train(predictor, history);
      }
    }
    return predictor;
  }

  /** Of this thread, on which alone a run goes on. */
  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
