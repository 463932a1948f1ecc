package org.foresight.yarn;

import com.google.common.collect.ImmutableList;
import java.util.Collection;
import java.util.Comparator;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** What somebody may have meant who has mistyped a name. Stateless. */
public final class NearestNames {
  private static final int MOST = 3;

  /** To compare longer ones would take long, and nobody has mistyped one. */
  private static final int LONGEST = 200;

  private NearestNames() {}

  /** The queues whose names are most like this one, the nearest first; of paths the last parts. */
  public static ImmutableList<String> ofQueues(String path, Collection<String> queues) {
    return first(
        Comparator.comparingInt((String queue) -> difference(lastPart(queue), lastPart(path)))
            .thenComparingInt(queue -> difference(queue, path)),
        queues);
  }

  /** The keys that are most like this one, the nearest first; one with the same last part is. */
  static ImmutableList<String> ofKeys(String name, Collection<String> keys) {
    return first(
        Comparator.comparing((String key) -> !lastPart(key).equals(lastPart(name)))
            .thenComparingInt(key -> difference(key, name)),
        keys);
  }

  private static ImmutableList<String> first(
      Comparator<String> nearestFirst, Collection<String> names) {
    return names.stream()
        .sorted(nearestFirst.thenComparing(Comparator.naturalOrder()))
        .limit(MOST)
        .collect(ImmutableList.toImmutableList());
  }

  private static int difference(String one, String other) {
    return LevenshteinDistance.getDefaultInstance()
        .apply(ShortText.of(one, LONGEST), ShortText.of(other, LONGEST));
  }

  private static String lastPart(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
