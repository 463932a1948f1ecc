package org.foresight.cli.support;

import com.google.common.collect.ImmutableList;
import java.util.List;

/** Text in columns, for a terminal. */
public final class TextTable {

  private TextTable() {}

  /**
   * The rows of a table: the first column flush left, the others, which hold numbers, flush right.
   *
   * @param columns at least one, all of the same length
   */
  public static ImmutableList<String> lines(List<? extends List<String>> columns) {
    // What is escaped is longer.
    List<List<String>> shown =
        columns.stream().map(column -> column.stream().map(TerminalText::of).toList()).toList();
    ImmutableList.Builder<String> lines = ImmutableList.builder();
    for (int row = 0; row < shown.get(0).size(); row++) {
      StringBuilder line = new StringBuilder();
      for (List<String> column : shown) {
        int width = column.stream().mapToInt(String::length).max().orElseThrow();
        String padding = " ".repeat(width - column.get(row).length());
        line.append(
            line.length() == 0 ? column.get(row) + padding : "  " + padding + column.get(row));
      }
      lines.add(line.toString());
    }
    return lines.build();
  }
}
