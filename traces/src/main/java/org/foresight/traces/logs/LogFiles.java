package org.foresight.traces.logs;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * One job after another from logs that hold one each; only one log is open, and one job in memory,
 * at a time. Not thread-safe.
 */
final class LogFiles<T> implements LogJobs.Source {

  /** Reads one log. */
  @FunctionalInterface
  interface Reader<T> {

    /** The job of the log; null if it has none that can be used, which the reader has told. */
    @Nullable LogJob read(T log) throws IOException;
  }

  private final Iterator<T> logs;
  private final Reader<T> reader;

  LogFiles(ImmutableList<T> logs, Reader<T> reader) {
    this.logs = logs.iterator();
    this.reader = reader;
  }

  @Override
  public @Nullable LogJob next() throws IOException {
    while (logs.hasNext()) {
      LogJob job = reader.read(logs.next());
      if (job != null) {
        return job;
      }
    }
    return null;
  }

  @Override
  public void close() {
    // Every log is closed as soon as it is read.
  }
}
