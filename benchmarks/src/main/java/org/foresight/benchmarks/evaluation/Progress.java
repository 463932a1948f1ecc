package org.foresight.benchmarks.evaluation;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;

/**
 * Says which runs have ended and how long the others will take, by what a unit of {@link
 * PlannedRun#cost} has taken so far.
 *
 * <p>Thread-safe.
 */
public final class Progress {

  private static final double MILLIS_PER_SECOND = 1_000.0;
  private static final int LONG_SECONDS = 90;
  private static final int SECONDS_PER_MINUTE = 60;

  private final PrintStream out;
  private final InstantSource clock;
  private final Instant start;
  private final int runs;
  private final double cost;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private int endedRuns;

  @GuardedBy("lock")
  private double endedCost;

  /**
   * Begins.
   *
   * @param runs what is to be done
   */
  public Progress(List<? extends PlannedRun> runs, PrintStream out, InstantSource clock) {
    this.out = out;
    this.clock = clock;
    this.start = clock.instant();
    this.runs = runs.size();
    this.cost = runs.stream().mapToDouble(PlannedRun::cost).sum();
  }

  /** A run has ended; {@code text} says how. */
  public void ended(PlannedRun run, String text) {
    synchronized (lock) {
      endedRuns++;
      endedCost += run.cost();
      double elapsedSeconds =
          Duration.between(start, clock.instant()).toMillis() / MILLIS_PER_SECOND;
      out.println(
          String.format(
              Locale.ROOT,
              "[%d/%d, %s left] %s: %s",
              endedRuns,
              runs,
              duration(elapsedSeconds / endedCost * Math.max(0.0, cost - endedCost)),
              run.key(),
              text));
    }
  }

  private static String duration(double seconds) {
    return seconds < LONG_SECONDS
        ? String.format(Locale.ROOT, "about %.0f s", seconds)
        : String.format(Locale.ROOT, "about %.0f min", seconds / SECONDS_PER_MINUTE);
  }
}
