package org.foresight.yarn;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads keys and collects what is wrong with them: whoever corrects a file wants to see all of it.
 * Not thread-safe.
 */
final class KeyReader {
  private static final String ROOT = "root";

  /** What keys of queues begin with, and what somebody writes who forgets the path. */
  private static final String OF_QUEUES = ForesightKeys.PREFIX + "queue";

  /** Where all keys are described. */
  private static final String TABLE = "docs/configuration.md";

  private final Configuration conf;
  private final List<String> problems = new ArrayList<>();

  KeyReader(Configuration conf) {
    this.conf = conf;
  }

  /** What a key says; its default if it says nothing, or nothing that is accepted. */
  <T> T value(Key<T> key) {
    return value(key, key.name());
  }

  /** What a key says under another name. */
  <T> T value(Key<T> key, String name) {
    return isGiven(name)
        ? read(key, name, conf.getTrimmed(name)).orElseGet(key::defaultValue)
        : key.defaultValue();
  }

  /** Whether there is something under this name. */
  boolean isGiven(String name) {
    return !conf.getTrimmed(name, "").isEmpty();
  }

  /** What a key of queues says of them. */
  <T> QueueTree<T> ofQueues(Key<T> key) {
    ImmutableMap.Builder<String, T> byPath = ImmutableMap.builder();
    sorted(ForesightKeys.QUEUE_PREFIX)
        .forEach(
            (name, value) -> {
              String path = queuePath(name);
              if (isPath(path) && name.endsWith("." + key.suffix())) {
                read(key, name, key.kind().isVerbatim() ? value : value.trim())
                    .ifPresent(read -> byPath.put(path, read));
              }
            });
    return new QueueTree<>(byPath.buildOrThrow());
  }

  /**
   * What is set, and as it is set, of the keys of which a refresh reads new values, but for modes.
   */
  ImmutableSortedMap<String, String> given() {
    ImmutableSortedMap.Builder<String, String> given = ImmutableSortedMap.naturalOrder();
    for (String name : sorted(ForesightKeys.PREFIX).keySet()) {
      String value = conf.getRaw(name);
      if (value != null && isRefreshed(name)) {
        given.put(name, value);
      }
    }
    return given.buildOrThrow();
  }

  private boolean isRefreshed(String name) {
    if (name.startsWith(ForesightKeys.QUEUE_PREFIX)) {
      return !name.endsWith("." + ForesightKeys.QUEUE_MODE.suffix());
    }
    return isGiven(name) // Empty says nothing.
        && ForesightKeys.ALL.stream()
            .filter(key -> key.reload() != Key.Reload.RESTART)
            .filter(key -> !key.equals(ForesightKeys.ENABLED) && !key.equals(ForesightKeys.MODE))
            .anyMatch(key -> key.name().equals(name));
  }

  /** A misspelt key would otherwise be a default that nobody asked for. */
  void rejectUnknownKeys() {
    sorted(ForesightKeys.PREFIX)
        .forEach(
            (name, value) -> {
              if (name.equals(ForesightKeys.FORMER_QUEUES)) {
                problem(
                    name,
                    "There is no key "
                        + name
                        + " any more (its value is "
                        + value
                        + "); "
                        + insteadOf(value)
                        + ".");
              } else if (!isKnown(name)) {
                problem(
                    name,
                    "There is no key "
                        + name
                        + " (its value is "
                        + value
                        + "); the nearest are "
                        + nearest(name)
                        + "; "
                        + TABLE
                        + " has all of them.");
              }
            });
  }

  /**
   * Ends the reading.
   *
   * @throws InvalidConfigurationException if anything was wrong
   */
  void verify() throws InvalidConfigurationException {
    if (!problems.isEmpty()) {
      throw new InvalidConfigurationException(ImmutableList.copyOf(problems));
    }
  }

  private <T> Optional<T> read(Key<T> key, String name, String value) {
    try {
      return Optional.of(key.kind().parser().apply(value));
    } catch (IllegalArgumentException e) {
      String unit = key.kind().unit();
      problem(
          name,
          "The value ("
              + value
              + ") of "
              + name
              + " is not accepted; it must be "
              + key.kind().accepted()
              + (unit.isEmpty() ? "" : " (" + unit + ")")
              + ".");
      return Optional.empty();
    }
  }

  private static boolean isKnown(String name) {
    if (!name.startsWith(ForesightKeys.QUEUE_PREFIX)) {
      return name.equals(ForesightKeys.FORMER_HISTORY)
          || name.startsWith(ForesightKeys.AGENT_PREFIX)
          || ForesightKeys.ALL.stream().anyMatch(key -> key.name().equals(name));
    }
    return isPath(queuePath(name))
        && ForesightKeys.OF_QUEUES.stream().anyMatch(key -> name.endsWith("." + key.suffix()));
  }

  /** What stands between the prefix and the last part of the name of a key of queues. */
  private static String queuePath(String name) {
    int start = ForesightKeys.QUEUE_PREFIX.length();
    return name.substring(start, Math.max(start, name.lastIndexOf('.')));
  }

  private static boolean isPath(String path) {
    return path.equals(ROOT) || path.startsWith(ROOT + ".");
  }

  /** What may have been meant. */
  private static String nearest(String name) {
    if (!name.startsWith(OF_QUEUES)) {
      return String.join(", ", NearestNames.ofKeys(name, names(ForesightKeys.ALL)));
    }
    // Whatever the path: its own differences would outweigh those of the last part.
    String asked = ForesightKeys.QUEUE_PREFIX + ForesightKeys.QUEUE_PATH + lastPart(name);
    return String.join(", ", NearestNames.ofKeys(asked, names(ForesightKeys.OF_QUEUES)))
        + ", where the path is a full one, such as root.etl";
  }

  /** With the dot before it. */
  private static String lastPart(String name) {
    return name.substring(name.lastIndexOf('.'));
  }

  private static ImmutableList<String> names(ImmutableList<? extends Key<?>> keys) {
    return keys.stream().map(Key::name).collect(toImmutableList());
  }

  /** What to write instead of a list of queues. */
  private static String insteadOf(String queues) {
    ImmutableList<String> lines =
        Splitter.on(',')
            .trimResults()
            .omitEmptyStrings()
            .splitToStream(queues)
            .map(
                queue ->
                    queue.equals("*")
                        ? ForesightKeys.MODE.name() + "=" + Mode.ON.text()
                        : ForesightKeys.QUEUE_PREFIX + queue + ".mode=" + Mode.ON.text())
            .collect(toImmutableList());
    return lines.isEmpty() ? "leave it out" : "write " + String.join(" and ", lines) + " instead";
  }

  private Map<String, String> sorted(String prefix) {
    Map<String, String> sorted = new TreeMap<>();
    conf.getPropsWithPrefix(prefix).forEach((name, value) -> sorted.put(prefix + name, value));
    return sorted;
  }

  private void problem(String name, String sentence) {
    problems.add(file(name).map(file -> file + ": ").orElse("") + sentence);
  }

  /** The file that a key stands in, if that is known. */
  private Optional<String> file(String name) {
    String[] sources = conf.getPropertySources(name);
    return sources == null
        ? Optional.empty()
        : Stream.of(sources).filter(source -> source.endsWith(".xml")).reduce((a, b) -> b);
  }
}
