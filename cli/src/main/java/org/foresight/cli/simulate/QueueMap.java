package org.foresight.cli.simulate;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which queue jobs go to instead of the one that the workload names: a cluster's queues are rarely
 * called as those of a trace from elsewhere.
 *
 * @param targets new name by old name; {@value #OTHERS} stands for every queue that is not named
 */
record QueueMap(ImmutableMap<String, String> targets) {

  static final QueueMap NONE = new QueueMap(ImmutableMap.of());

  private static final String OTHERS = "*";
  private static final Splitter PAIRS = Splitter.on(',').trimResults();
  private static final Splitter SIDES = Splitter.on('=').trimResults();

  /**
   * Reads {@code from=to,…}.
   *
   * @throws IllegalArgumentException if it is no such list
   */
  static QueueMap parse(String text) {
    Map<String, String> targets = new TreeMap<>();
    for (String pair : PAIRS.split(text)) {
      List<String> sides = SIDES.splitToList(pair);
      boolean complete = sides.size() == 2 && !sides.get(0).isEmpty() && !sides.get(1).isEmpty();
      if (!complete || targets.put(sides.get(0), sides.get(1)) != null) {
        throw new IllegalArgumentException(
            "\""
                + pair
                + "\" is not FROM=TO with a FROM of its own, such as adhoc=root.users or *=default");
      }
    }
    return new QueueMap(ImmutableMap.copyOf(targets));
  }

  /** The queue that a job of this queue goes to. */
  String target(String queue) {
    String target = targets.get(queue);
    return target != null ? target : targets.getOrDefault(OTHERS, queue);
  }

  /** As the option writes it. */
  String text() {
    return targets.isEmpty() ? "as they are" : targets.toString();
  }
}
