package org.foresight.cli;

import java.time.Duration;
import org.foresight.cli.support.DurationConverter;
import org.foresight.cli.support.RatioConverter;
import org.foresight.testbed.DriverParameters;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say how fast, and for how long, a workload is run. */
final class PaceOptions {

  /** How long, in real time, jobs arrive unless {@code --time-scale} says otherwise. */
  private static final double ARRIVALS_MILLIS = 54_000;

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
   */
  DriverParameters driver(Duration window) {
    return DriverParameters.DEFAULTS
        .withTimeScale(timeScale == null ? ARRIVALS_MILLIS / window.toMillis() : timeScale)
        .withTimeout(timeout);
  }
}
