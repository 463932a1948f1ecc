package org.foresight.cli.support;

import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** What standard error is, and how progress is drawn on it. */
public final class Terminal {

  /** Set by the launcher, which can tell whether standard error is a terminal. */
  private static final String PROPERTY = "foresight.terminal";

  /** Fixed, so that the terminal need not be asked, for which the bar would bring a library. */
  public static final int COLUMNS = 79;

  private static final int REFRESH_MILLIS = 200;

  private Terminal() {}

  /** Whether standard error is a terminal. */
  public static boolean isThere() {
    return Boolean.getBoolean(PROPERTY);
  }

  /** The beginning of a bar that counts jobs. */
  public static ProgressBarBuilder jobsBar(String title, long jobs, PrintStream out) {
    return ProgressBar.builder()
        .setTaskName(title)
        .setInitialMax(jobs)
        .setUnit(" jobs", 1)
        .setStyle(ProgressBarStyle.ASCII)
        .setUpdateIntervalMillis(REFRESH_MILLIS)
        .continuousUpdate()
        .setConsumer(new ConsoleProgressBarConsumer(out, COLUMNS));
  }
}
