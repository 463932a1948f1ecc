package org.foresight.yarn;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The modes of all queues.
 *
 * @param enabled whether any mode but off counts
 * @param general the mode of the queues of which nothing is said
 * @param ofQueues what is said of queues
 */
record Modes(boolean enabled, Mode general, QueueTree<Mode> ofQueues) {

  /** What is said to people where no mode counts. */
  static final String SWITCHED_OFF = "off, by " + ForesightKeys.ENABLED.name();

  /** The same mode for all queues. */
  static Modes ofAll(Mode mode) {
    return new Modes(true, mode, new QueueTree<>(ImmutableMap.of()));
  }

  /** The same without what is said of others than these queues; for people alone. */
  Modes only(Predicate<String> paths) {
    return new Modes(
        enabled,
        general,
        new QueueTree<>(ImmutableMap.copyOf(Maps.filterKeys(ofQueues.byPath(), paths::test))));
  }

  /** The mode of the leaf queue of this full path. */
  Mode of(String queuePath) {
    return enabled ? ofQueues.at(queuePath).orElse(general) : Mode.OFF;
  }

  /** Whether a queue may be in this mode, of those that there are or may be made. */
  boolean mayBe(Mode mode) {
    return enabled ? general == mode || ofQueues.byPath().containsValue(mode) : mode == Mode.OFF;
  }

  /** Whether no queue may be in another mode than off. */
  boolean areOff() {
    return !mayBe(Mode.SHADOW) && !mayBe(Mode.ON);
  }

  /** For people, such as {@code shadow, root.etl on}. */
  @Override
  public String toString() {
    if (!enabled) {
      return SWITCHED_OFF;
    }
    Map<String, Mode> sorted = new TreeMap<>(ofQueues.byPath());
    return general.text()
        + sorted.entrySet().stream()
            .map(said -> ", " + said.getKey() + " " + said.getValue().text())
            .collect(Collectors.joining());
  }
}
