package org.foresight.cli.simulate;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the charts of a report show, for its script.
 *
 * @param bars figures
 * @param cdfs distributions
 * @param usage of the cluster over time
 */
record ReportData(List<Bars> bars, List<Cdfs> cdfs, List<UsageChart> usage) {

  private static final int MOST_STEPS = 400;
  private static final double FIRST_SHOWN = 0.01;
  private static final double LAST_SHOWN = 0.99;
  private static final double MILLIS_PER_HOUR = 3_600_000.0;

  /** A figure of every column. */
  record Bars(String title, List<Bar> items) {}

  /** A value and the ends of its interval, if it has one. */
  record Bar(String name, double value, @Nullable Double low, @Nullable Double high) {}

  /**
   * A distribution of every column; on a logarithmic axis where all values are positive, and cut to
   * a range where it has one.
   */
  record Cdfs(
      String title, boolean log, @Nullable Double from, @Nullable Double to, List<Line> series) {}

  /** A line. */
  record Line(String name, List<Double> x, List<Double> y) {}

  /** Use of a cluster of so many virtual cores. */
  record UsageChart(
      String title, long total, List<Double> hours, List<Double> used, List<Double> waiting) {}

  /**
   * A distribution that is shown.
   *
   * @param cut whether only the middle of it is: of values of both signs no logarithm gives the few
   *     extreme ones less room
   */
  private record Quantity(String title, boolean cut, Function<JobRow, OptionalDouble> value) {}

  private static final ImmutableList<Quantity> QUANTITIES =
      ImmutableList.of(
          new Quantity("Job completion time (s)", false, JobRow::jctSeconds),
          new Quantity("Slowdown", false, JobRow::slowdown),
          new Quantity(
              "Lateness of SLO jobs (s), 1st to 99th percentile", true, JobRow::latenessSeconds));

  ReportData {
    bars = List.copyOf(bars);
    cdfs = List.copyOf(cdfs);
    usage = List.copyOf(usage);
  }

  /**
   * The data of these columns.
   *
   * @throws IOException if the rows of a run cannot be read
   */
  static ReportData of(ImmutableList<Column> columns) throws IOException {
    List<Cdfs> cdfs = new ArrayList<>();
    for (Quantity quantity : QUANTITIES) {
      Cdfs chart = cdfs(quantity, columns);
      if (!chart.series().isEmpty()) {
        cdfs.add(chart);
      }
    }
    return new ReportData(
        Arrays.stream(Figure.values())
            .map(figure -> bars(figure, columns))
            .filter(chart -> !chart.items().isEmpty())
            .toList(),
        cdfs,
        columns.stream().map(ReportData::usage).toList());
  }

  private static Bars bars(Figure figure, ImmutableList<Column> columns) {
    ImmutableList<Bar> items =
        columns.stream()
            .flatMap(
                column -> Estimates.of(column, figure).map(e -> bar(figure, column, e)).stream())
            .collect(toImmutableList());
    return new Bars(figure.title(), items);
  }

  private static Bar bar(Figure figure, Column column, Estimate estimate) {
    double scale = figure.scale();
    return new Bar(
        column.title(),
        scale * estimate.value(),
        estimate.interval().map(interval -> scale * interval.low()).orElse(null),
        estimate.interval().map(interval -> scale * interval.high()).orElse(null));
  }

  private static Cdfs cdfs(Quantity quantity, ImmutableList<Column> columns) throws IOException {
    List<Line> lines = new ArrayList<>();
    boolean positive = true;
    double from = Double.POSITIVE_INFINITY;
    double to = Double.NEGATIVE_INFINITY;
    for (Column column : columns) {
      double[] sorted = sorted(column, quantity.value());
      if (sorted.length > 0) {
        positive &= sorted[0] > 0;
        from = Math.min(from, sorted[rank(sorted, FIRST_SHOWN)]);
        to = Math.max(to, sorted[rank(sorted, LAST_SHOWN)]);
        Cdf cdf = Cdf.ofSorted(sorted);
        lines.add(new Line(column.title(), cdf.x(), cdf.y()));
      }
    }
    boolean cut = quantity.cut() && from < to;
    return new Cdfs(quantity.title(), positive && !cut, cut ? from : null, cut ? to : null, lines);
  }

  private static int rank(double[] sorted, double quantile) {
    return (int) Math.round(quantile * (sorted.length - 1));
  }

  private static double[] sorted(Column column, Function<JobRow, OptionalDouble> value)
      throws IOException {
    ImmutableDoubleArray.Builder values = ImmutableDoubleArray.builder();
    for (RunRecord run : column.runs()) {
      JobRows.read(
          RunStore.rows(column.folder(), run.key()),
          row -> value.apply(row).ifPresent(values::add));
    }
    double[] all = values.build().toArray();
    Arrays.sort(all);
    return all;
  }

  private static UsageChart usage(Column column) {
    UsageJson usage = column.runs().get(0).usage();
    int steps = Math.min(usage.usedVcores().size(), usage.waitingTasks().size());
    int together = Math.max(1, (steps + MOST_STEPS - 1) / MOST_STEPS);
    List<Double> hours = new ArrayList<>();
    List<Double> used = new ArrayList<>();
    List<Double> waiting = new ArrayList<>();
    for (int from = 0; from < steps; from += together) {
      int to = Math.min(steps, from + together);
      hours.add((usage.startMillis() + (double) usage.stepMillis() * from) / MILLIS_PER_HOUR);
      used.add(mean(usage.usedVcores().subList(from, to)));
      waiting.add(mean(usage.waitingTasks().subList(from, to)));
    }
    String title = column.title() + ", seed " + column.runs().get(0).key().seed();
    return new UsageChart(title, usage.totalVcores(), hours, used, waiting);
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }
}
