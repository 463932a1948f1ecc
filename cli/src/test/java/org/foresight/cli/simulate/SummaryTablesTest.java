package org.foresight.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foresight.cli.simulate.Runs.column;
import static org.foresight.cli.simulate.Runs.run;

import com.google.common.collect.ImmutableList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SummaryTablesTest {

  @Test
  void aRowAFigureAndAColumnAPolicy() {
    ImmutableList<String> lines =
        lines(column("fifo", run("fifo", 1, 8.0, 10, 5)), column("las", run("las", 1, 4.0, 10, 1)));

    assertThat(lines.get(0)).isEqualTo("Figures of one seed, without intervals:");
    assertThat(lines.get(1)).matches(" +fifo +las");
    assertThat(lines)
        .anyMatch(line -> line.matches("missed deadlines \\(%\\) +50.0 +10.0"))
        .anyMatch(line -> line.matches("mean JCT \\(s\\) +8.00 +4.00"))
        .noneMatch(line -> line.contains("short jobs"))
        .contains("Ratio to fifo, one seed, without intervals:")
        .anyMatch(line -> line.matches("mean JCT +0.50"));
  }

  @Test
  void aPolicyAloneIsComparedWithNothing() {
    assertThat(lines(column("fifo", run("fifo", 1, 8.0, 10, 5))))
        .noneMatch(line -> line.contains("Ratio"));
  }

  @Test
  void manyPoliciesAreCutIntoPartsThatFit() {
    Column[] columns =
        IntStream.range(0, 9)
            .mapToObj(i -> "policy-of-a-name-" + i)
            .map(name -> column(name, run(name, 1, 8.0, 10, 5), run(name, 2, 9.0, 10, 5)))
            .toArray(Column[]::new);

    ImmutableList<String> lines = lines(columns);

    assertThat(lines.subList(1, lines.size()))
        .filteredOn(line -> !line.endsWith(":"))
        .allMatch(line -> line.length() <= 100);
    for (int i = 0; i < 9; i++) {
      String name = "policy-of-a-name-" + i;
      assertThat(lines).anyMatch(line -> line.contains(" " + name));
    }
  }

  @Test
  void twoSeedsAreToldToBeFew() {
    Column two = column("fifo", run("fifo", 1, 8.0, 10, 5), run("fifo", 2, 9.0, 10, 5));

    assertThat(lines(two)).anyMatch(line -> line.startsWith("Two seeds say little"));
  }

  private static ImmutableList<String> lines(Column... columns) {
    return SummaryTables.lines(SummaryTables.of(ImmutableList.copyOf(columns)));
  }
}
