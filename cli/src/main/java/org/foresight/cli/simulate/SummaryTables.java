package org.foresight.cli.simulate;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.foresight.cli.support.TextTable;

/** Tables of what the runs say: a row a figure, a column a policy. */
final class SummaryTables {

  private static final String UNDEFINED = "–";

  /** Wider tables are cut, each part with the names of the rows; two columns fit in any case. */
  private static final int WIDEST_LINE = 100;

  private static final int GAP = 2;

  /**
   * A table.
   *
   * @param title what it shows
   * @param columns all of the same length; the first cell of each is its head
   */
  record Table(String title, ImmutableList<ImmutableList<String>> columns) {}

  private SummaryTables() {}

  /**
   * All tables.
   *
   * @param columns at least one
   */
  static ImmutableList<Table> of(ImmutableList<Column> columns, Comparison comparison) {
    ImmutableList.Builder<Table> tables = ImmutableList.builder();
    tables.add(
        table(
            "Figures" + seeds(columns),
            columns,
            Figure::title,
            Estimates::of,
            (figure, value) -> figure.text(value)));
    if (columns.size() > 1) {
      tables.add(comparison(columns, comparison));
    }
    return tables.build();
  }

  private static Table comparison(ImmutableList<Column> columns, Comparison comparison) {
    Column base = columns.get(0);
    ImmutableList<Column> others = columns.subList(1, columns.size());
    String pairing = ", seed by seed" + commonSeeds(base, others);
    return switch (comparison) {
      case RATIO ->
          table(
              "Ratio to " + base.title() + pairing,
              others,
              Figure::shortTitle,
              (other, figure) -> Estimates.ratio(base, other, figure),
              (figure, value) -> Figure.digits(value));
      case DIFFERENCE ->
          table(
              "Difference to " + base.title() + pairing,
              others,
              Figure::title,
              (other, figure) -> Estimates.difference(base, other, figure),
              (figure, value) -> signed(figure, value));
    };
  }

  private static String signed(Figure figure, double value) {
    return (value > 0 ? "+" : "") + figure.text(value);
  }

  private static String seeds(ImmutableList<Column> columns) {
    return columns.stream().allMatch(column -> column.runs().size() < 2)
        ? " of one seed, which has no interval"
        : ", means over the seeds with 95 % intervals";
  }

  private static String commonSeeds(Column base, ImmutableList<Column> others) {
    int most =
        others.stream().mapToInt(other -> Estimates.commonSeeds(base, other)).max().orElse(0);
    return switch (most) {
      case 0 -> ": they have no seed in common";
      case 1 -> ": one seed, which has no interval";
      default -> ", with 95 % intervals";
    };
  }

  private static Table table(
      String title,
      ImmutableList<Column> columns,
      Function<Figure, String> rowTitle,
      BiFunction<Column, Figure, Optional<Estimate>> estimate,
      BiFunction<Figure, Double, String> text) {
    ImmutableList.Builder<ImmutableList<String>> cells = ImmutableList.builder();
    List<String> names = new ArrayList<>();
    names.add("");
    for (Figure figure : Figure.values()) {
      names.add(rowTitle.apply(figure));
    }
    cells.add(ImmutableList.copyOf(names));
    for (Column column : columns) {
      List<String> values = new ArrayList<>();
      values.add(column.title());
      for (Figure figure : Figure.values()) {
        values.add(cell(estimate.apply(column, figure), value -> text.apply(figure, value)));
      }
      cells.add(ImmutableList.copyOf(values));
    }
    return new Table(title, cells.build());
  }

  private static String cell(Optional<Estimate> estimate, DoubleFunction<String> text) {
    return estimate
        .map(
            found ->
                text.apply(found.value())
                    + found
                        .interval()
                        .map(i -> " (" + text.apply(i.low()) + " to " + text.apply(i.high()) + ")")
                        .orElse(""))
        .orElse(UNDEFINED);
  }

  /** The tables as lines for a terminal. */
  static ImmutableList<String> lines(ImmutableList<Table> tables) {
    ImmutableList.Builder<String> lines = ImmutableList.builder();
    for (Table table : tables) {
      lines.add(table.title() + ":");
      for (List<ImmutableList<String>> part : parts(table)) {
        lines.addAll(TextTable.lines(part)).add("");
      }
    }
    return lines.build();
  }

  private static List<List<ImmutableList<String>>> parts(Table table) {
    ImmutableList<String> names = table.columns().get(0);
    List<List<ImmutableList<String>>> parts = new ArrayList<>();
    List<ImmutableList<String>> part = new ArrayList<>(List.of(names));
    int width = width(names);
    for (ImmutableList<String> column : table.columns().subList(1, table.columns().size())) {
      if (part.size() > 2 && width + GAP + width(column) > WIDEST_LINE) {
        parts.add(part);
        part = new ArrayList<>(List.of(names));
        width = width(names);
      }
      part.add(column);
      width += GAP + width(column);
    }
    parts.add(part);
    return parts;
  }

  private static int width(ImmutableList<String> column) {
    return column.stream().mapToInt(String::length).max().orElse(0);
  }
}
