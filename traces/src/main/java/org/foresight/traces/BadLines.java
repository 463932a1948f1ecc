package org.foresight.traces;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;

/** What a reader does with a line, or a job, of a trace that cannot be used. */
@FunctionalInterface
public interface BadLines {

  /** Ends the reading with the problem. */
  BadLines STRICT =
      problem -> {
        throw problem;
      };

  /**
   * Told of every problem; returns for the reader to leave that line, or job, out and go on.
   *
   * @throws TraceFormatException to end the reading
   */
  void found(TraceFormatException problem);

  /** Leaves out what cannot be used, counts it and keeps the first messages. Not thread-safe. */
  final class Skipped implements BadLines {
    private static final int KEPT = 10;

    private final List<String> first = new ArrayList<>();
    private long count;

    @Override
    public void found(TraceFormatException problem) {
      count++;
      if (first.size() < KEPT) {
        first.add(String.valueOf(problem.getMessage()));
      }
    }

    /** How many lines, or jobs, were left out. */
    public long count() {
      return count;
    }

    /** The first messages, at most ten. */
    public ImmutableList<String> first() {
      return ImmutableList.copyOf(first);
    }
  }
}
