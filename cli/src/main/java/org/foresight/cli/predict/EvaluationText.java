package org.foresight.cli.predict;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.foresight.cli.support.TextTable;
import org.foresight.predictor.evaluation.Experience;
import org.foresight.predictor.evaluation.PredictionFigures;

/** An evaluation for people, as text or as a page. */
final class EvaluationText {

  private static final String UNDEFINED = "–";
  private static final double PERCENT = 100;

  /** A column of a table: its head and what it says of a predictor. */
  private record Column<T>(String head, Function<T, String> cell) {}

  private static final ImmutableList<Column<PredictionFigures>> FIGURES =
      ImmutableList.of(
          new Column<>("jobs", figures -> String.valueOf(figures.jobs())),
          new Column<>("median error", figures -> number("%.3f", figures.medianRelativeError(), 1)),
          new Column<>("p90 error", figures -> number("%.2f", figures.p90RelativeError(), 1)),
          new Column<>("off ≥ 2× (%)", figures -> number("%.1f", figures.shareOffByTwo(), PERCENT)),
          new Column<>("NMAE", figures -> number("%.2f", figures.nmae(), 1)),
          new Column<>("in 50 % (%)", figures -> number("%.1f", figures.covered50(), PERCENT)),
          new Column<>("in 80 % (%)", figures -> number("%.1f", figures.covered80(), PERCENT)),
          new Column<>("in 95 % (%)", figures -> number("%.1f", figures.covered95(), PERCENT)));

  private static final ImmutableList<Column<PredictorScores>> COSTS =
      ImmutableList.of(
          new Column<>("p99 CPU (µs)", scores -> number("%.0f", scores.p99PredictMicros(), 1)),
          new Column<>("bytes/value", scores -> number("%.0f", scores.bytesPerValue(), 1)));

  private EvaluationText() {}

  private static String number(String format, OptionalDouble value, double scale) {
    return value.isPresent()
        ? String.format(Locale.ROOT, format, scale * value.getAsDouble())
        : UNDEFINED;
  }

  /** Lines for a terminal. */
  static ImmutableList<String> lines(EvaluationResult result) {
    ImmutableList.Builder<String> lines = ImmutableList.builder();
    for (EvaluationResult.TraceScores trace : result.traces()) {
      lines.add(title(trace) + ":").addAll(TextTable.lines(table(trace.predictors()))).add("");
    }
    if (result.traces().size() > 1) {
      lines.add("All traces:").addAll(TextTable.lines(table(result.together()))).add("");
    }
    lines
        .add("By the number of samples that an answer rests on, all traces:")
        .addAll(TextTable.lines(experience(result.together())));
    return lines.build();
  }

  /** The same as tables of a page in Markdown, under headings of the second level. */
  static ImmutableList<String> markdown(EvaluationResult result) {
    ImmutableList.Builder<String> lines = ImmutableList.builder();
    for (EvaluationResult.TraceScores trace : result.traces()) {
      lines.add("## " + title(trace)).addAll(markdownTable(table(trace.predictors()))).add("");
    }
    if (result.traces().size() > 1) {
      lines.add("## All logs together").addAll(markdownTable(table(result.together()))).add("");
    }
    return lines
        .add("## By the number of samples that an answer rests on")
        .addAll(markdownTable(experience(result.together())))
        .build();
  }

  private static String title(EvaluationResult.TraceScores trace) {
    return trace.name()
        + ": "
        + trace.jobs()
        + " completed jobs ("
        + trace.failed()
        + " failed and "
        + trace.cancelled()
        + " cancelled are left out)";
  }

  private static List<List<String>> table(List<PredictorScores> scores) {
    List<List<String>> columns = new ArrayList<>();
    columns.add(column("", scores, PredictorScores::name));
    FIGURES.forEach(
        figure -> columns.add(column(figure.head, scores, s -> figure.cell.apply(s.all()))));
    COSTS.forEach(cost -> columns.add(column(cost.head, scores, cost.cell)));
    return columns;
  }

  /** The predictors that give intervals, each with its classes. */
  private static List<List<String>> experience(List<PredictorScores> scores) {
    record Row(String name, PredictionFigures figures) {}
    List<Row> rows = new ArrayList<>();
    for (PredictorScores predictor : scores) {
      if (predictor.all().covered80().isPresent()) {
        for (Experience experience : Experience.values()) {
          PredictionFigures figures = predictor.byExperience().get(experience);
          if (figures != null && figures.jobs() > 0) {
            rows.add(new Row(predictor.name() + ", " + experience.label(), figures));
          }
        }
      }
    }
    List<List<String>> columns = new ArrayList<>();
    columns.add(column("", rows, Row::name));
    FIGURES.forEach(
        figure -> columns.add(column(figure.head, rows, row -> figure.cell.apply(row.figures()))));
    return columns;
  }

  private static <T> List<String> column(
      String head, List<T> rows, Function<? super T, String> cell) {
    return ImmutableList.<String>builder()
        .add(head)
        .addAll(rows.stream().map(cell).collect(toImmutableList()))
        .build();
  }

  private static ImmutableList<String> markdownTable(List<List<String>> columns) {
    ImmutableList.Builder<String> lines = ImmutableList.builder();
    for (int row = 0; row < columns.get(0).size(); row++) {
      StringBuilder line = new StringBuilder("|");
      for (List<String> column : columns) {
        line.append(' ').append(column.get(row)).append(" |");
      }
      lines.add(line.toString());
      if (row == 0) {
        lines.add("| --- |" + " ---: |".repeat(columns.size() - 1));
      }
    }
    return lines.build();
  }
}
