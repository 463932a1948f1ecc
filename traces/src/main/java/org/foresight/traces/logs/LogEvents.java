package org.foresight.traces.logs;

import java.io.IOException;
import org.foresight.traces.TraceFormatException;

/** One event after another of a log, whatever its encoding. Not thread-safe. */
interface LogEvents extends AutoCloseable {

  /** Takes one event after another. */
  @FunctionalInterface
  interface Handler {

    /**
     * Takes an event.
     *
     * @return whether to go on
     * @throws TraceFormatException if the event isn't as it should be
     */
    boolean accept(JsonRecord event);
  }

  /**
   * Reads the events from here on. A bad one is told and skipped, or, where the next one can't be
   * found, the last.
   *
   * @param fields what of the events is needed
   * @throws TraceFormatException if a problem ends the reading
   */
  void forEach(JsonFields fields, LogFindings findings, Handler handler) throws IOException;

  @Override
  void close() throws IOException;
}
