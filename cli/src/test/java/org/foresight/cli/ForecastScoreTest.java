package org.foresight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.Optional;
import java.util.OptionalLong;
import org.foresight.testbed.TaskRun;
import org.foresight.testbed.TaskRun.Ending;
import org.foresight.traces.JobRun;
import org.foresight.traces.WorkloadJob;
import org.junit.jupiter.api.Test;

class ForecastScoreTest {

  @Test
  void runtimesAreThoseOfTheLongestTaskThatSucceeded() {
    ForecastScore score =
        ForecastScore.of(
            DemoOutcomes.of(
                ImmutableList.of(
                    run("by-p50", 0), run("by-p90", 10_000), run("longer", 0), run("unknown", 0)),
                ImmutableList.of(
                    task("by-p50", 30_000, Ending.SUCCEEDED),
                    task("by-p50", 60_000, Ending.SUCCEEDED),
                    task("by-p50", 900_000, Ending.PREEMPTED),
                    task("by-p90", 90_000, Ending.SUCCEEDED),
                    task("longer", 130_000, Ending.SUCCEEDED),
                    task("unknown", 1_000, Ending.SUCCEEDED)),
                ImmutableMap.of(
                    "by-p50",
                    forecast(0),
                    "by-p90",
                    forecast(4_000),
                    "longer",
                    new JobForecast(OptionalLong.empty(), range()),
                    "unknown",
                    new JobForecast(OptionalLong.empty(), Optional.empty()))));

    assertThat(score.finished()).isEqualTo(4);
    assertThat(score.predicted()).isEqualTo(3);
    assertThat(score.byP50()).isEqualTo(1);
    assertThat(score.byP90()).isEqualTo(2);
    assertThat(score.withinFactorTwo()).isEqualTo(2);
    assertThat(score.startErrorsMillis().asList()).containsExactly(0L, 6_000L);
    assertThat(score.columns().get(1))
        .containsExactly(
            "", "4", "3", "1 (33 %)", "2 (67 %)", "2 (67 %)", "2", "0.1 min", "0.1 min");
  }

  @Test
  void ofNothingThereIsNoShare() {
    assertThat(ForecastScore.of(DemoOutcomes.of()).columns().get(1))
        .containsExactly("", "0", "0", "–", "–", "–", "0", "–", "–");
  }

  private static JobForecast forecast(long plannedStartMillis) {
    return new JobForecast(OptionalLong.of(plannedStartMillis), range());
  }

  private static Optional<JobForecast.Range> range() {
    return Optional.of(new JobForecast.Range(60_000, 100_000));
  }

  private static TaskRun task(String job, long millis, Ending ending) {
    return new TaskRun(job, 0, millis, ending, Optional.empty());
  }

  private static JobRun run(String id, long startMillis) {
    WorkloadJob job =
        WorkloadJob.ofOneStage(
            id, 0, "ana", id, "adhoc", OptionalLong.empty(), false, ImmutableList.of(60_000L));
    return new JobRun(
        job, 0, OptionalLong.empty(), OptionalLong.of(startMillis), OptionalLong.of(200_000), 0, 0);
  }
}
