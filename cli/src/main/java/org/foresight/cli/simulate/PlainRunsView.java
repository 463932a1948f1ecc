package org.foresight.cli.simulate;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import org.foresight.predictor.Counts;

/**
 * Writes a line now and then, for logs and pipes.
 *
 * <p>Thread-safe.
 */
final class PlainRunsView implements RunsView {

  private static final Duration PAUSE = Duration.ofSeconds(10);
  private static final double MILLIS_PER_SECOND = 1_000.0;
  private static final int LONG_SECONDS = 90;
  private static final int SECONDS_PER_MINUTE = 60;

  private final PrintWriter out;
  private final InstantSource clock;
  private final Instant start;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final RunCounts counts;

  @GuardedBy("lock")
  private Instant next;

  /**
   * Begins.
   *
   * @param jobs of all runs
   */
  PlainRunsView(long jobs, PrintWriter out, InstantSource clock) {
    this.counts = new RunCounts(jobs);
    this.out = out;
    this.clock = clock;
    this.start = clock.instant();
    this.next = start.plus(PAUSE);
  }

  @Override
  public void started(RunKey run, long jobs) {
    synchronized (lock) {
      counts.start(run, jobs);
    }
  }

  @Override
  public void advanced(RunKey run, long done) {
    synchronized (lock) {
      counts.advance(run, done);
      Instant now = clock.instant();
      if (!now.isBefore(next)) {
        next = now.plus(PAUSE);
        write(progress(now));
      }
    }
  }

  @GuardedBy("lock")
  private String progress(Instant now) {
    double secondsPerJob =
        Duration.between(start, now).toMillis() / MILLIS_PER_SECOND / Math.max(1, counts.done());
    return String.format(
        Locale.ROOT,
        "%d of %s done, %s left (%s)",
        counts.done(),
        Counts.of(counts.jobs(), "job"),
        duration(secondsPerJob * (counts.jobs() - counts.done())),
        counts.running());
  }

  private static String duration(double seconds) {
    return seconds < LONG_SECONDS
        ? String.format(Locale.ROOT, "about %.0f s", seconds)
        : String.format(Locale.ROOT, "about %.0f min", seconds / SECONDS_PER_MINUTE);
  }

  @Override
  public void ended(RunKey run, String text) {
    synchronized (lock) {
      counts.end(run);
      write(text);
    }
  }

  private void write(String text) {
    out.println(text);
    out.flush();
  }

  @Override
  public void close() {
    // Every line is complete as it is.
  }
}
