package org.foresight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import org.foresight.traces.RunMetrics;
import org.junit.jupiter.api.Test;

class DemoTextTest {

  private static final DemoRun BASELINE =
      DemoOutcomes.run(
          DemoScheduler.CAPACITY,
          true,
          metrics(10, 20, OptionalDouble.of(600), OptionalDouble.of(1_200)));
  private static final DemoRun OTHER =
      DemoOutcomes.run(
          DemoScheduler.FORESIGHT,
          false,
          metrics(3, 22, OptionalDouble.of(540), OptionalDouble.of(1_800)));

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
  void whereNothingFinishedThereIsNothingToCompare() {
    DemoRun nothing =
        DemoOutcomes.run(
            DemoScheduler.CAPACITY,
            true,
            new RunMetrics(
                60,
                60,
                0,
                0,
                0,
                0,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty()));

    assertThat(DemoText.comparison(nothing, OTHER))
        .contains("; no best-effort job finished under CapacityScheduler")
        .doesNotContain("%")
        .endsWith(", goodput was 22.00 task-h after none.");
    assertThat(DemoText.comparison(OTHER, nothing))
        .contains("; no best-effort job finished under CapacityScheduler")
        .endsWith("goodput was 100 % lower.");
    assertThat(DemoText.comparison(nothing, nothing)).endsWith("goodput was the same.");
    assertThat(DemoText.table(List.of(nothing)))
        .anyMatch(line -> line.matches("SLO jobs missed +0 of 0 *"))
        .anyMatch(line -> line.matches("BE mean latency +- *"))
        .anyMatch(line -> line.matches("mean JCT +- *"));
  }

  private static RunMetrics metrics(
      int missed, double goodputHours, OptionalDouble mean, OptionalDouble p90) {
    return new RunMetrics(
        60, 0, 30, missed, missed / 30.0, goodputHours, mean, p90, OptionalDouble.of(660));
  }
}
