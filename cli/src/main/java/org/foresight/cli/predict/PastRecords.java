package org.foresight.cli.predict;

import com.google.common.collect.ImmutableSortedMap;
import java.io.IOException;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.predictor.store.HistoryRecord;

/** The past jobs of a source that is imported. Not thread-safe. */
interface PastRecords extends AutoCloseable {

  /** Decides what is learned. */
  @FunctionalInterface
  interface Choice {

    /** Whether a record is to be learned; asked once of each job that ran to success. */
    boolean isNew(HistoryRecord record) throws IOException, InterruptedException;
  }

  /**
   * Reads the source to its end.
   *
   * @param predictor is asked of each new job as far as is known when it was submitted, and taught
   *     it
   * @param choice says what is learned
   * @param counts counts what is read
   * @throws org.foresight.traces.TraceFormatException where it is malformed
   * @throws IOException where it cannot be read, as {@link java.io.UncheckedIOException}, too
   */
  void replay(RuntimePredictor predictor, Choice choice, ImportCounts counts)
      throws IOException, InterruptedException;

  /** How many jobs were left out so far, by the reason, although they could be read. */
  default ImmutableSortedMap<String, Long> leftOut() {
    return ImmutableSortedMap.of();
  }

  @Override
  void close() throws IOException;
}
