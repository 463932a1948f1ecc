package org.foresight.cli.simulate;

/** Shows how far the runs are. Implementations are thread-safe. */
interface RunsView extends AutoCloseable {

  /** A run of so many jobs has begun. */
  void started(RunKey run, long jobs);

  /** So many jobs of a run have ended. */
  void advanced(RunKey run, long done);

  /** A run is over, however it ended; the text says how. */
  void ended(RunKey run, String text);

  /** All runs are over. */
  @Override
  void close();
}
