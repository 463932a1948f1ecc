package org.foresight.cli.simulate;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.PrintStream;
import me.tongfei.progressbar.ProgressBar;
import org.foresight.cli.support.Terminal;

/**
 * A progress bar over all runs, with the time that is left, and above it what has ended.
 *
 * <p>Thread-safe.
 */
final class BarRunsView implements RunsView {

  private final PrintStream out;
  private final ProgressBar bar;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final RunCounts counts;

  /**
   * Begins.
   *
   * @param jobs of all runs
   */
  BarRunsView(long jobs, PrintStream out) {
    this.counts = new RunCounts(jobs);
    this.out = out;
    this.bar = Terminal.jobsBar("Simulating", jobs, out).build();
  }

  @Override
  public void started(RunKey run, long jobs) {
    synchronized (lock) {
      counts.start(run, jobs);
      bar.setExtraMessage(" " + counts.runs() + " running");
    }
  }

  @Override
  public void advanced(RunKey run, long done) {
    synchronized (lock) {
      counts.advance(run, done);
      bar.stepTo(counts.done());
    }
  }

  @Override
  public void ended(RunKey run, String text) {
    synchronized (lock) {
      counts.end(run);
      bar.stepTo(counts.done());
      bar.setExtraMessage(" " + counts.runs() + " running");
      // Over the bar, which draws itself again below.
      out.print("\r" + text + " ".repeat(Math.max(0, Terminal.COLUMNS - text.length())) + "\n");
      out.flush();
    }
  }

  @Override
  public void close() {
    bar.close();
  }
}
