package org.foresight.benchmarks.threesigma;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.OptionalLong;
import org.foresight.traces.JobRun;
import org.foresight.traces.WorkloadJob;
import org.junit.jupiter.api.Test;

/** Jobs of two tasks of an hour. */
class GoodputTest {

  private static final long HOUR = 3_600_000;

  @Test
  void countsTheNodeHoursWithinTheWindow() {
    assertThat(hours(bestEffort(), 0, HOUR, 0, 2 * HOUR)).isEqualTo(2.0);
    assertThat(hours(bestEffort(), HOUR, 2 * HOUR, 0, HOUR + HOUR / 4)).isEqualTo(0.5);
    assertThat(hours(bestEffort(), 3 * HOUR, 4 * HOUR, 0, 2 * HOUR)).isZero();
  }

  @Test
  void onASlowerNodeTheSameWorkTakesLonger() {
    assertThat(hours(bestEffort(), 0, 3 * HOUR / 2, 0, 2 * HOUR)).isEqualTo(2.0);
    assertThat(hours(bestEffort(), 0, 3 * HOUR / 2, 0, 3 * HOUR / 4)).isEqualTo(1.0);
  }

  @Test
  void whatWasStoppedAndDoneAgainDoesNotCount() {
    // It started at once, was stopped, and ran again from the fourth hour on.
    assertThat(hours(bestEffort(), 0, 4 * HOUR, 2, 7 * HOUR / 2)).isEqualTo(1.0);
  }

  @Test
  void anSloJobCountsOnlyInTime() {
    assertThat(hours(slo(2 * HOUR), HOUR, 2 * HOUR, 0, 5 * HOUR)).isEqualTo(2.0);
    assertThat(hours(slo(2 * HOUR - 1), HOUR, 2 * HOUR, 0, 5 * HOUR)).isZero();
  }

  @Test
  void whatDidNotEndDoesNotCount() {
    JobRun run =
        new JobRun(
            bestEffort(), 0, OptionalLong.empty(), OptionalLong.of(0), OptionalLong.empty(), 0, 0);

    assertThat(Goodput.hours(run, HOUR)).isZero();
  }

  private static double hours(
      WorkloadJob job, long startMillis, long finishMillis, int tasksRerun, long windowMillis) {
    JobRun run =
        new JobRun(
            job,
            0,
            job.deadlineMillis(),
            OptionalLong.of(startMillis),
            OptionalLong.of(finishMillis),
            tasksRerun,
            0);
    return Goodput.hours(run, windowMillis);
  }

  private static WorkloadJob bestEffort() {
    return job(OptionalLong.empty());
  }

  private static WorkloadJob slo(long deadlineMillis) {
    return job(OptionalLong.of(deadlineMillis));
  }

  private static WorkloadJob job(OptionalLong deadlineMillis) {
    return WorkloadJob.ofOneStage(
        "a", 0, "user", "name", "queue", deadlineMillis, true, ImmutableList.of(HOUR, HOUR));
  }
}
