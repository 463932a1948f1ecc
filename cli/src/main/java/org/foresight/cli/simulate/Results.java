package org.foresight.cli.simulate;

import com.google.common.collect.ImmutableList;
import java.io.PrintWriter;

/** Prints the results of runs on one cluster. */
final class Results {

  private Results() {}

  static void print(PrintWriter out, ImmutableList<Column> columns, boolean json) {
    if (json) {
      out.println(SimulationJson.of(columns).text());
    } else {
      SummaryTables.lines(SummaryTables.of(columns, Comparison.RATIO)).forEach(out::println);
    }
    out.flush();
  }
}
