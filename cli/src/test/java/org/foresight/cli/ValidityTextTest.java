package org.foresight.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foresight.cli.DemoOutcomes.bestEffort;
import static org.foresight.cli.DemoOutcomes.slo;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.OptionalLong;
import org.foresight.traces.JobRun;
import org.foresight.traces.RunMetrics;
import org.foresight.traces.SimulationMetrics;
import org.junit.jupiter.api.Test;

class ValidityTextTest {

  @Test
  void theTableSaysHowFarTheSimulatorIsOff() {
    List<String> table = ValidityText.table(validity(DemoScheduler.CAPACITY, 600, 660));

    assertThat(table).extracting(String::length).containsOnly(table.get(0).length());
    assertThat(table.get(0)).hasSizeLessThanOrEqualTo(80);
    assertThat(table.get(0)).matches("CapacityScheduler \\S+ +YARN +simulator +difference +varied");
    assertThat(table.get(1))
        .matches("missed deadlines +0\\.0 % +100\\.0 % +\\+100\\.0 points +0\\.0 to 100\\.0");
    assertThat(table.get(2))
        .matches("goodput +1\\.0 task-h +0\\.5 task-h +-50\\.0 % +0\\.5 to 1\\.0");
    assertThat(table.get(3))
        .matches("BE mean latency +10\\.0 min +11\\.0 min +\\+10\\.0 % +10\\.5 to 11\\.5");
    assertThat(table.get(5))
        .matches("mean JCT +10\\.0 min +11\\.0 min +\\+10\\.0 % +10\\.5 to 11\\.5");
  }

  @Test
  void whatTheRealRunDoesNotDefineHasNoDifference() {
    ImmutableList<JobRun> none = ImmutableList.of(slo("slo", 630, OptionalLong.empty()));
    SimulationMetrics real = DemoValidity.metrics(none);
    DemoValidity validity =
        new DemoValidity(
            DemoOutcomes.run(DemoScheduler.CAPACITY, true, RunMetrics.of(none)),
            DemoOutcomes.LATENCIES,
            real,
            DemoValidity.metrics(jobs(600)),
            ImmutableList.of(real));

    assertThat(ValidityText.table(validity))
        .anyMatch(line -> line.matches("mean JCT +- +10\\.0 min +- +- *"));
    assertThat(ValidityText.summary(List.of(validity, validity)))
        .contains("  mean JCT: too few seeds define it");
  }

  @Test
  void theLatenciesAreStated() {
    assertThat(ValidityText.latencies(DemoOutcomes.LATENCIES))
        .hasSize(5)
        .allMatch(line -> line.length() <= 80)
        .anyMatch(
            line -> line.startsWith("Varied: 10 more simulations") && line.contains(" 25 ms "))
        .anyMatch(line -> line.startsWith("a container beyond its task 450 ms (p90 450, 10 "));
  }

  @Test
  void differencesAreSummedUpByScheduler() {
    // Differences of the mean JCT 10 % and 20 %; Student with one degree of freedom: standard error
    // 5, quantile 12.706.
    List<String> lines =
        ValidityText.summary(
            List.of(
                validity(DemoScheduler.CAPACITY, 600, 660),
                validity(DemoScheduler.FORESIGHT, 600, 660),
                validity(DemoScheduler.CAPACITY, 600, 720)));

    assertThat(lines.get(0)).startsWith("Simulator against CapacityScheduler ");
    assertThat(lines)
        .hasSize(7)
        .contains("  mean JCT +15.0 % (-48.5 to +78.5)")
        .contains("  missed deadlines +100.0 points (+100.0 to +100.0)");
  }

  /** An SLO job and a best-effort job, both as long; the deadline lies at 630 s. */
  private static DemoValidity validity(
      DemoScheduler scheduler, long realSeconds, long simulatedSeconds) {
    ImmutableList<JobRun> real = jobs(realSeconds);
    DemoRun run = DemoOutcomes.run(scheduler, true, RunMetrics.of(real));
    return new DemoValidity(
        run,
        DemoOutcomes.LATENCIES,
        DemoValidity.metrics(real),
        DemoValidity.metrics(jobs(simulatedSeconds)),
        ImmutableList.of(
            DemoValidity.metrics(jobs(simulatedSeconds - 30)),
            DemoValidity.metrics(jobs(simulatedSeconds + 30))));
  }

  private static ImmutableList<JobRun> jobs(long seconds) {
    OptionalLong latency = OptionalLong.of(seconds);
    return ImmutableList.of(slo("slo", 630, latency), bestEffort("be", latency));
  }
}
