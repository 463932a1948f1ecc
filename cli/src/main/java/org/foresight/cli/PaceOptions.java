package org.foresight.cli;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.foresight.cli.support.DurationConverter;
import org.foresight.cli.support.OptionChecks;
import org.foresight.cli.support.RatioConverter;
import org.foresight.testbed.DriverParameters;
import org.foresight.traces.WorkloadJob;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that say how fast, and for how long, a workload is run. */
final class PaceOptions {

  /** How long, in real time, jobs arrive unless {@code --time-scale} says otherwise. */
  private static final double ARRIVALS_MILLIS = 54_000;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--time-scale",
      paramLabel = "RATIO",
      converter = RatioConverter.class,
      description =
          "Real time per workload time, such as 1/60 (default: what lets the jobs arrive within a"
              + " minute).")
  private @Nullable Double timeScale;

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      defaultValue = "5m",
      converter = DurationConverter.class,
      description = "End a run after this real time (default: ${DEFAULT-VALUE}).")
  private Duration timeout;

  /** Picocli fills the fields. */
  @SuppressWarnings("NullAway.Init")
  PaceOptions() {}

  /**
   * How a workload is driven.
   *
   * @param window how long jobs arrive, in workload time
   * @throws ParameterException if some of the jobs would never be submitted
   */
  DriverParameters driver(Duration window, List<WorkloadJob> jobs) {
    double scale = timeScale == null ? ARRIVALS_MILLIS / window.toMillis() : timeScale;
    long lastMillis = jobs.stream().mapToLong(WorkloadJob::submitMillis).max().orElse(0);
    if (lastMillis * scale >= timeout.toMillis()) {
      throw OptionChecks.error(
          spec,
          String.format(
              Locale.ROOT,
              "--timeout is (%d s), but the last job is submitted after %.0f s by --time-scale;"
                  + " make the former longer or the latter smaller.",
              timeout.toSeconds(),
              Math.ceil(lastMillis * scale / 1_000)));
    }
    return DriverParameters.DEFAULTS.withTimeScale(scale).withTimeout(timeout);
  }
}
