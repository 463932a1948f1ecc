package org.foresight.cli;

import org.foresight.testbed.ProgressListener;

/** Shows how far a run of the demo is; used by one run at a time. */
interface ProgressView extends ProgressListener, AutoCloseable {

  /** The cluster is being started. */
  void booting();

  /** The run is over and its cluster stopped. */
  @Override
  void close();
}
