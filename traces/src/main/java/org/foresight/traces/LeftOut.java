package org.foresight.traces;

import com.google.common.collect.ImmutableSortedMap;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Counts of jobs that were left out, by the reason. */
public final class LeftOut {

  private LeftOut() {}

  /** The counts for people, such as {@code 12: unknown run time; 1: run time of zero}. */
  public static String text(ImmutableSortedMap<String, Long> counts) {
    return counts.entrySet().stream()
        .map(entry -> entry.getValue() + ": " + entry.getKey())
        .collect(Collectors.joining("; "));
  }

  /** The counts with one more; none where it is zero. */
  public static ImmutableSortedMap<String, Long> plus(
      ImmutableSortedMap<String, Long> counts, String reason, long count) {
    return Stream.concat(counts.entrySet().stream(), Stream.of(Map.entry(reason, count)))
        .filter(entry -> entry.getValue() > 0)
        .collect(
            ImmutableSortedMap.toImmutableSortedMap(
                Comparator.naturalOrder(), Map.Entry::getKey, Map.Entry::getValue, Long::sum));
  }
}
