package org.foresight.cli;

import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.foresight.testbed.RunProgress;

/**
 * A progress bar on a terminal.
 *
 * <p>Thread-safe.
 */
final class BarProgress implements ProgressView {

  /** Fixed, so that the terminal need not be asked, for which the bar would bring a library. */
  private static final int COLUMNS = 79;

  private static final int REFRESH_MILLIS = 200;

  private final ProgressBar bar;

  BarProgress(String title, int jobs, PrintStream out) {
    this.bar =
        new ProgressBarBuilder()
            .setTaskName(title)
            .setInitialMax(jobs)
            .setUnit(" jobs", 1)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(REFRESH_MILLIS)
            .continuousUpdate()
            .hideEta()
            .setConsumer(new ConsoleProgressBarConsumer(out, COLUMNS))
            .build();
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
