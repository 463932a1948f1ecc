package org.foresight.cli.simulate;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.foresight.cli.support.TextTable;

/** Tables of what the runs say: a row a figure, a column a policy. */
final class SummaryTables {

  private static final String UNDEFINED = "–";

  /** Wider tables are cut, each part with the names of the rows; two columns fit in any case. */
  private static final int WIDEST_LINE = 100;

  private static final int GAP = 2;
  private static final int FEW_SEEDS = 2;
  private static final Splitter WORDS = Splitter.on(' ');

  private static final String FIGURES_NOTE =
      "Intervals: of missed deadlines Wilson's, the jobs of all seeds together; of other figures"
          + " Student's of the mean, on the logarithm, so that no end is below zero.";
  private static final String RATIOS_NOTE =
      "Geometric means over the seeds. Intervals: of missed deadlines Katz's; of other figures"
          + " Student's. Both are on the logarithm.";
  private static final String FEW_SEEDS_NOTE =
      "Two seeds say little of the spread: such intervals are of little use, take three seeds or"
          + " more.";
  private static final String ONE_RUN_NOTE =
      "Nothing in this workload is drawn at random, so all seeds are one run, which has no"
          + " interval.";

  /**
   * A table.
   *
   * @param title what it shows
   * @param columns all of the same length; the first cell of each is its head
   * @param notes how to read it
   */
  record Table(
      String title, ImmutableList<ImmutableList<String>> columns, ImmutableList<String> notes) {}

  /**
   * A column that is held against another one.
   *
   * @param title for people
   * @param base what is divided by
   * @param other what is divided
   */
  private record Pairing(String title, Column base, Column other) {

    Optional<Estimate> ratio(Figure figure) {
      return Estimates.ratio(base, other, figure);
    }

    int seeds() {
      return Estimates.commonSeeds(base, other);
    }
  }

  private SummaryTables() {}

  /**
   * The tables of a folder: the figures, and their ratios to those of the first column.
   *
   * @param columns at least one
   */
  static ImmutableList<Table> of(ImmutableList<Column> columns) {
    ImmutableList.Builder<Table> tables = ImmutableList.builder();
    tables.add(figures(columns));
    if (columns.size() > 1) {
      Column base = columns.get(0);
      tables.add(
          ratios(
              "Ratio to " + base.title(),
              columns.subList(1, columns.size()).stream()
                  .map(other -> new Pairing(other.title(), base, other))
                  .collect(toImmutableList())));
    }
    return tables.build();
  }

  /**
   * The tables of several folders: the figures, and for every policy of the first folder and of
   * another one the ratios of the other to the first.
   *
   * @param folders the columns of each, at least one
   */
  static ImmutableList<Table> ofFolders(ImmutableList<ImmutableList<Column>> folders) {
    ImmutableList.Builder<Table> tables = ImmutableList.builder();
    tables.add(figures(folders.stream().flatMap(List::stream).collect(toImmutableList())));
    ImmutableList<Column> before = folders.get(0);
    for (ImmutableList<Column> after : folders.subList(1, folders.size())) {
      ImmutableList<Pairing> pairings = pairings(before, after);
      if (!pairings.isEmpty()) {
        String title = "Ratio of " + after.get(0).folder() + " to " + before.get(0).folder();
        tables.add(ratios(title, pairings));
      }
    }
    return tables.build();
  }

  private static ImmutableList<Pairing> pairings(
      ImmutableList<Column> before, ImmutableList<Column> after) {
    return before.stream()
        .flatMap(
            base ->
                after.stream()
                    .filter(other -> other.policy().equals(base.policy()))
                    .map(other -> new Pairing(base.policy(), base, other)))
        .collect(toImmutableList());
  }

  private static Table figures(ImmutableList<Column> columns) {
    ImmutableList<Figure> figures = defined(columns);
    ImmutableList.Builder<ImmutableList<String>> cells = ImmutableList.builder();
    boolean refused = columns.stream().anyMatch(column -> refused(column) > 0);
    cells.add(column("", figures, Figure::title, refused ? List.of("refused jobs") : List.of()));
    for (Column column : columns) {
      cells.add(
          column(
              column.title(),
              figures,
              figure -> cell(Estimates.of(column, figure), figure::text),
              refused ? List.of(refused(column) + " of " + submitted(column)) : List.of()));
    }
    int most = columns.stream().mapToInt(column -> column.runs().size()).max().orElse(0);
    int fewest =
        columns.stream()
            .mapToInt(column -> column.runs().size())
            .filter(n -> n > 1)
            .min()
            .orElse(0);
    ImmutableList.Builder<String> notes = ImmutableList.builder();
    if (most > 1) {
      notes.add(FIGURES_NOTE);
    }
    addNotes(notes, fewest, columns.stream().anyMatch(Column::sameForAllSeeds));
    return new Table(
        most > 1
            ? "Figures, means over the seeds with 95 % intervals"
            : "Figures of one seed, without intervals",
        cells.build(),
        notes.build());
  }

  private static long refused(Column column) {
    return column.runs().stream().mapToLong(run -> run.outcome().refused()).sum();
  }

  private static long submitted(Column column) {
    return column.runs().stream().mapToLong(run -> run.outcome().submitted()).sum();
  }

  private static Table ratios(String title, ImmutableList<Pairing> pairings) {
    ImmutableList<Figure> figures =
        defined(pairings.stream().map(Pairing::other).collect(toImmutableList()));
    ImmutableList.Builder<ImmutableList<String>> cells = ImmutableList.builder();
    cells.add(column("", figures, Figure::shortTitle, List.of()));
    for (Pairing pairing : pairings) {
      cells.add(
          column(
              pairing.title(),
              figures,
              figure -> cell(pairing.ratio(figure), Figure::digits),
              List.of()));
    }
    int most = pairings.stream().mapToInt(Pairing::seeds).max().orElse(0);
    int fewest = pairings.stream().mapToInt(Pairing::seeds).filter(n -> n > 1).min().orElse(0);
    ImmutableList.Builder<String> notes = ImmutableList.builder();
    if (most > 1) {
      notes.add(RATIOS_NOTE);
    }
    boolean same =
        pairings.stream()
            .anyMatch(pair -> pair.base().sameForAllSeeds() && pair.other().sameForAllSeeds());
    addNotes(notes, fewest, same);
    return new Table(
        title
            + switch (most) {
              case 0 -> ": they have no seed in common";
              case 1 -> ", one seed, without intervals";
              default -> ", seed by seed, with 95 % intervals";
            },
        cells.build(),
        notes.build());
  }

  private static ImmutableList<String> column(
      String head,
      ImmutableList<Figure> figures,
      Function<Figure, String> text,
      List<String> further) {
    return ImmutableList.<String>builder()
        .add(head)
        .addAll(figures.stream().map(text).toList())
        .addAll(further)
        .build();
  }

  /**
   * Adds what holds for figures and ratios.
   *
   * @param fewest the smallest number of seeds of which there is an interval; zero if there is none
   * @param sameForAllSeeds whether some run is
   */
  private static void addNotes(
      ImmutableList.Builder<String> notes, int fewest, boolean sameForAllSeeds) {
    if (fewest == FEW_SEEDS) {
      notes.add(FEW_SEEDS_NOTE);
    }
    if (sameForAllSeeds) {
      notes.add(ONE_RUN_NOTE);
    }
  }

  /** The figures that some run of the columns has: a workload may have no short jobs. */
  static ImmutableList<Figure> defined(ImmutableList<Column> columns) {
    return Arrays.stream(Figure.values())
        .filter(
            figure -> columns.stream().anyMatch(column -> Estimates.of(column, figure).isPresent()))
        .collect(toImmutableList());
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
      List<List<ImmutableList<String>>> parts = parts(table);
      for (int part = 0; part < parts.size(); part++) {
        lines.addAll(TextTable.lines(parts.get(part)));
        if (part == parts.size() - 1) {
          table.notes().forEach(note -> lines.addAll(wrapped(note)));
        }
        lines.add("");
      }
    }
    return lines.build();
  }

  private static List<String> wrapped(String note) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : WORDS.split(note)) {
      if (line.length() > 0 && line.length() + 1 + word.length() > WIDEST_LINE) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.length() == 0 ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
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
