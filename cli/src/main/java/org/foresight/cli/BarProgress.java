package org.foresight.cli;

import java.io.PrintStream;
import me.tongfei.progressbar.ProgressBar;
import org.foresight.cli.support.Terminal;
import org.foresight.testbed.RunProgress;

/**
 * A progress bar on a terminal.
 *
 * <p>Thread-safe.
 */
final class BarProgress implements ProgressView {

  private final ProgressBar bar;

  BarProgress(String title, int jobs, PrintStream out) {
    this.bar = Terminal.jobsBar(title, jobs, out).hideEta().build();
  }

  @Override
  public void booting() {
    bar.setExtraMessage(" starting the cluster");
  }

  @Override
  public void onProgress(RunProgress progress) {
    bar.stepTo(progress.done());
    bar.setExtraMessage(" " + progress.running() + " running");
  }

  @Override
  public void close() {
    bar.close();
  }
}
