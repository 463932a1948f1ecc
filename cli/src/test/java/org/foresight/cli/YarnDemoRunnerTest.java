package org.foresight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.foresight.predictor.HistoryRecord;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.traces.Workload;
import org.foresight.traces.WorkloadJob;
import org.junit.jupiter.api.Test;

class YarnDemoRunnerTest {

  @Test
  void theHistoryIsInTheClustersOwnTime() {
    WorkloadJob past =
        WorkloadJob.ofOneStage(
            "h1",
            -1_000,
            "ana",
            "daily",
            "production",
            OptionalLong.empty(),
            false,
            ImmutableList.of(60_000L, 120_000L));
    Workload workload = new Workload("w", "", ImmutableList.of(past), ImmutableList.of());

    assertThat(YarnDemoRunner.history(workload, 1.0 / 60.0))
        .containsExactly(
            new HistoryRecord(
                new JobFeatures("ana", "daily", "root.production"),
                new JobOutcome(2_000, 2, 3_000)));
  }

  @Test
  void onlyForesightIsGivenTheHistory() {
    Path history = Path.of("history.txt");

    assertThat(DemoScheduler.CAPACITY.configuration(history)).isEmpty();
    assertThat(DemoScheduler.FORESIGHT.configuration(history))
        .containsEntry("foresight.history.file", "history.txt")
        .containsEntry("foresight.queues", "*");
  }
}
