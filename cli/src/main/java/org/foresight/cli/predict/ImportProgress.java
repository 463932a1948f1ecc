package org.foresight.cli.predict;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import me.tongfei.progressbar.ProgressBar;
import org.foresight.cli.support.Terminal;
import org.foresight.predictor.Counts;

/** Shows how far the import of a source is. Used by one thread. */
interface ImportProgress extends AutoCloseable {

  /** So many jobs of the source that ran to success were read. */
  void read(long jobs);

  @Override
  void close();

  /** A bar on a terminal: without an end, since nobody knows how many jobs a source has. */
  static ImportProgress bar(String title, PrintStream out) {
    ProgressBar bar = Terminal.jobsBar(title, -1, out).hideEta().build();
    return new ImportProgress() {
      @Override
      public void read(long jobs) {
        bar.stepTo(jobs);
      }

      @Override
      public void close() {
        bar.close();
      }
    };
  }

  /** A line now and then, for logs and pipes. */
  static ImportProgress plain(String title, PrintWriter out, InstantSource clock) {
    Duration pause = Duration.ofSeconds(10);
    return new ImportProgress() {
      private Instant next = clock.instant().plus(pause);

      @Override
      public void read(long jobs) {
        Instant now = clock.instant();
        if (!now.isBefore(next)) {
          next = now.plus(pause);
          out.println(title + ": " + Counts.of(jobs, "job") + " read …");
          out.flush();
        }
      }

      @Override
      public void close() {
        // Every line is complete as it is.
      }
    };
  }
}
