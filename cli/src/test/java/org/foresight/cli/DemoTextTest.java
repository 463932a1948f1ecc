package org.foresight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.foresight.traces.RunMetrics;
import org.junit.jupiter.api.Test;

class DemoTextTest {

  private static final DemoRun BASELINE =
      DemoOutcomes.run(
          DemoScheduler.CAPACITY, true, new RunMetrics(60, 0, 30, 10, 1.0 / 3, 20, 600, 1200, 660));
  private static final DemoRun OTHER =
      DemoOutcomes.run(
          DemoScheduler.FORESIGHT, false, new RunMetrics(60, 0, 30, 3, 0.1, 22, 540, 1800, 660));

  @Test
  void theTableHasAColumnForEveryRunAndFitsATerminal() {
    List<String> table = DemoText.table(List.of(BASELINE, OTHER));

    assertThat(table).extracting(String::length).containsOnly(table.get(0).length());
    assertThat(table.get(0)).hasSizeLessThanOrEqualTo(80);
    assertThat(table.get(0)).contains("CapacityScheduler ", "Foresight ");
    assertThat(table.get(1)).contains("(asynchronous)", "(on heartbeats)");
    assertThat(table.get(2))
        .startsWith("SLO jobs missed")
        .contains("10 of 30 (33.3 %)", "3 of 30 (10.0 %)");
    assertThat(table.get(3)).startsWith("goodput").contains("20.00 task-h", "22.00 task-h");
    assertThat(table).anyMatch(line -> line.matches("mean JCT +11.0 min +11.0 min"));
  }

  @Test
  void theComparisonSaysWhatGotBetterAndWhatWorse() {
    assertThat(DemoText.comparison(BASELINE, OTHER))
        .contains("missed 3 of 30 deadlines")
        .contains("best-effort jobs took 10 % less time on average (p90 ")
        .endsWith("goodput was 10 % higher.");
    assertThat(DemoText.comparison(OTHER, BASELINE))
        .contains("missed 10 of 30 deadlines")
        .contains("best-effort jobs took 11 % longer")
        .endsWith("goodput was 9 % lower.");
  }

  @Test
  void nothingToCompareWithIsNoChange() {
    DemoRun empty =
        DemoOutcomes.run(DemoScheduler.CAPACITY, true, new RunMetrics(0, 0, 0, 0, 0, 0, 0, 0, 0));

    assertThat(DemoText.comparison(empty, empty))
        .contains("took as long on average")
        .endsWith("goodput was the same.");
  }
}
