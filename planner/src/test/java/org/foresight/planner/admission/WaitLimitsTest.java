package org.foresight.planner.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.HostClock;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.NodePreference;
import org.foresight.predictor.JobFeatures;
import org.junit.jupiter.api.Test;

class WaitLimitsTest {
  private long hostMillis = 100;
  private long passedMillis;
  private final WaitLimits limits =
      new WaitLimits(
          new HostClock(
              () -> Instant.ofEpochMilli(hostMillis),
              () -> TimeUnit.MILLISECONDS.toNanos(passedMillis)));

  @Test
  void jobExpiresOnceItHasWaitedSoLongAndUntilItIsForgotten() {
    limits.onEvent(submitted("job", OptionalLong.of(60)));

    assertThat(expiredAt(159)).isEmpty();
    assertThat(expiredAt(160))
        .containsExactly(new WaitLimits.Waiting("job", 60, 160, false))
        .isEqualTo(expiredAt(1_000));
    limits.forget("job");
    assertThat(expiredAt(1_000)).isEmpty();
  }

  @Test
  void firstTaskEndsTheWaitingForGood() {
    limits.onEvent(submitted("job", OptionalLong.of(60)));
    limits.onEvent(new ClusterEvent.TaskStarted(120, "job", "task", "map"));
    limits.onEvent(new ClusterEvent.TaskFinished(130, "job", "task", ClusterEvent.TaskEnd.LOST));

    assertThat(expiredAt(1_000)).isEmpty();
  }

  @Test
  void jobThatHasEndedDoesNotExpire() {
    limits.onEvent(submitted("job", OptionalLong.of(60)));
    limits.onEvent(new ClusterEvent.JobFinished(120, "job", false));

    assertThat(expiredAt(1_000)).isEmpty();
  }

  @Test
  void jobThatMayWaitForAnyTimeDoesNotExpire() {
    limits.onEvent(submitted("job", OptionalLong.empty()));

    assertThat(expiredAt(1_000_000)).isEmpty();
  }

  @Test
  void longestWaitThatCanBeSaidIsNoneThatIsOver() {
    limits.onEvent(submitted("job", OptionalLong.of(Long.MAX_VALUE)));

    assertThat(expiredAt(1_000_000)).isEmpty();
  }

  @Test
  void jobThatWasThereBeforeIsMarkedAsSuch() {
    limits.onHalfSeen(submitted("job", OptionalLong.of(60)));

    assertThat(expiredAt(160)).containsExactly(new WaitLimits.Waiting("job", 60, 160, true));
  }

  @Test
  void stepOfTheClockMakesNoWaitLongerOrShorter() {
    limits.onEvent(submitted("before", OptionalLong.of(60_000)));
    hostMillis += 3_600_000;
    assertThat(limits.expired()).isEmpty();
    limits.onEvent(
        new ClusterEvent.JobSubmitted(
            hostMillis,
            "after",
            new JobFeatures("ann", "after", "root.etl"),
            submitted("after", OptionalLong.of(60_001)).goal()));
    hostMillis -= 7_200_000;
    pass(60_000);

    assertThat(limits.expired()).extracting(WaitLimits.Waiting::jobId).containsExactly("before");
    pass(1);
    assertThat(limits.expired())
        .extracting(WaitLimits.Waiting::jobId)
        .containsExactlyInAnyOrder("before", "after");
  }

  private ImmutableList<WaitLimits.Waiting> expiredAt(long millis) {
    pass(millis - hostMillis);
    return limits.expired();
  }

  private void pass(long millis) {
    hostMillis += millis;
    passedMillis += millis;
  }

  private static ClusterEvent.JobSubmitted submitted(String id, OptionalLong maxWaitMillis) {
    return new ClusterEvent.JobSubmitted(
        100,
        id,
        new JobFeatures("ann", id, "root.etl"),
        new JobGoal(OptionalLong.empty(), false, NodePreference.NONE, 1, false, maxWaitMillis));
  }
}
