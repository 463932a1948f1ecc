package org.foresight.traces;

import com.google.common.collect.ImmutableSortedMap;
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

  /**
   * How many jobs were left out so far, by the reason, although they could be read; grows while the
   * stream is read.
   */
  default ImmutableSortedMap<String, Long> leftOut() {
    return ImmutableSortedMap.of();
  }

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
