package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.google.common.collect.ImmutableMap;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AppSchedulingInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.HostClock;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.NodePreference;
import org.foresight.predictor.JobFeatures;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MaxWaitsTest {
  private static final ApplicationId APP = FakeYarn.id(1);
  private static final String JOB = APP.toString();

  private final Map<String, FiCaSchedulerApp> applications = new HashMap<>();
  private final Map<ApplicationId, String> killed = new HashMap<>();
  private long nowMillis;

  /** How many applications can't be seen. */
  private int hidden;

  private final MaxWaits waits =
      new MaxWaits(
          this::application,
          new HostClock(
              () -> Instant.ofEpochMilli(nowMillis),
              () -> TimeUnit.MILLISECONDS.toNanos(nowMillis)),
          killed::put);

  @Test
  void applicationThatStillWaitsForItsMasterIsEndedWithAReason() {
    waits.onEvent(submitted());
    applications.put(JOB, application(true, 0, 1));

    nowMillis = 59_999;
    waits.review();
    assertThat(killed).isEmpty();

    nowMillis = 60_000;
    waits.review();
    assertThat(killed)
        .containsExactly(
            Map.entry(
                APP,
                "Foresight ends application "
                    + JOB
                    + ": none of its tasks has started within PT1M after its submission, the"
                    + " longest that it was to wait (foresight.max-wait)."));
  }

  @Test
  void itIsEndedOnce() {
    waits.onEvent(submitted());
    applications.put(JOB, application(true, 0, 1));
    nowMillis = 60_000;
    waits.review();
    killed.clear();

    waits.review();

    assertThat(killed).isEmpty();
  }

  @Test
  void masterThatAsksAndGetsNothingIsEndedToo() {
    waits.onEvent(submitted());
    applications.put(JOB, application(false, 1, 1));
    nowMillis = 60_000;
    waits.review();

    assertThat(killed).containsOnlyKeys(APP);
  }

  /** It does all its work in the master, or is not ready to ask. */
  @Test
  void masterThatAsksForNothingIsNotWaitingAndIsLeftAloneFromThenOn() {
    waits.onEvent(submitted());
    applications.put(JOB, application(false, 1, 0));
    nowMillis = 60_000;
    waits.review();
    applications.put(JOB, application(false, 1, 1));
    waits.review();

    assertThat(killed).isEmpty();
  }

  @Test
  void applicationThatHasATaskIsLeftAlone() {
    waits.onEvent(submitted());
    applications.put(JOB, application(false, 2, 1));
    nowMillis = 60_000;
    waits.review();

    assertThat(killed).isEmpty();
  }

  @Test
  void applicationInAQueueThatIsNotOnIsLookedAtLater() {
    waits.onEvent(submitted());
    nowMillis = 60_000;
    waits.review();
    assertThat(killed).isEmpty();

    applications.put(JOB, application(true, 0, 1));
    waits.review();
    assertThat(killed).containsOnlyKeys(APP);
  }

  @Test
  void applicationThatCannotBeSeenKeepsNoOtherWaitingAndIsLookedAtAgain() {
    String other = FakeYarn.jobId(2);
    waits.onEvent(submitted());
    waits.onEvent(submitted(other));
    applications.put(JOB, application(true, 0, 1));
    FiCaSchedulerApp second = application(true, 0, 1);
    when(second.getApplicationId()).thenReturn(FakeYarn.id(2));
    applications.put(other, second);
    nowMillis = 60_000;

    hidden = 1; // Whichever comes first.
    waits.review();
    assertThat(killed).hasSize(1);

    waits.review();
    assertThat(killed).containsOnlyKeys(APP, FakeYarn.id(2));
  }

  /** After a restart nobody knows what a master that runs has had before. */
  @Test
  void ofThoseThatWereThereBeforeOnlyTheOnesWithoutAMasterAreEnded() {
    waits.onHalfSeen(submitted());
    applications.put(JOB, application(false, 1, 1));
    nowMillis = 60_000;
    waits.review();
    assertThat(killed).isEmpty();

    waits.onHalfSeen(submitted());
    applications.put(JOB, application(true, 0, 1));
    waits.review();
    assertThat(killed).containsOnlyKeys(APP);
  }

  /** What its first master has had nobody knows. */
  @Test
  void norAreThoseThatWaitForASecondMaster() {
    waits.onHalfSeen(submitted());
    FiCaSchedulerApp again = application(true, 0, 1);
    when(again.getApplicationAttemptId()).thenReturn(ApplicationAttemptId.newInstance(APP, 2));
    applications.put(JOB, again);
    nowMillis = 60_000;
    waits.review();

    assertThat(killed).isEmpty();
  }

  private @Nullable FiCaSchedulerApp application(String id) {
    if (hidden > 0) {
      hidden--;
      throw new IllegalStateException("made up by a test");
    }
    return applications.get(id);
  }

  private static ClusterEvent.JobSubmitted submitted() {
    return submitted(JOB);
  }

  private static ClusterEvent.JobSubmitted submitted(String id) {
    return new ClusterEvent.JobSubmitted(
        0,
        id,
        new JobFeatures("ada", "nightly", "root.etl"),
        new JobGoal(
            OptionalLong.empty(), false, NodePreference.NONE, 1, false, OptionalLong.of(60_000)));
  }

  private static FiCaSchedulerApp application(boolean waitsForMaster, int containers, int asks) {
    FiCaSchedulerApp app = mock(FiCaSchedulerApp.class);
    when(app.getApplicationId()).thenReturn(APP);
    when(app.getApplicationAttemptId()).thenReturn(ApplicationAttemptId.newInstance(APP, 1));
    when(app.isWaitingForAMContainer()).thenReturn(waitsForMaster);
    ImmutableMap.Builder<ContainerId, RMContainer> live = ImmutableMap.builder();
    for (int i = 0; i < containers; i++) {
      live.put(mock(ContainerId.class), mock(RMContainer.class));
    }
    when(app.getLiveContainersMap()).thenReturn(live.buildOrThrow());
    AppSchedulingInfo info = mock(AppSchedulingInfo.class);
    SchedulerRequestKey key = mock(SchedulerRequestKey.class);
    AppPlacementAllocator<?> allocator = mock(AppPlacementAllocator.class);
    when(allocator.getPrimaryRequestedNodePartition()).thenReturn("");
    when(info.getSchedulerKeys()).thenReturn(List.of(key));
    when(info.getPendingAsk(key)).thenReturn(new PendingAsk(Resource.newInstance(1_024, 1), asks));
    when(info.getAppPlacementAllocator(key)).thenAnswer(call -> allocator);
    when(app.getAppSchedulingInfo()).thenReturn(info);
    return app;
  }
}
