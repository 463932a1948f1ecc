package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterables;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.foresight.planner.HostClock;
import org.foresight.planner.Plan;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.predictor.Predictors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StatusPublisherTest {
  private static final long NOW = 1_000;
  private static final long HOUR_MILLIS = 3_600_000;

  private final PlannerThread planner = mock(PlannerThread.class);
  private final ClusterReader cluster = mock(ClusterReader.class);
  private final List<LaneStatus> told = new ArrayList<>();
  private long hostMillis = NOW;

  /** What happens when the reader is told for the first time. */
  private Runnable meanwhile = () -> {};

  private final StatusPublisher publisher =
      new StatusPublisher(
          Mode.ON,
          cluster,
          new Submissions(),
          Predictors.create(Predictors.DEFAULT),
          StatusPublisherTest::configuration,
          job -> false,
          job -> false,
          this::read,
          new HostClock(() -> Instant.ofEpochMilli(hostMillis), () -> 0));

  @BeforeEach
  void nothingWaits() {
    when(cluster.waitingUnseen(any())).thenReturn(ImmutableMap.of());
  }

  @Test
  void nothingIsLeftOfPlannersThatWereStopped() {
    plan(NOW);
    assertThat(publisher.latest().planMillis()).isEqualTo(OptionalLong.of(NOW));

    stop();

    assertThat(publisher.latest()).isEqualTo(LaneStatus.NONE);
    assertThat(told).last().isEqualTo(LaneStatus.NONE);
  }

  @Test
  void plannerThatWasStoppedPublishesNothingMore() {
    stop();

    plan(NOW);

    assertThat(publisher.latest()).isEqualTo(LaneStatus.NONE);
    assertThat(told).containsExactly(LaneStatus.NONE);
  }

  /** It tells of its plan, and whoever stops it has told before it has ended. */
  @Test
  void norDoesWhatAPlannerWasJustTellingStay() {
    meanwhile = this::stop;

    plan(NOW);

    assertThat(publisher.latest()).isEqualTo(LaneStatus.NONE);
    assertThat(Iterables.getLast(told)).isEqualTo(LaneStatus.NONE);
  }

  /** Whether tasks have started, and the plan was made, before the step or after it is unknown. */
  @Test
  void planThatTheClockMayHaveSteppedInIsNotPublished() {
    plan(NOW);
    hostMillis = HOUR_MILLIS;
    plan(NOW + 1);
    plan(HOUR_MILLIS);

    assertThat(told)
        .extracting(LaneStatus::planMillis)
        .containsExactly(OptionalLong.of(NOW), OptionalLong.of(HOUR_MILLIS));
    assertThat(publisher.latest()).isEqualTo(told.get(1));
  }

  private void plan(long madeAtMillis) {
    publisher.planned(
        planner,
        ClusterSnapshot.of(ImmutableList.of(), ImmutableList.of()),
        Plan.empty(madeAtMillis));
  }

  /** As an engine does it. */
  private void stop() {
    when(planner.isStopped()).thenReturn(true);
    publisher.stopped();
  }

  private void read(LaneStatus status) {
    Runnable now = meanwhile;
    meanwhile = () -> {};
    now.run();
    told.add(status);
  }

  private static ForesightConfiguration configuration() {
    try {
      return ForesightConfiguration.read(new Configuration(false));
    } catch (InvalidConfigurationException e) {
      throw new AssertionError(e);
    }
  }
}
