package org.foresight.cli.simulate;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.foresight.predictor.Counts;
import org.foresight.traces.BadLines;

/**
 * The lines of one trace that its readers left out. All readers find the same ones, if they read
 * equally far.
 *
 * <p>Thread-safe, but asked for {@link #remarks} only while nobody reads.
 */
final class SkippedLines implements Supplier<BadLines> {

  private static final int NAMED = 3;

  private final Object lock = new Object();

  @GuardedBy("lock")
  private final List<BadLines.Skipped> readers = new ArrayList<>();

  /** For one more reader. */
  @Override
  public BadLines get() {
    BadLines.Skipped reader = new BadLines.Skipped();
    synchronized (lock) {
      readers.add(reader);
    }
    return reader;
  }

  /** How many were left out and the first of them, for people; empty if there were none. */
  ImmutableList<String> remarks() {
    synchronized (lock) {
      return readers.stream()
          .max(Comparator.comparingLong(BadLines.Skipped::count))
          .filter(reader -> reader.count() > 0)
          .map(SkippedLines::remarks)
          .orElse(ImmutableList.of());
    }
  }

  private static ImmutableList<String> remarks(BadLines.Skipped reader) {
    return Stream.concat(
            Stream.of(
                "Left out " + Counts.of(reader.count(), "line") + " that cannot be used, such as"),
            reader.first().stream().limit(NAMED).map(problem -> "  " + problem))
        .collect(toImmutableList());
  }
}
