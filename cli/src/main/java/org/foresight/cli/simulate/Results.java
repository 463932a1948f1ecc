package org.foresight.cli.simulate;

import com.google.common.collect.ImmutableList;
import java.io.PrintWriter;

/** Prints the results of runs. */
final class Results {

  private Results() {}

  /**
   * Prints them.
   *
   * @param columns whose runs they are
   * @param tables what these say together, for people
   * @param json print for programs instead
   */
  static void print(
      PrintWriter out,
      ImmutableList<Column> columns,
      ImmutableList<SummaryTables.Table> tables,
      boolean json) {
    if (json) {
      out.println(SimulationJson.of(columns).text());
    } else {
      SummaryTables.lines(tables).forEach(out::println);
    }
    out.flush();
  }
}
