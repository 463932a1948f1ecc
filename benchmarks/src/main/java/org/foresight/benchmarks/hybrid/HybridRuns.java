package org.foresight.benchmarks.hybrid;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.math.Quantiles;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.distributed.hybrid.HybridPolicy;
import org.foresight.planner.distributed.hybrid.ProbeCounts;
import org.foresight.planner.distributed.hybrid.TaskEstimates;
import org.foresight.planner.policy.JobOracle;
import org.foresight.planner.policy.KairosSettings;
import org.foresight.planner.policy.Policies;
import org.foresight.planner.policy.PolicyContext;
import org.foresight.planner.policy.RuntimeSource;
import org.foresight.planner.policy.ThreeSigmaSettings;
import org.foresight.planner.solver.PlanSolvers;
import org.foresight.predictor.Predictors;
import org.foresight.simulator.ClusterSpec;
import org.foresight.simulator.LasNodeScheduler;
import org.foresight.simulator.NodeClass;
import org.foresight.simulator.Simulation;
import org.foresight.simulator.SimulationListener;
import org.foresight.simulator.SimulationParameters;
import org.foresight.simulator.SimulationResult;
import org.foresight.traces.JobRun;
import org.foresight.traces.JobStream;
import org.foresight.traces.ShortCutoff;
import org.foresight.traces.WorkloadJob;

/** Does the runs. Stateless and thread-safe. */
final class HybridRuns {

  /** The thesis has 0.5 ms; virtual time has whole milliseconds. */
  static final long NETWORK_DELAY_MILLIS = 1;

  /** What the tasks of the workloads need. */
  private static final long SLOT_MIB = 1_024;

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MILLIS_PER_SECOND = 1_000.0;
  private static final double PERCENT = 100.0;

  private HybridRuns() {}

  /**
   * Does a run.
   *
   * @throws IOException if its workload cannot be read
   */
  static RunRecord run(RunSpec spec) throws IOException {
    ImmutableList<WorkloadJob> jobs = spec.trial().workload().of(spec.seed(), spec.load());
    Latencies shortJobs = new Latencies();
    Latencies longJobs = new Latencies();
    ShortCutoff cutoff = new ShortCutoff(spec.trial().cutoffSeconds());
    SimulationListener listener =
        new SimulationListener() {
          @Override
          public void jobEnded(JobRun run) {
            (cutoff.isShort(run.job()) ? shortJobs : longJobs).add(run);
          }
        };
    Map<Figure, Double> figures = new EnumMap<>(Figure.class);
    long startNanos = cpuNanos();
    SimulationResult result =
        spec.system().turns().isPresent()
            ? suspending(spec, spec.system().turns().get(), jobs, listener)
            : distributed(spec, jobs, listener, figures);
    double cpuSeconds = (cpuNanos() - startNanos) / NANOS_PER_SECOND;
    shortJobs.put(
        figures,
        List.of(Figure.SHORT_P50, Figure.SHORT_P90, Figure.SHORT_P99),
        List.of(Figure.SHORT_SLOWDOWN_P50, Figure.SHORT_SLOWDOWN_P90, Figure.SHORT_SLOWDOWN_P99));
    longJobs.put(
        figures,
        List.of(Figure.LONG_P50, Figure.LONG_P90, Figure.LONG_P99),
        List.of(Figure.LONG_SLOWDOWN_P50, Figure.LONG_SLOWDOWN_P90, Figure.LONG_SLOWDOWN_P99));
    figures.put(
        Figure.UTILIZATION,
        PERCENT * utilization(result.usage(), jobs.get(jobs.size() - 1).submitMillis()));
    figures.put(Figure.UNFINISHED, (double) result.unfinished());
    figures.put(Figure.TASKS, result.taskEvents() / 2.0);
    figures.put(Figure.CPU_SECONDS, cpuSeconds);
    return new RunRecord(
        spec.fingerprint(),
        spec.trial().name(),
        spec.system().name(),
        spec.load(),
        spec.seed(),
        figures);
  }

  private static SimulationResult distributed(
      RunSpec spec,
      ImmutableList<WorkloadJob> jobs,
      SimulationListener listener,
      Map<Figure, Double> figures) {
    AtomicReference<HybridPolicy> policy = new AtomicReference<>();
    SimulationResult result =
        Simulation.runDistributed(
            ClusterSpec.ofSlots(spec.trial().nodes(), 1),
            parameters(spec),
            oracle -> {
              HybridPolicy made =
                  new HybridPolicy(
                      spec.system().policy(),
                      spec.system().settings(spec.trial()),
                      estimates(spec, TaskEstimates.of(oracle)));
              policy.set(made);
              return made;
            },
            Optional.empty(),
            Predictors.create(Predictors.DEFAULT),
            JobStream.of(jobs),
            listener);
    put(figures, requireNonNull(policy.get(), "the simulation made no policy").counts());
    return result;
  }

  /** On nodes with memory for all the tasks that one takes, so that memory limits nothing. */
  private static SimulationResult suspending(
      RunSpec spec,
      KairosSettings settings,
      ImmutableList<WorkloadJob> jobs,
      SimulationListener listener) {
    int waiting = settings.queueBound();
    NodeClass nodes =
        new NodeClass(
            "node",
            spec.trial().nodes(),
            ResourceVector.of(SLOT_MIB * (1 + waiting), 1),
            "",
            1.0,
            waiting);
    return Simulation.run(
        new ClusterSpec(ClusterSpec.ofSlots(1, 1).resources(), ImmutableList.of(nodes)),
        parameters(spec),
        oracle -> Policies.create(spec.system().policy(), context(spec, settings, oracle)),
        Optional.of(new LasNodeScheduler(settings, LasNodeScheduler.DEFAULT_RESIZE_MILLIS)),
        Predictors.create(Predictors.DEFAULT),
        JobStream.of(jobs),
        listener);
  }

  /** Estimates are the truth. */
  private static PolicyContext context(RunSpec spec, KairosSettings settings, JobOracle oracle) {
    return new PolicyContext(
            ThreeSigmaSettings.DEFAULT,
            RuntimeSource.perfect(oracle),
            PlanSolvers.create(PlanSolvers.DEFAULT),
            Optional.of(oracle),
            Optional.empty())
        .with(settings)
        .with(spec.system().bigc(spec.trial()));
  }

  private static SimulationParameters parameters(RunSpec spec) {
    return SimulationParameters.builder()
        .seed(spec.seed())
        .networkDelayMillis(NETWORK_DELAY_MILLIS)
        .learns(false)
        .build();
  }

  private static TaskEstimates estimates(RunSpec spec, TaskEstimates truth) {
    HybridSystem system = spec.system();
    return system.lowEstimate() == system.highEstimate()
        ? truth
        : TaskEstimates.scaled(truth, system.lowEstimate(), system.highEstimate(), spec.seed());
  }

  private static void put(Map<Figure, Double> figures, ProbeCounts counts) {
    figures.put(Figure.QUEUED_BEHIND_LONG, (double) counts.queuedBehindLong());
    figures.put(Figure.STARTED_BEHIND_LONG, (double) counts.startedBehindLong());
    figures.put(Figure.LONG_RESERVED, (double) counts.longReserved());
  }

  /** Mean share of the nodes that run something until the last submission. */
  private static double utilization(SimulationResult.Usage usage, long lastSubmitMillis) {
    double sum = 0;
    int steps = 0;
    while (steps < usage.usedVcores().length()
        && usage.startMillis() + steps * usage.stepMillis() < lastSubmitMillis) {
      sum += usage.usedVcores().get(steps);
      steps++;
    }
    return steps == 0 ? 0 : sum / steps / usage.totalVcores();
  }

  /** Of this thread, on which alone a run goes on. */
  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** Of one class of jobs. */
  private static final class Latencies {
    private final List<Double> seconds = new ArrayList<>();
    private final List<Double> slowdowns = new ArrayList<>();

    void add(JobRun run) {
      if (run.finishMillis().isPresent()) {
        double millis = run.finishMillis().getAsLong() - run.submitMillis();
        seconds.add(millis / MILLIS_PER_SECOND);
        slowdowns.add(millis / Math.max(1, run.job().spanMillis()));
      }
    }

    void put(Map<Figure, Double> figures, List<Figure> latencies, List<Figure> ratios) {
      putPercentiles(figures, seconds, latencies);
      putPercentiles(figures, slowdowns, ratios);
    }

    private static void putPercentiles(
        Map<Figure, Double> figures, List<Double> values, List<Figure> names) {
      if (!values.isEmpty()) {
        Map<Integer, Double> percentiles =
            Quantiles.percentiles().indexes(50, 90, 99).compute(values);
        figures.put(names.get(0), percentiles.get(50));
        figures.put(names.get(1), percentiles.get(90));
        figures.put(names.get(2), percentiles.get(99));
      }
    }
  }
}
