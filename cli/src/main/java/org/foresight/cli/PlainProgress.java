package org.foresight.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.foresight.testbed.RunProgress;

/**
 * Writes a line now and then, for logs and pipes.
 *
 * <p>Thread-safe.
 */
final class PlainProgress implements ProgressView {

  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final String title;
  private final PrintWriter out;
  private final InstantSource clock;
  private Instant next;

  PlainProgress(String title, PrintWriter out, InstantSource clock) {
    this.title = title;
    this.out = out;
    this.clock = clock;
    this.next = clock.instant();
  }

  @Override
  public synchronized void booting() {
    line("starting the cluster");
  }

  @Override
  public synchronized void onProgress(RunProgress progress) {
    if (progress.done() == progress.jobs() || !clock.instant().isBefore(next)) {
      line(DemoText.progress(progress));
      next = clock.instant().plus(PAUSE);
    }
  }

  @Override
  public void close() {
    // Every line is complete as it is.
  }

  private void line(String text) {
    out.println(title + ": " + text);
    out.flush();
  }
}
