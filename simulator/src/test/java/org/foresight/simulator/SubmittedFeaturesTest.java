package org.foresight.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.foresight.predictor.JobFeatures;
import org.foresight.traces.JobRequest;
import org.foresight.traces.WorkloadJob;
import org.junit.jupiter.api.Test;

final class SubmittedFeaturesTest {

  private static final WorkloadJob JOB =
      WorkloadJob.ofOneStage(
          "j1", 7_000, "ann", "etl", "prod", OptionalLong.empty(), false, ImmutableList.of(5L));

  @Test
  void areAllThatTheTraceSaysOfTheSubmission() {
    JobRequest request =
        new JobRequest(
            Optional.of("bi"),
            Optional.of("SPARK"),
            OptionalInt.of(-3),
            OptionalLong.of(40),
            OptionalLong.of(60_000));

    assertThat(SubmittedFeatures.of(JOB.requested(request)))
        .isEqualTo(
            JobFeatures.builder("ann", "etl", "prod")
                .submitEpochMillis(7_000)
                .group("bi")
                .jobType("SPARK")
                .priority(-3)
                .slots(40)
                .requestedMillis(60_000)
                .build());
  }

  @Test
  void haveNothingThatTheTraceDoesNotSay() {
    assertThat(SubmittedFeatures.of(JOB))
        .isEqualTo(JobFeatures.builder("ann", "etl", "prod").submitEpochMillis(7_000).build());
  }
}
