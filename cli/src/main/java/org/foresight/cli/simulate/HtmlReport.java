package org.foresight.cli.simulate;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.foresight.cli.support.HtmlPage;
import org.foresight.cli.support.OutputFile;

/** A page about the runs of some columns: one file that needs no other and no network. */
final class HtmlReport {

  private static final String TEMPLATE = "report.html";
  private static final String NOTHING = "–";

  private HtmlReport() {}

  /**
   * Writes the page; whoever reads the file meanwhile sees the old one or the new one.
   *
   * @param columns whose runs it shows
   * @param tables what they say together
   * @throws IOException if it cannot be written or a run's rows cannot be read
   */
  static void write(
      Path file, ImmutableList<Column> columns, ImmutableList<SummaryTables.Table> tables)
      throws IOException {
    OutputFile.replace(file, page(columns, tables));
  }

  private static String page(
      ImmutableList<Column> columns, ImmutableList<SummaryTables.Table> tables) throws IOException {
    return HtmlPage.fill(
        HtmlReport.class,
        TEMPLATE,
        ImmutableMap.of(
            "title", HtmlPage.escape(title(columns)),
            "facts", facts(columns),
            "tables", tables(tables),
            "bars-title", barsTitle(columns),
            "runs", runs(columns),
            "data", HtmlPage.json(ReportData.of(columns))));
  }

  /** Such as {@code Simulation: e2e}. */
  private static String title(ImmutableList<Column> columns) {
    return "Simulation: "
        + columns.stream()
            .map(column -> column.folder().toAbsolutePath().normalize().getFileName())
            .distinct()
            .map(String::valueOf)
            .collect(Collectors.joining(", "));
  }

  private static String barsTitle(ImmutableList<Column> columns) {
    return columns.stream().anyMatch(column -> column.runs().size() > 1)
        ? "Figures with 95 % intervals"
        : "Figures";
  }

  /** The inputs of the runs; where runs differ, all the values. */
  private static String facts(ImmutableList<Column> columns) {
    Map<String, Set<String>> values = new LinkedHashMap<>();
    for (Column column : columns) {
      for (RunRecord run : column.runs()) {
        run.inputs()
            .forEach(
                (name, value) ->
                    values.computeIfAbsent(name, n -> new LinkedHashSet<>()).add(value));
      }
    }
    StringBuilder html = new StringBuilder("<table class=\"facts\">\n");
    values.forEach(
        (name, found) ->
            html.append("<tr><th>")
                .append(HtmlPage.escape(name))
                .append("</th><td>")
                .append(String.join("<br>", found.stream().map(HtmlPage::escape).toList()))
                .append("</td></tr>\n"));
    return html.append("</table>").toString();
  }

  private static String tables(ImmutableList<SummaryTables.Table> tables) {
    StringBuilder html = new StringBuilder();
    for (SummaryTables.Table table : tables) {
      html.append(HtmlPage.table(table.title(), table.columns()));
      for (String note : table.notes()) {
        html.append("<p class=\"note\">").append(HtmlPage.escape(note)).append("</p>\n");
      }
    }
    return html.toString();
  }

  private static String runs(ImmutableList<Column> columns) {
    List<List<String>> cells = new ArrayList<>();
    cells.add(runCells("", columns, (column, run) -> column.title()));
    cells.add(runCells("seed", columns, (column, run) -> String.valueOf(run.key().seed())));
    cells.add(runCells("jobs", columns, (column, run) -> String.valueOf(run.figures().jobs())));
    cells.add(runCells("refused", columns, (column, run) -> count(run.outcome().refused())));
    cells.add(runCells("unfinished", columns, (column, run) -> count(run.outcome().unfinished())));
    cells.add(runCells("plans", columns, (column, run) -> count(run.outcome().plans())));
    cells.add(runCells("preempted", columns, (column, run) -> count(run.outcome().preemptions())));
    cells.add(runCells("tasks lost", columns, (column, run) -> count(run.outcome().lostTasks())));
    for (Figure figure : SummaryTables.defined(columns)) {
      cells.add(runCells(figure.title(), columns, (column, run) -> text(figure, run)));
    }
    return HtmlPage.table("Every run", cells);
  }

  private static String count(long count) {
    return String.valueOf(count);
  }

  private static String text(Figure figure, RunRecord run) {
    OptionalDouble value = figure.of(run.figures());
    return value.isPresent() ? figure.text(value.getAsDouble()) : NOTHING;
  }

  private static List<String> runCells(
      String head, ImmutableList<Column> columns, BiFunction<Column, RunRecord, String> text) {
    List<String> cells = new ArrayList<>();
    cells.add(head);
    for (Column column : columns) {
      column.runs().forEach(run -> cells.add(text.apply(column, run)));
    }
    return cells;
  }
}
