package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.google.common.collect.ImmutableSortedMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.outlook.OutlookScore;
import org.foresight.planner.outlook.Waiting;
import org.foresight.planner.outlook.WaitingReason;
import org.foresight.predictor.JobFeatures;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DiagnosticsTest {
  private static final String ID = "application_1_0001";

  private final AtomicReference<@Nullable String> text = new AtomicReference<>();
  private final RMAppAttempt attempt = mock(RMAppAttempt.class);
  private final RMApp app = mock(RMApp.class);
  private final Diagnostics diagnostics = new Diagnostics(id -> app);

  @BeforeEach
  void keepTheText() {
    when(app.getCurrentAppAttempt()).thenReturn(attempt);
    when(attempt.getDiagnostics()).thenAnswer(call -> text.get());
    doAnswer(
            call -> {
              text.set(call.getArgument(0));
              return null;
            })
        .when(attempt)
        .updateAMLaunchDiagnostics(any());
  }

  @Test
  void reasonStandsBeforeWhatYarnSaysAndHoldsNothingPredicted() {
    text.set("[Sat] Application is Activated.");

    diagnostics.accept(waitsFor(WaitingReason.PLANNED_START));

    assertThat(text.get())
        .isEqualTo(
            "[foresight: planned-start] Its planned start has not come yet, or it is not planned"
                + " yet.\n[Sat] Application is Activated.");
  }

  @Test
  void isChangedOnlyWithTheTokenOrByYarn() {
    diagnostics.accept(waitsFor(WaitingReason.CAPACITY));
    diagnostics.accept(waitsFor(WaitingReason.CAPACITY));
    verify(attempt, times(1)).updateAMLaunchDiagnostics(any());

    diagnostics.accept(waitsFor(WaitingReason.STARTING));
    assertThat(text.get()).isEqualTo(Diagnostics.line(WaitingReason.STARTING));

    text.set("YARN's own"); // It has written over it.
    diagnostics.accept(waitsFor(WaitingReason.STARTING));
    assertThat(text.get()).isEqualTo(Diagnostics.line(WaitingReason.STARTING) + "YARN's own");
  }

  @Test
  void goesWhenTheJobWaitsNoMoreOrIsNoLongerLookedAt() {
    diagnostics.accept(waitsFor(WaitingReason.CAPACITY));
    diagnostics.accept(status(Optional.empty()));
    assertThat(text.get()).isNull();

    text.set("YARN's own");
    diagnostics.accept(waitsFor(WaitingReason.CAPACITY));
    diagnostics.accept(LaneStatus.NONE);
    assertThat(text.get()).isEqualTo("YARN's own");
  }

  @Test
  void nothingIsLeftOfItWhenTheApplicationHasEnded() {
    diagnostics.accept(waitsFor(WaitingReason.CAPACITY));
    when(attempt.getFinalApplicationStatus()).thenReturn(FinalApplicationStatus.SUCCEEDED);

    diagnostics.ended(ID);

    assertThat(text.get()).isNull();
  }

  @Test
  void attemptThatHasEndedIsLeftAlone() {
    when(attempt.getFinalApplicationStatus()).thenReturn(FinalApplicationStatus.FAILED);

    diagnostics.accept(waitsFor(WaitingReason.CAPACITY));

    assertThat(text.get()).isNull();
  }

  @Test
  void applicationWithoutAnAttemptIsPassedOver() {
    when(app.getCurrentAppAttempt()).thenReturn(null);

    diagnostics.accept(waitsFor(WaitingReason.CAPACITY));

    assertThat(text.get()).isNull();
  }

  private static LaneStatus waitsFor(WaitingReason reason) {
    return status(Optional.of(new Waiting(reason, "with a prediction")));
  }

  private static LaneStatus status(Optional<Waiting> waiting) {
    JobStatus job =
        new JobStatus(
            new ClusterEvent.JobSubmitted(
                0, ID, new JobFeatures("ada", "nightly", "root.etl"), JobGoal.BEST_EFFORT),
            "root.etl",
            Mode.ON,
            PartitionTasks.withoutLabel(0, 1),
            waiting,
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return new LaneStatus(
        OptionalLong.of(1), "a plan", ImmutableSortedMap.of(ID, job), OutlookScore.NONE);
  }
}
