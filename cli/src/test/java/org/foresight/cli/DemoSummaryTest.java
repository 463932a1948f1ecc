package org.foresight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.OptionalDouble;
import org.foresight.traces.RunMetrics;
import org.junit.jupiter.api.Test;

class DemoSummaryTest {

  @Test
  void poolsTheDeadlinesAndComparesTheRestSeedBySeed() {
    ImmutableList<ImmutableList<DemoRun>> repeats =
        ImmutableList.of(
            ImmutableList.of(capacity(20, 15, 10), foresight(20, 5, 12)),
            ImmutableList.of(capacity(30, 15, 10), foresight(30, 5, 14)));

    // Wilson for 30 of 50; Katz: sqrt(1/10 + 1/30 - 2/50) = 0.305505; Student with one degree of
    // freedom: ratios 1.2 and 1.4, standard error 0.1, quantile 12.706.
    assertThat(DemoSummary.lines(repeats))
        .anyMatch(line -> line.matches("CapacityScheduler .* 30 of 50 .*60.0 %, 46.2 to 72.4.*"))
        .anyMatch(line -> line.matches("Foresight .* 10 of 50 .*20.0 %.*"))
        .contains("ratio of missed deadlines, second to first: 0.33 (0.18 to 0.61)")
        .contains("ratio of goodput, second to first: 1.30 (0.49 to 3.45)");
  }

  @Test
  void saysSoWhenThereIsNoRatio() {
    ImmutableList<DemoRun> runs = ImmutableList.of(capacity(5, 1, 1), foresight(5, 0, 1));

    assertThat(DemoSummary.lines(ImmutableList.of(runs, runs)))
        .contains("ratio of missed deadlines: no ratio with none missed");
  }

  @Test
  void leavesOutSeedsThatDefineNoRatio() {
    ImmutableList<DemoRun> whole = ImmutableList.of(capacity(5, 1, 1), foresight(5, 0, 1));
    ImmutableList<DemoRun> lame =
        ImmutableList.of(
            capacity(5, 5, 0),
            DemoOutcomes.run(
                DemoScheduler.FORESIGHT, true, metrics(5, 0, 1, OptionalDouble.empty())));

    assertThat(DemoSummary.lines(ImmutableList.of(whole, whole, lame)))
        .contains(
            "ratio of goodput, second to first: 1.00 (1.00 to 1.00), of 2 seeds alone that define"
                + " it",
            "ratio of mean JCT, second to first: 1.00 (1.00 to 1.00)")
        .noneMatch(line -> line.contains("NaN"));
    assertThat(DemoSummary.lines(ImmutableList.of(whole, lame)))
        .contains("ratio of BE mean latency, second to first: too few seeds define it");
  }

  @Test
  void oneSchedulerIsSummedUpAlone() {
    ImmutableList<DemoRun> runs = ImmutableList.of(foresight(5, 1, 1));

    assertThat(DemoSummary.lines(ImmutableList.of(runs, runs)))
        .singleElement()
        .asString()
        .contains("2 of 10");
  }

  private static DemoRun capacity(int sloJobs, int missed, double goodputHours) {
    return DemoOutcomes.run(DemoScheduler.CAPACITY, true, metrics(sloJobs, missed, goodputHours));
  }

  private static DemoRun foresight(int sloJobs, int missed, double goodputHours) {
    return DemoOutcomes.run(DemoScheduler.FORESIGHT, true, metrics(sloJobs, missed, goodputHours));
  }

  private static RunMetrics metrics(int sloJobs, int missed, double goodputHours) {
    return metrics(sloJobs, missed, goodputHours, OptionalDouble.of(60));
  }

  private static RunMetrics metrics(
      int sloJobs, int missed, double goodputHours, OptionalDouble latency) {
    double rate = (double) missed / sloJobs;
    return new RunMetrics(
        40, 0, sloJobs, missed, rate, goodputHours, latency, latency, OptionalDouble.of(90));
  }
}
