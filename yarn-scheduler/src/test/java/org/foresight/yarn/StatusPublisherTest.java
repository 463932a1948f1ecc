package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterables;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.foresight.planner.Plan;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.predictor.Predictors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StatusPublisherTest {
  private static final long NOW = 1_000;

  private final PlannerThread planner = mock(PlannerThread.class);
  private final ClusterReader cluster = mock(ClusterReader.class);
  private final List<LaneStatus> told = new ArrayList<>();

  /** What happens when the reader is told for the first time. */
  private Runnable meanwhile = () -> {};

  private final StatusPublisher publisher =
      new StatusPublisher(
          Mode.ON,
          cluster,
          new Submissions(),
          Predictors.create("default"),
          StatusPublisherTest::configuration,
          job -> false,
          job -> false,
          this::read);

  @BeforeEach
  void nothingWaits() {
    when(cluster.waitingUnseen(any())).thenReturn(ImmutableMap.of());
  }

  @Test
  void nothingIsLeftOfPlannersThatWereStopped() {
    plan();
    assertThat(publisher.latest().planMillis()).isEqualTo(OptionalLong.of(NOW));

    stop();

    assertThat(publisher.latest()).isEqualTo(LaneStatus.NONE);
    assertThat(told).last().isEqualTo(LaneStatus.NONE);
  }

  @Test
  void plannerThatWasStoppedPublishesNothingMore() {
    stop();

    plan();

    assertThat(publisher.latest()).isEqualTo(LaneStatus.NONE);
    assertThat(told).containsExactly(LaneStatus.NONE);
  }

  /** It tells of its plan, and whoever stops it has told before it has ended. */
  @Test
  void norDoesWhatAPlannerWasJustTellingStay() {
    meanwhile = this::stop;

    plan();

    assertThat(publisher.latest()).isEqualTo(LaneStatus.NONE);
    assertThat(Iterables.getLast(told)).isEqualTo(LaneStatus.NONE);
  }

  private void plan() {
    publisher.planned(
        planner, ClusterSnapshot.of(ImmutableList.of(), ImmutableList.of()), Plan.empty(NOW));
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
