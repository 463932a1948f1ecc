package org.foresight.kairosyarn;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.foresight.benchmarks.evaluation.RunQueue;
import org.foresight.testbed.BurningTasks;
import org.foresight.testbed.DriverParameters;
import org.foresight.testbed.ForesightBuild;
import org.foresight.testbed.ShortTaskTimes;
import org.foresight.testbed.TemporaryTestbed;
import org.foresight.testbed.TestbedMeter;
import org.foresight.testbed.TestbedTrials;
import org.foresight.testbed.WorkloadDriver;
import org.foresight.testbed.WorkloadHistory;
import org.foresight.traces.JobRun;
import org.foresight.traces.Workload;
import org.foresight.traces.WorkloadJob;

/**
 * Does runs, each on a testbed of its own. For one thread.
 *
 * @param build whose testbeds are started
 * @param clock of the machine
 */
record TestbedRunner(ForesightBuild build, InstantSource clock)
    implements RunQueue.Runner<RunSpec, RunRecord> {

  private static final double SECOND_MILLIS = 1_000;
  private static final double SECOND_NANOS = 1e9;

  /** A run that takes longer than so many times what is left to its tasks has gone wrong. */
  private static final int MOST_TIMES = 5;

  private static final Duration SPARE = Duration.ofMinutes(2);

  /** Longer than any trial. */
  private static final long ENDLESS_QUANTUM_MILLIS = 3_600_000;

  private static final int SHORT_TASKS = 10;
  private static final int SHORT_TASKS_ALONE = 5;

  @Override
  public RunRecord run(RunSpec spec) throws IOException, InterruptedException {
    double loadAverage = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    Path folder = Files.createTempDirectory("foresight-kairos-yarn-");
    try {
      RunRecord record = run(spec, folder, loadAverage);
      MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
      return record;
    } catch (IOException | RuntimeException e) {
      throw new IOException(e.getMessage() + " What is left is in " + folder + ".", e);
    }
  }

  private RunRecord run(RunSpec spec, Path folder, double loadAverage)
      throws IOException, InterruptedException {
    Workload workload = MixWorkload.of(spec.mix(), spec.scale(), spec.seed());
    Path history = folder.resolve("history");
    WorkloadHistory.save(workload, 1, history);
    Experiment experiment = spec.key().experiment();
    long quantumMillis =
        experiment == Experiment.AGENT ? ENDLESS_QUANTUM_MILLIS : spec.scale().quantumMillis();
    TemporaryTestbed testbed =
        TemporaryTestbed.up(
            spec.key().system().testbed(spec.mix(), spec.scale(), quantumMillis, history),
            build,
            folder.resolve("testbed"));
    try {
      return switch (experiment) {
        case ALONE -> alone(spec, testbed, loadAverage);
        case HEAVY_TAILED, UNIFORM -> mix(spec, testbed, workload, loadAverage);
        case AGENT -> agent(spec, testbed, loadAverage);
      };
    } finally {
      testbed.down();
    }
  }

  private RunRecord alone(RunSpec spec, TemporaryTestbed testbed, double loadAverage)
      throws IOException, InterruptedException {
    BurningTasks tasks = warmUp(spec, testbed);
    List<JobRun> jobs = new ArrayList<>();
    for (Category category : spec.mix().categories()) {
      jobs.addAll(drive(testbed, tasks, MixWorkload.alone(category, spec.scale())));
    }
    return record(spec, samples(jobs), figures(jobs, loadAverage));
  }

  private RunRecord mix(
      RunSpec spec, TemporaryTestbed testbed, Workload workload, double loadAverage)
      throws IOException, InterruptedException {
    BurningTasks tasks = warmUp(spec, testbed);
    TestbedMeter meter = new TestbedMeter(testbed.testbed());
    TestbedMeter.Use before = meter.look();
    long ownNanos = ownCpuNanos();
    long beginMillis = clock.millis();
    ImmutableList<JobRun> jobs = drive(testbed, tasks, workload);
    double elapsedSeconds = (clock.millis() - beginMillis) / SECOND_MILLIS;
    double ownSeconds = (ownCpuNanos() - ownNanos) / SECOND_NANOS;
    TestbedMeter.Use used = meter.look().since(before);
    ImmutableMap<Figure, Double> figures =
        ImmutableMap.<Figure, Double>builder()
            .putAll(figures(jobs, loadAverage))
            .put(Figure.ELAPSED_SECONDS, elapsedSeconds)
            .put(
                Figure.TASK_CPU_SECONDS,
                jobs.stream().mapToLong(run -> run.job().workMillis()).sum() / SECOND_MILLIS)
            .put(Figure.MANAGER_CPU_SECONDS, used.manager().toMillis() / SECOND_MILLIS)
            .put(Figure.NODE_CPU_SECONDS, used.nodes().toMillis() / SECOND_MILLIS)
            .put(Figure.AGENT_CPU_SECONDS, used.agents().toMillis() / SECOND_MILLIS)
            .put(Figure.MASTERS_CPU_SECONDS, ownSeconds)
            .buildOrThrow();
    return record(spec, samples(jobs), figures);
  }

  private static long ownCpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  private RunRecord agent(RunSpec spec, TemporaryTestbed testbed, double loadAverage)
      throws IOException, InterruptedException {
    BurningTasks unused = warmUp(spec, testbed);
    TestbedTrials trials = new TestbedTrials(testbed.testbed());
    ShortTaskTimes times =
        trials.shortTasks(Scale.CORES + Scale.QUEUE_BOUND - 1, SHORT_TASKS_ALONE, SHORT_TASKS);
    ImmutableList.Builder<Sample> samples = ImmutableList.builder();
    times
        .aloneNanos()
        .forEach(nanos -> samples.add(new Sample(Sample.ALONE, nanos / SECOND_NANOS)));
    times
        .besideNanos()
        .forEach(nanos -> samples.add(new Sample(Sample.BESIDE, nanos / SECOND_NANOS)));
    trials
        .silencesOfSuspendedJvm(Duration.ofSeconds(spec.scale().suspendedSeconds()))
        .forEach(millis -> samples.add(new Sample(Sample.SILENCE, millis / SECOND_MILLIS)));
    return record(
        spec,
        samples.build(),
        ImmutableMap.of(
            Figure.LOAD_AVERAGE, loadAverage, Figure.LOST_TASKS, (double) times.lostLongTasks()));
  }

  /** What a daemon does for the first time takes it long. */
  private BurningTasks warmUp(RunSpec spec, TemporaryTestbed testbed)
      throws IOException, InterruptedException {
    BurningTasks tasks = BurningTasks.in(testbed.testbed().folder().root());
    ImmutableList<JobRun> unused = drive(testbed, tasks, MixWorkload.warmUp(spec.scale()));
    return tasks;
  }

  private ImmutableList<JobRun> drive(
      TemporaryTestbed testbed, BurningTasks tasks, Workload workload) throws InterruptedException {
    long workMillis = workload.jobs().stream().mapToLong(WorkloadJob::workMillis).sum();
    DriverParameters parameters =
        DriverParameters.DEFAULTS
            .withTimeScale(1)
            .withTimeout(SPARE.plusMillis(MOST_TIMES * workMillis))
            .withCommand(tasks);
    return new WorkloadDriver(testbed.configuration(), parameters, clock)
        .run(workload, progress -> {});
  }

  /** Of the jobs that ended. */
  private static ImmutableList<Sample> samples(List<JobRun> jobs) {
    ImmutableList.Builder<Sample> samples = ImmutableList.builder();
    for (JobRun run : jobs) {
      run.finishMillis()
          .ifPresent(
              end ->
                  samples.add(
                      new Sample(run.job().name(), (end - run.submitMillis()) / SECOND_MILLIS)));
    }
    return samples.build();
  }

  private static ImmutableMap<Figure, Double> figures(List<JobRun> jobs, double loadAverage) {
    return ImmutableMap.of(
        Figure.LOAD_AVERAGE,
        loadAverage,
        Figure.UNFINISHED,
        (double) jobs.stream().filter(run -> !run.succeeded()).count(),
        Figure.LOST_TASKS,
        (double) jobs.stream().mapToInt(JobRun::tasksRerun).sum());
  }

  private static RunRecord record(
      RunSpec spec, ImmutableList<Sample> samples, ImmutableMap<Figure, Double> figures) {
    RunKey key = spec.key();
    return new RunRecord(
        spec.fingerprint(), key.experiment(), key.system(), key.repeat(), samples, figures);
  }
}
