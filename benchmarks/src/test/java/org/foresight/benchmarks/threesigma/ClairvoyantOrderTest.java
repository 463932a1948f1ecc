package org.foresight.benchmarks.threesigma;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.foresight.traces.JobRun;
import org.foresight.traces.NodePreference;
import org.foresight.traces.WorkloadJob;
import org.junit.jupiter.api.Test;

/** On two nodes; times in seconds. */
class ClairvoyantOrderTest {

  @Test
  void jobThatHasLessLeftStopsAnotherWhichGoesOnAfterwards() {
    assertThat(latency(bestEffort(0, 2, 10), bestEffort(4, 2, 3))).hasValue((13 + 3) / 2.0);
    assertThat(latency(bestEffort(0, 2, 10), bestEffort(8, 2, 3))).hasValue((10 + 5) / 2.0);
  }

  @Test
  void jobsRunBesideEachOtherAndPassOneThatDoesNotFit() {
    assertThat(latency(bestEffort(0, 1, 10), bestEffort(0, 2, 8), bestEffort(0, 1, 10)))
        .hasValue((10 + 18 + 10) / 3.0);
  }

  @Test
  void jobsWithDeadlinesKeepWhatTheyHad() {
    assertThat(latency(bestEffort(0, 2, 10), slo(2, 1, 5, 7))).hasValue(15.0);
    assertThat(latency(bestEffort(0, 1, 10), slo(2, 1, 5, 7))).hasValue(10.0);
  }

  @Test
  void whatAJobWithADeadlineHeldBeforeItWasStoppedIsFree() {
    JobRun stopped = slo(2, 1, 5, 100);

    assertThat(latency(bestEffort(0, 2, 10), stopped)).hasValue(10.0);
    assertThat(latency(bestEffort(94, 2, 10), stopped)).hasValue(15.0);

    JobRun elsewhere =
        run(stopped.job().preferring(new NodePreference(ImmutableSet.of("fast"), 1.4)), 2, 100);
    assertThat(latency(bestEffort(92, 2, 10), elsewhere)).hasValue(17.0);
    assertThat(latency(bestEffort(82, 2, 10), elsewhere)).hasValue(10.0);
  }

  @Test
  void jobThatHadNotEndedIsLeftOut() {
    JobRun unfinished =
        new JobRun(
            job(0, 2, 10, OptionalLong.empty()),
            0,
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            0,
            0);

    assertThat(latency(unfinished)).isEmpty();
    assertThat(latency(unfinished, bestEffort(0, 2, 4))).hasValue(4.0);
  }

  private static OptionalDouble latency(JobRun... runs) {
    return ClairvoyantOrder.meanLatencySeconds(List.of(runs), 2);
  }

  /** When it started and ended in the run is of no account. */
  private static JobRun bestEffort(int submit, int tasks, int each) {
    return run(job(submit, tasks, each, OptionalLong.empty()), 100, 200);
  }

  private static JobRun slo(int start, int tasks, int each, int finish) {
    return run(job(0, tasks, each, OptionalLong.of(1_000_000)), start, finish);
  }

  private static JobRun run(WorkloadJob job, int start, int finish) {
    return new JobRun(
        job,
        job.submitMillis(),
        job.deadlineMillis(),
        OptionalLong.of(1_000L * start),
        OptionalLong.of(1_000L * finish),
        0,
        0);
  }

  private static WorkloadJob job(int submit, int tasks, int each, OptionalLong deadlineMillis) {
    return WorkloadJob.ofOneStage(
        "a",
        1_000L * submit,
        "user",
        "name",
        "queue",
        deadlineMillis,
        true,
        ImmutableList.copyOf(Collections.nCopies(tasks, 1_000L * each)));
  }
}
