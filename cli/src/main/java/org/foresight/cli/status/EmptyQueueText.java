package org.foresight.cli.status;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.Streams;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Says why no job of a queue is listed. */
final class EmptyQueueText {
  private static final String OFF = "off";

  private EmptyQueueText() {}

  /**
   * One sentence.
   *
   * @param asked the queue, as it was asked for, which may be by the last part of its path
   * @param modes of the leaf queues at and below it; missing if they are not known
   */
  static String of(String asked, JsonNode modes) {
    ImmutableList<String> paths = ImmutableList.copyOf(modes.fieldNames());
    if (paths.isEmpty()) {
      return "There is no application that you may see in " + asked + ".";
    }
    String first = paths.get(0);
    return paths.size() == 1 && (first.equals(asked) || first.endsWith("." + asked))
        ? ofOne(first, modes.path(first).asText())
        : ofSeveral(asked, modes);
  }

  private static String ofOne(String path, String mode) {
    return "The queue "
        + path
        + " is "
        + inMode(mode)
        + (mode.equals(OFF)
            ? ": it is CapacityScheduler's alone, and Foresight says nothing of its applications."
            : " and has no application that you may see.");
  }

  private static String ofSeveral(String path, JsonNode modes) {
    Map<String, Long> counts =
        Streams.stream(modes).collect(groupingBy(JsonNode::asText, TreeMap::new, counting()));
    if (counts.keySet().equals(Set.of(OFF))) {
      return "All queues in "
          + path
          + " are off: they are CapacityScheduler's alone, and Foresight says nothing of their"
          + " applications.";
    }
    return "Of the queues in "
        + path
        + " "
        + counts.entrySet().stream()
            .map(
                count ->
                    count.getValue()
                        + (count.getValue() == 1 ? " is " : " are ")
                        + inMode(count.getKey()))
            .collect(joining(", "))
        + "; those that are not off have no application that you may see.";
  }

  private static String inMode(String mode) {
    return mode.equals("shadow") ? "in shadow mode" : mode;
  }
}
