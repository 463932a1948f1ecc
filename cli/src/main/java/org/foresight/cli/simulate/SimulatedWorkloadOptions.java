package org.foresight.cli.simulate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.foresight.cli.support.ErrorLines;
import org.foresight.cli.support.OptionChecks;
import org.foresight.cli.support.RatioConverter;
import org.foresight.traces.BadLines;
import org.foresight.traces.formats.TraceFormat;
import org.foresight.traces.generators.Generators;
import org.foresight.traces.generators.WorkloadGenerator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options that say which workload is simulated. */
final class SimulatedWorkloadOptions {

  /** As in the parameters of generated workloads. */
  private static final double MAX_LOAD = 100;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @ArgGroup(multiplicity = "0..1")
  private @Nullable Kind kind;

  /** Either of these. */
  static final class Kind {
    @Option(
        names = "--workload",
        paramLabel = "NAME",
        description = "Generate this workload (default: e2e); an unknown name lists all.")
    private @Nullable String name;

    @Option(
        names = "--trace",
        paramLabel = "FILE",
        description = "Replay this trace, plain or gzip.")
    private @Nullable Path trace;
  }

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "With --trace: its format (default: told by how the file begins).")
  private @Nullable String format;

  @Option(
      names = "--skip-bad",
      description = "With --trace: leave out lines that cannot be used, and count them.")
  private boolean skipBad;

  @Option(
      names = "--load",
      paramLabel = "RATIO",
      converter = RatioConverter.class,
      description =
          "Offered load: work of all jobs over what the cluster can do while they arrive (default:"
              + " the workload's own; a trace keeps its pace).")
  private @Nullable Double load;

  @Option(
      names = "--slo-share",
      paramLabel = "RATIO",
      description =
          "Give this share of the jobs that have no deadline one, 20 to 80 %% later than their"
              + " runtime (default: none).")
  private @Nullable Double sloShare;

  @Option(
      names = "--max-jobs",
      paramLabel = "NUMBER",
      description = "Run only the first jobs, at most so many (default: all).")
  private @Nullable Long maxJobs;

  @Option(
      names = "--queue-map",
      paramLabel = "FROM=TO,…",
      description =
          "Send the jobs of these queues to others; * stands for all other queues. Jobs of generated"
              + " workloads are in production and adhoc.")
  private @Nullable String queueMap;

  private final SkippedLines skippedLines = new SkippedLines();

  /** Picocli fills the fields. */
  @SuppressWarnings("NullAway.Init")
  SimulatedWorkloadOptions() {}

  /** Whether a trace is replayed. */
  boolean isTrace() {
    return kind != null && kind.trace != null;
  }

  /** The lines of the trace that were left out. */
  SkippedLines skippedLines() {
    return skippedLines;
  }

  /**
   * The workload of every seed.
   *
   * @param mostJobs run at most so many jobs, whatever the options say
   * @throws org.foresight.traces.TraceFormatException if the format of a trace cannot be told
   * @throws IOException if a trace cannot be read
   */
  Workloads workloads(OptionalLong mostJobs) throws IOException {
    if (load != null) {
      OptionChecks.requireBetween(spec, "--load", load, 0, MAX_LOAD);
    }
    if (sloShare != null) {
      OptionChecks.requireBetween(spec, "--slo-share", sloShare, 0, 1);
    }
    if (maxJobs != null) {
      OptionChecks.requireAtLeast(spec, "--max-jobs", maxJobs, 1);
    }
    WorkloadChanges changes = new WorkloadChanges(jobs(mostJobs), optional(sloShare), queues());
    if (kind != null && kind.trace != null) {
      return new TraceWorkloads(
          kind.trace,
          format(kind.trace),
          skipBad ? skippedLines : () -> BadLines.STRICT,
          optional(load),
          changes);
    }
    if (format != null || skipBad) {
      throw OptionChecks.error(spec, (skipBad ? "--skip-bad" : "--format") + " needs --trace.");
    }
    return new GeneratedWorkloads(generator(), optional(load), changes);
  }

  private QueueMap queues() {
    try {
      return queueMap == null ? QueueMap.NONE : QueueMap.parse(queueMap);
    } catch (IllegalArgumentException e) {
      throw OptionChecks.error(spec, "--queue-map: " + ErrorLines.of(e) + ".");
    }
  }

  private OptionalLong jobs(OptionalLong mostJobs) {
    if (maxJobs == null) {
      return mostJobs;
    }
    return OptionalLong.of(Math.min(maxJobs, mostJobs.orElse(Long.MAX_VALUE)));
  }

  private WorkloadGenerator generator() {
    String name = kind == null || kind.name == null ? "e2e" : kind.name;
    try {
      return Generators.find(name);
    } catch (IllegalArgumentException e) {
      throw OptionChecks.error(spec, "--workload: " + ErrorLines.of(e));
    }
  }

  private TraceFormat format(Path trace) throws IOException {
    String label = format;
    if (label == null) {
      return TraceFormat.detect(trace);
    }
    return OptionChecks.format(spec, label, TraceFormat.ofLabel(label), TraceFormat.listed());
  }

  private static OptionalDouble optional(@Nullable Double value) {
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }
}
