package org.foresight.planner.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.NodePreference;
import org.foresight.predictor.JobFeatures;
import org.junit.jupiter.api.Test;

class WaitLimitsTest {
  private final WaitLimits limits = new WaitLimits();

  @Test
  void jobExpiresOnceItHasWaitedSoLongAndUntilItIsForgotten() {
    limits.onEvent(submitted("job", OptionalLong.of(60)));

    assertThat(limits.expired(159)).isEmpty();
    assertThat(limits.expired(160))
        .containsExactly(new WaitLimits.Waiting("job", 60, 160, false))
        .isEqualTo(limits.expired(1_000));
    limits.forget("job");
    assertThat(limits.expired(1_000)).isEmpty();
  }

  @Test
  void firstTaskEndsTheWaitingForGood() {
    limits.onEvent(submitted("job", OptionalLong.of(60)));
    limits.onEvent(new ClusterEvent.TaskStarted(120, "job", "task", "map"));
    limits.onEvent(new ClusterEvent.TaskFinished(130, "job", "task", ClusterEvent.TaskEnd.LOST));

    assertThat(limits.expired(1_000)).isEmpty();
  }

  @Test
  void jobThatHasEndedDoesNotExpire() {
    limits.onEvent(submitted("job", OptionalLong.of(60)));
    limits.onEvent(new ClusterEvent.JobFinished(120, "job", false));

    assertThat(limits.expired(1_000)).isEmpty();
  }

  @Test
  void jobThatMayWaitForAnyTimeDoesNotExpire() {
    limits.onEvent(submitted("job", OptionalLong.empty()));

    assertThat(limits.expired(Long.MAX_VALUE)).isEmpty();
  }

  @Test
  void jobThatWasThereBeforeIsMarkedAsSuch() {
    limits.onHalfSeen(submitted("job", OptionalLong.of(60)));

    assertThat(limits.expired(160)).containsExactly(new WaitLimits.Waiting("job", 60, 160, true));
  }

  private static ClusterEvent.JobSubmitted submitted(String id, OptionalLong maxWaitMillis) {
    return new ClusterEvent.JobSubmitted(
        100,
        id,
        new JobFeatures("ann", id, "root.etl"),
        new JobGoal(OptionalLong.empty(), false, NodePreference.NONE, 1, false, maxWaitMillis));
  }
}
