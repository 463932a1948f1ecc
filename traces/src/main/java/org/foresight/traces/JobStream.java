package org.foresight.traces;

import java.io.IOException;
import java.util.Iterator;

/**
 * The jobs of a trace or generator, one after another, in the order of submission. Memory use does
 * not grow with the number of jobs.
 *
 * <p>Not thread-safe. {@link #next} throws {@link TraceFormatException} where the trace is
 * malformed and {@link java.io.UncheckedIOException} where it cannot be read.
 */
public interface JobStream extends Iterator<WorkloadJob>, AutoCloseable {

  @Override
  void close() throws IOException;

  /** The jobs of a list. */
  static JobStream of(Iterable<WorkloadJob> jobs) {
    Iterator<WorkloadJob> iterator = jobs.iterator();
    return new JobStream() {
      @Override
      public boolean hasNext() {
        return iterator.hasNext();
      }

      @Override
      public WorkloadJob next() {
        return iterator.next();
      }

      @Override
      public void close() {
        // There is nothing to close.
      }
    };
  }
}
