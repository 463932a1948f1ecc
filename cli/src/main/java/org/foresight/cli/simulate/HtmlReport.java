package org.foresight.cli.simulate;

import static com.google.common.html.HtmlEscapers.htmlEscaper;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.foresight.cli.support.OutputFile;
import org.foresight.cli.support.Versions;

/** A page about the runs of some columns: one file that needs no other and no network. */
final class HtmlReport {

  private static final String TEMPLATE = "report.html";
  private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z-]+)}}");
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
    ChartLibrary charts = ChartLibrary.load();
    return fill(
        template(),
        ImmutableMap.<String, String>builder()
            .put("title", escape(title(columns)))
            .put("version", escape(Versions.foresight()))
            .put("facts", facts(columns))
            .put("tables", tables(tables))
            .put("bars-title", barsTitle(columns))
            .put("runs", runs(columns))
            .put("data", ReportData.of(columns).json())
            .put("chart-style", charts.style())
            .put("chart-script", charts.script())
            .put("chart-license", charts.license())
            .buildOrThrow());
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

  private static String template() {
    URL template = Resources.getResource(HtmlReport.class, TEMPLATE);
    try {
      return Resources.toString(template, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Each place once and in one pass, so that what is put in is not searched for places. */
  private static String fill(String template, ImmutableMap<String, String> values) {
    Matcher matcher = PLACE.matcher(template);
    StringBuilder page = new StringBuilder();
    while (matcher.find()) {
      String value = values.get(matcher.group(1));
      if (value == null) {
        throw new IllegalStateException(
            "The template has the unknown place (" + matcher.group(1) + ").");
      }
      matcher.appendReplacement(page, Matcher.quoteReplacement(value));
    }
    return matcher.appendTail(page).toString();
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
                .append(escape(name))
                .append("</th><td>")
                .append(String.join("<br>", found.stream().map(HtmlReport::escape).toList()))
                .append("</td></tr>\n"));
    return html.append("</table>").toString();
  }

  private static String tables(ImmutableList<SummaryTables.Table> tables) {
    StringBuilder html = new StringBuilder();
    for (SummaryTables.Table table : tables) {
      html.append(table(table.title(), table.columns()));
      for (String note : table.notes()) {
        html.append("<p class=\"note\">").append(escape(note)).append("</p>\n");
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
    return table("Every run", cells);
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

  private static String table(String title, List<? extends List<String>> columns) {
    StringBuilder html = new StringBuilder("<table>\n<caption>");
    html.append(escape(title)).append("</caption>\n");
    for (int row = 0; row < columns.get(0).size(); row++) {
      String cell = row == 0 ? "th" : "td";
      html.append("<tr>");
      for (List<String> column : columns) {
        html.append('<').append(cell).append('>');
        html.append(escape(column.get(row)));
        html.append("</").append(cell).append('>');
      }
      html.append("</tr>\n");
    }
    return html.append("</table>\n").toString();
  }

  private static String escape(String text) {
    return htmlEscaper().escape(text);
  }
}
