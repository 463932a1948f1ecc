package org.foresight.yarn;

import com.google.common.collect.ImmutableMap;
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

  /** The path of the queue above; empty above the root. */
  static String parent(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('.')));
  }
}
