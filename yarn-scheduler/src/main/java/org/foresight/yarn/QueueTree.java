package org.foresight.yarn;

import static com.google.common.collect.ImmutableSet.toImmutableSet;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.util.Collection;
import java.util.Optional;

/**
 * Something that is said of queues: what is said of a queue holds for all queues below it of which
 * nothing else is said.
 *
 * @param byPath what is said, by full paths such as {@code root.etl}
 */
record QueueTree<T>(ImmutableMap<String, T> byPath) {

  /** What holds for the queue of this full path; empty if nothing does. */
  Optional<T> at(String queuePath) {
    for (String path = queuePath; !path.isEmpty(); path = parent(path)) {
      T said = byPath.get(path);
      if (said != null) {
        return Optional.of(said);
      }
    }
    return Optional.empty();
  }

  /** The paths of which something is said, but that are none of these, nor above one of these. */
  ImmutableSet<String> pathsWithout(Collection<String> leafQueuePaths) {
    return byPath.keySet().stream()
        .filter(path -> leafQueuePaths.stream().noneMatch(leaf -> isAtOrBelow(leaf, path)))
        .collect(toImmutableSet());
  }

  private static boolean isAtOrBelow(String leaf, String path) {
    return leaf.equals(path) || leaf.startsWith(path + ".");
  }

  /** The path of the queue above; empty above the root. */
  static String parent(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('.')));
  }
}
