package org.foresight.cli;

import java.io.PrintWriter;
import java.time.InstantSource;
import org.foresight.cli.support.Terminal;
import org.foresight.testbed.ProgressListener;

/** Shows how far a run of the demo is; used by one run at a time. */
interface ProgressView extends ProgressListener, AutoCloseable {

  /** A bar on a terminal, else lines. */
  static ProgressView of(String title, int jobs, PrintWriter err) {
    return Terminal.isThere()
        ? new BarProgress(title, jobs, System.err)
        : new PlainProgress(title, err, InstantSource.system());
  }

  /** The cluster is being started. */
  void booting();

  /** The run is over and its cluster stopped. */
  @Override
  void close();
}
