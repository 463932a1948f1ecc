package org.foresight.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.ImmutableLongArray;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class TraceSurveyTest {

  @Test
  void countsWhatThereIs() {
    BadLines.Skipped skipped = new BadLines.Skipped();
    skipped.found(new TraceFormatException(Path.of("a"), "is bad."));
    WorkloadJob staged =
        new WorkloadJob(
            "b",
            400,
            "ann",
            "report",
            "nightly",
            OptionalLong.empty(),
            true,
            ImmutableList.of(
                stage(ImmutableSortedMap.of("memory-mb", 4096L, "vcores", 1L), 5, 6),
                stage(ImmutableSortedMap.of("memory-mb", 512L, "yarn.io/gpu", 2L), 7)),
            new NodePreference(ImmutableSet.of("ssd", "gpu"), 1.5),
            JobRequest.NONE);
    JobStream jobs =
        JobStreams.withoutGangsWiderThan(
            JobStream.of(
                ImmutableList.of(
                    Jobs.job("a", 100, false, 10L, 20L, 30L),
                    Jobs.job("c", 200, true, 1L, 1L, 1L, 1L),
                    staged)),
            3);
    assertThat(TraceSurvey.of(jobs, skipped))
        .isEqualTo(
            new TraceSurvey(
                2,
                6,
                78,
                100,
                400,
                3,
                ImmutableSortedMap.of("memory-mb", 4096L, "vcores", 1L, "yarn.io/gpu", 2L),
                ImmutableSortedSet.of("adhoc", "nightly"),
                ImmutableSortedSet.of("gpu", "ssd"),
                1,
                ImmutableSortedMap.of("gang wider than all slots (3)", 1L)));
  }

  @Test
  void offeredLoadIsWorkOverSlotsAndTime() {
    TraceSurvey survey =
        TraceSurvey.of(
            JobStream.of(
                ImmutableList.of(Jobs.job("a", 0, false, 600L), Jobs.job("b", 100, false, 400L))));
    assertThat(survey.offeredLoad(5)).isEqualTo(2.0);
    assertThat(survey.factorForLoad(5, 0.5)).isEqualTo(4.0);
  }

  @Test
  void hasNoLoadWithoutJobs() {
    assertThat(TraceSurvey.of(JobStream.of(ImmutableList.of())).offeredLoad(5)).isZero();
  }

  @Test
  void refusesToScaleJobsThatAreAllSubmittedAtOnce() {
    TraceSurvey survey = TraceSurvey.of(JobStream.of(ImmutableList.of(Jobs.job("a", 3))));
    assertThat(survey.offeredLoad(5)).isInfinite();
    assertThatThrownBy(() -> survey.factorForLoad(5, 1.0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "The load of a trace whose jobs (1) are all submitted at once cannot be scaled; it must"
                + " have jobs submitted at different times.");
  }

  @Test
  void doesNotOverflow() {
    WorkloadJob job = Jobs.job("a", 0, false, Long.MAX_VALUE / 2);
    assertThat(TraceSurvey.of(JobStream.of(ImmutableList.of(job, job, job))).workMillis())
        .isEqualTo(Long.MAX_VALUE);
  }

  private static WorkloadStage stage(ImmutableSortedMap<String, Long> demand, long... taskMillis) {
    return new WorkloadStage(
        ImmutableLongArray.copyOf(taskMillis), ImmutableIntArray.of(), demand, "");
  }
}
