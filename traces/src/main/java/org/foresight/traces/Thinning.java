package org.foresight.traces;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.stream.IntStream;

/** Keeps a bounded number of a list's items, evenly spread over it. */
final class Thinning {

  private Thinning() {}

  /** How many of {@code size} items are kept. */
  static int kept(int size, int max) {
    return Math.min(size, max);
  }

  /** Place, in the whole list, of the {@code i}-th item kept. */
  static int place(int i, int size, int max) {
    return size <= max ? i : (int) ((long) i * size / max);
  }

  static <T> ImmutableList<T> thin(List<T> items, int max) {
    return IntStream.range(0, kept(items.size(), max))
        .mapToObj(i -> items.get(place(i, items.size(), max)))
        .collect(ImmutableList.toImmutableList());
  }
}
