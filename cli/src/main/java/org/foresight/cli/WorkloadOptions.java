package org.foresight.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.foresight.cli.support.DurationConverter;
import org.foresight.cli.support.ErrorLines;
import org.foresight.cli.support.OptionChecks;
import org.foresight.traces.E2eGenerator;
import org.foresight.traces.E2eParameters;
import org.foresight.traces.SwfWorkload;
import org.foresight.traces.SwfWorkloadParameters;
import org.foresight.traces.Workload;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that say which workload is run. Without {@code --trace} it is generated. */
final class WorkloadOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  /** Long enough for some forty jobs, so that one more or less missed deadline is no landslide. */
  private static final Duration GENERATED_WINDOW = Duration.ofMinutes(36);

  /** Less than this of a cluster is no load. */
  private static final double LEAST_LOAD = 0.001;

  /** Of a trace's jobs, longer ones than the window are left out too unless asked for. */
  private static final Duration TRACE_WINDOW = Duration.ofHours(1);

  @Option(
      names = "--seed",
      paramLabel = "NUMBER",
      defaultValue = "1",
      description = "Seed of all random draws (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--load",
      paramLabel = "RATIO",
      description =
          "Offered load: work of all jobs over what the cluster can do while they arrive"
              + " (default: 1.4).")
  private @Nullable Double load;

  @Option(
      names = "--slo-share",
      paramLabel = "RATIO",
      description = "Share of SLO jobs, by work, or with --trace by number of jobs (default: 0.5).")
  private @Nullable Double sloShare;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description =
          "Run a window of this trace in the Standard Workload Format, plain or gzip, instead of a"
              + " generated workload.")
  private @Nullable Path trace;

  @Option(
      names = "--window-start",
      paramLabel = "SECONDS",
      description = "With --trace: start of the window; by default one is chosen by --load.")
  private @Nullable Long windowStartSeconds;

  @Option(
      names = "--max-jobs",
      paramLabel = "NUMBER",
      description = "With --trace: run at most this many jobs (default: 60).")
  private @Nullable Integer maxJobs;

  @Option(
      names = "--min-task-time",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "With --trace: raise shorter tasks to this workload time (default: 2m).")
  private @Nullable Duration minTaskTime;

  @Option(
      names = "--max-run-time",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "With --trace: leave out jobs that run longer (default: 1h).")
  private @Nullable Duration maxRunTime;

  /** Picocli fills the fields. */
  @SuppressWarnings("NullAway.Init")
  WorkloadOptions() {}

  long seed() {
    return seed;
  }

  /** How long jobs arrive, in workload time. */
  Duration window() {
    return trace == null ? GENERATED_WINDOW : TRACE_WINDOW;
  }

  /**
   * Generates or reads the workload.
   *
   * @param withHistory whether there are to be earlier jobs to learn from
   * @throws ParameterException if an option has a value out of range or needs {@code --trace}
   */
  Workload workload(int slots, long workloadSeed, boolean withHistory) throws IOException {
    checkRanges();
    Path file = trace;
    if (file == null) {
      requireTraceFor("--window-start", windowStartSeconds);
      requireTraceFor("--max-jobs", maxJobs);
      requireTraceFor("--min-task-time", minTaskTime);
      requireTraceFor("--max-run-time", maxRunTime);
      return E2eGenerator.generate(e2eParameters(slots, workloadSeed, withHistory));
    }
    return SwfWorkload.read(file, swfParameters(slots, workloadSeed, withHistory));
  }

  private void checkRanges() {
    if (load != null) {
      OptionChecks.requireBetween(spec, "--load", load, LEAST_LOAD, E2eParameters.LARGEST_LOAD);
    }
    if (sloShare != null) {
      OptionChecks.requireBetween(spec, "--slo-share", sloShare, 0, 1);
    }
    if (windowStartSeconds != null) {
      OptionChecks.requireAtLeast(spec, "--window-start", windowStartSeconds, 0);
    }
    if (maxJobs != null) {
      OptionChecks.requireAtLeast(spec, "--max-jobs", maxJobs, 1);
    }
    Duration longest = maxRunTime == null ? TRACE_WINDOW : maxRunTime;
    if (minTaskTime != null && minTaskTime.compareTo(longest) > 0) {
      throw OptionChecks.error(
          spec,
          "--min-task-time is ("
              + minTaskTime
              + ") and must be at most --max-run-time, which is ("
              + longest
              + ").");
    }
  }

  private void requireTraceFor(String option, @Nullable Object value) {
    if (value != null) {
      throw new ParameterException(spec.commandLine(), option + " needs --trace.");
    }
  }

  private E2eParameters e2eParameters(int slots, long workloadSeed, boolean withHistory) {
    E2eParameters.Builder builder =
        E2eParameters.builder().seed(workloadSeed).slots(slots).duration(GENERATED_WINDOW);
    try {
      if (!withHistory) {
        builder.historyJobs(0);
      }
      if (load != null) {
        builder.load(load);
      }
      if (sloShare != null) {
        builder.sloShare(sloShare);
      }
      return builder.build();
    } catch (IllegalArgumentException e) {
      throw outOfRange(e);
    }
  }

  private SwfWorkloadParameters swfParameters(int slots, long workloadSeed, boolean withHistory) {
    SwfWorkloadParameters.Builder builder =
        SwfWorkloadParameters.builder().seed(workloadSeed).slots(slots).window(TRACE_WINDOW);
    try {
      if (!withHistory) {
        builder.maxHistory(0);
      }
      if (load != null) {
        builder.targetLoad(load);
      }
      if (sloShare != null) {
        builder.sloShare(sloShare);
      }
      if (windowStartSeconds != null) {
        builder.windowStartSeconds(windowStartSeconds);
      }
      if (maxJobs != null) {
        builder.maxJobs(maxJobs);
      }
      if (minTaskTime != null) {
        builder.minTaskTime(minTaskTime);
      }
      builder.maxRuntime(maxRunTime == null ? TRACE_WINDOW : maxRunTime);
      return builder.build();
    } catch (IllegalArgumentException e) {
      throw outOfRange(e);
    }
  }

  private ParameterException outOfRange(IllegalArgumentException cause) {
    return new ParameterException(spec.commandLine(), ErrorLines.of(cause), cause);
  }
}
