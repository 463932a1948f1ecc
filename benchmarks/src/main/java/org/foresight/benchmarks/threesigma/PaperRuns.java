package org.foresight.benchmarks.threesigma;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.foresight.planner.policy.RuntimeSource;
import org.foresight.planner.policy.ThreeSigmaSettings;
import org.foresight.planner.solver.PlanSolvers;
import org.foresight.predictor.Predictors;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.predictor.evaluation.PredictionFigures;
import org.foresight.simulator.ClusterSpec;
import org.foresight.simulator.NodeClass;
import org.foresight.simulator.Simulation;
import org.foresight.simulator.SimulationListener;
import org.foresight.simulator.SimulationParameters;
import org.foresight.simulator.SimulationResult;
import org.foresight.traces.JobRun;
import org.foresight.traces.JobStream;
import org.foresight.traces.MetricsCollector;
import org.foresight.traces.SimulationMetrics;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadSource;
import org.foresight.traces.generators.ClusterHint;

/**
 * Does the runs, each on the cluster that its workload is made for, without any latency: the
 * paper's SC256. Stateless and thread-safe.
 */
final class PaperRuns {

  /**
   * Of the planner, for all runs; chosen on seeds from 1001 on, none of which is run here. The
   * paper does not say its cycle, which has to be shorter than the slack of the shortest jobs, 4 s.
   * Nothing is allowed for heartbeats and application masters, which this cluster has not.
   */
  static final ThreeSigmaSettings SETTINGS =
      ThreeSigmaSettings.DEFAULT.withGrid(1_000, 30_000, 40).withMargins(0, 0).toBuilder()
          .preempts(true)
          .lostWorkValue(0.3)
          .solverWorkUnits(300)
          .build();

  /** The paper's predictor. */
  static final String PREDICTOR = "history-3sigma";

  /** A run is cut off after so many windows: far later than any that goes on. */
  private static final long LONGEST_WINDOWS = 100;

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MILLIS_PER_HOUR = 3_600_000.0;

  private PaperRuns() {}

  /** What is the same in all runs, in one line. */
  static String describe() {
    return SETTINGS.toString();
  }

  /**
   * Does a run.
   *
   * @throws IOException if its workload cannot be read
   */
  static RunRecord run(RunSpec spec) throws IOException {
    PaperWorkload workload = spec.theCase().workload();
    WorkloadSource source = workload.of(spec.seed());
    ImmutableList<WorkloadJob> jobs;
    try (JobStream stream = source.jobs()) {
      jobs = ImmutableList.copyOf(stream);
    }
    ScoredPredictor predictor = new ScoredPredictor(predictor(spec, source));
    RuntimeSource runtimes =
        spec.theCase()
            .estimates()
            .map(estimates -> estimates.of(jobs, spec.seed()))
            .orElseGet(() -> RuntimeSource.of(predictor));
    GapMeter solver = new GapMeter(PlanSolvers.create(PlanSolvers.DEFAULT));
    Map<String, JobRun> ended = new HashMap<>();
    long startNanos = cpuNanos();
    SimulationResult result =
        Simulation.run(
            cluster(workload.cluster()),
            parameters(spec),
            oracle -> PolicyMaker.create(spec.system(), runtimes, solver, oracle),
            predictor,
            JobStream.of(jobs),
            new SimulationListener() {
              @Override
              public void jobEnded(JobRun run) {
                ended.put(run.id(), run);
              }
            });
    double cpuSeconds = (cpuNanos() - startNanos) / NANOS_PER_SECOND;
    ImmutableList<JobRun> runs =
        jobs.stream()
            .map(job -> ended.containsKey(job.id()) ? ended.get(job.id()) : unfinished(job))
            .collect(toImmutableList());
    return record(spec, runs, result, solver, predictor.figures(), cpuSeconds);
  }

  /** Trained, if anybody asks it. */
  private static RuntimePredictor predictor(RunSpec spec, WorkloadSource source)
      throws IOException {
    RuntimePredictor predictor = Predictors.create(PREDICTOR);
    if (asksPredictor(spec)) {
      try (JobStream history = source.history()) {
        Simulation.train(predictor, history);
      }
    }
    return predictor;
  }

  private static boolean asksPredictor(RunSpec spec) {
    return spec.system().needsEstimates() && spec.theCase().estimates().isEmpty();
  }

  private static SimulationParameters parameters(RunSpec spec) {
    return SimulationParameters.builder()
        .seed(spec.seed())
        .cycleMillis(SETTINGS.cycleMillis())
        .learns(spec.theCase().learns() && asksPredictor(spec))
        .longestMillis(LONGEST_WINDOWS * spec.theCase().workload().window().toMillis())
        .build();
  }

  private static ClusterSpec cluster(ClusterHint hint) {
    return new ClusterSpec(
        ImmutableList.of("memory-mb", "vcores"),
        hint.nodesOfClasses().entrySet().stream()
            .map(c -> NodeClass.ofSlots(c.getKey(), c.getValue(), hint.slotsPerNode()))
            .collect(toImmutableList()));
  }

  private static JobRun unfinished(WorkloadJob job) {
    return new JobRun(
        job,
        job.submitMillis(),
        job.deadlineMillis(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        0,
        0);
  }

  private static RunRecord record(
      RunSpec spec,
      ImmutableList<JobRun> runs,
      SimulationResult result,
      GapMeter solver,
      PredictionFigures predictions,
      double cpuSeconds) {
    long windowMillis = spec.theCase().workload().window().toMillis();
    // None of these figures asks which jobs are short.
    MetricsCollector collector = new MetricsCollector(job -> false);
    double sloGoodputHours = 0.0;
    double beGoodputHours = 0.0;
    long beEnded = 0;
    long lostWorkMillis = 0;
    for (JobRun run : runs) {
      collector.add(run);
      lostWorkMillis += run.lostWorkMillis();
      double goodputHours = Goodput.hours(run, windowMillis);
      if (run.isSlo()) {
        sloGoodputHours += goodputHours;
      } else {
        beGoodputHours += goodputHours;
        beEnded += run.finishMillis().orElse(Long.MAX_VALUE) <= windowMillis ? 1 : 0;
      }
    }
    SimulationMetrics metrics = collector.metrics();
    OptionalDouble latency = metrics.bestEffort().meanSeconds();
    OptionalDouble clairvoyant =
        ClairvoyantOrder.meanLatencySeconds(runs, spec.theCase().workload().cluster().nodes());
    return new RunRecord(
        spec.fingerprint(),
        spec.experiment(),
        spec.theCase().name(),
        spec.system().policy(),
        spec.seed(),
        metrics.jobs(),
        metrics.unfinished(),
        metrics.sloJobs(),
        metrics.sloMissed(),
        sloGoodputHours,
        beGoodputHours,
        metrics.jobs() - metrics.sloJobs(),
        beEnded,
        latency.isPresent() ? latency.getAsDouble() : null,
        clairvoyant.isPresent() ? clairvoyant.getAsDouble() : null,
        result.preemptions(),
        lostWorkMillis / MILLIS_PER_HOUR,
        result.plans(),
        solver.meanPercent(),
        solver.largestPercent(),
        predictions.jobs(),
        predictions.offByTwo(),
        cpuSeconds);
  }

  /** Of this thread, on which alone a run goes on. */
  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
