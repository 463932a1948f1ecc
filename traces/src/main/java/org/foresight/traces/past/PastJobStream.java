package org.foresight.traces.past;

import com.google.common.collect.ImmutableSortedMap;
import java.io.IOException;
import java.util.Iterator;

/**
 * The past jobs of a log, one after another, in the order of the log. Memory use does not grow with
 * their number.
 *
 * <p>Not thread-safe. {@link #next} throws {@link org.foresight.traces.TraceFormatException} where
 * the log is malformed and {@link java.io.UncheckedIOException} where it cannot be read.
 */
public interface PastJobStream extends Iterator<PastJob>, AutoCloseable {

  @Override
  void close() throws IOException;

  /**
   * How many jobs were left out so far, by the reason, although they could be read; grows while the
   * stream is read.
   */
  default ImmutableSortedMap<String, Long> leftOut() {
    return ImmutableSortedMap.of();
  }
}
