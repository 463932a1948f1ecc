package org.foresight.yarn;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;

/** What people read of the keys, made from the registry. */
final class ConfigurationTexts {
  private static final int WIDTH = 100;

  private ConfigurationTexts() {}

  /** A file of all keys with their defaults. */
  static String xml(String head) {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!--\n");
    xml.append(head.indent(2)).append("-->\n<configuration>\n");
    for (Key<?> key : ForesightKeys.ALL) {
      xml.append("\n  <property>\n    <name>")
          .append(key.name())
          .append("</name>\n    <value>")
          .append(key.defaultText().orElseThrow())
          .append("</value>\n    <description>\n")
          .append(wrapped(escaped(description(key))).indent(6))
          .append("    </description>\n  </property>\n");
    }
    xml.append("\n  <!--\n");
    xml.append(
        wrapped(
                "Of a queue and all queues below it can be said, by its full path; the longest path"
                    + " wins, key by key:")
            .indent(4));
    for (Key<?> key : ForesightKeys.OF_QUEUES) {
      xml.append("\n      ").append(key.name()).append('\n');
      xml.append(wrapped(description(key)).indent(8));
    }
    xml.append(
        """

            For example:

              <property>
                <name>foresight.queue.root.etl.mode</name>
                <value>shadow</value>
              </property>
          -->
        </configuration>
        """);
    return xml.toString();
  }

  private static String description(Key<?> key) {
    String unit = key.kind().unit();
    return key.description()
        + " Accepted: "
        + key.kind().accepted()
        + (unit.isEmpty() ? "" : " (" + unit + ")")
        + ". A new value counts: "
        + key.reload().text()
        + ".";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }

  private static String wrapped(String text) {
    StringBuilder lines = new StringBuilder();
    int column = 0;
    for (String word : Splitter.on(' ').split(text)) {
      if (column > 0 && column + 1 + word.length() > WIDTH - 8) {
        lines.append('\n');
        column = 0;
      } else if (column > 0) {
        lines.append(' ');
        column++;
      }
      lines.append(word);
      column += word.length();
    }
    return lines.append('\n').toString();
  }

  /** The table of docs/configuration.md. */
  static String table() {
    StringBuilder table =
        new StringBuilder("| key | default | accepted | new value counts | what it does |\n");
    table.append("|---|---|---|---|---|\n");
    rows(table, ForesightKeys.ALL);
    rows(table, ForesightKeys.OF_QUEUES);
    return table.toString();
  }

  private static void rows(StringBuilder table, ImmutableList<Key<?>> keys) {
    for (Key<?> key : keys) {
      String unit = key.kind().unit();
      table
          .append("| `")
          .append(key.name())
          .append("` | ")
          .append(
              key.defaultText().filter(text -> !text.isEmpty()).map(t -> "`" + t + "`").orElse(""))
          .append(" | ")
          .append(key.kind().accepted())
          .append(unit.isEmpty() ? "" : " (" + unit + ")")
          .append(" | ")
          .append(key.reload().text())
          .append(" | ")
          .append(key.description())
          .append(" |\n");
    }
  }
}
