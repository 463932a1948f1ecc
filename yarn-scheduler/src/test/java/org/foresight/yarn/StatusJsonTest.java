package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Preemption;
import org.foresight.planner.Reason;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.Predictors;
import org.foresight.predictor.RuntimePredictor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusJsonTest {
  private static final JobFeatures FEATURES = new JobFeatures("ada", "nightly", "root.etl");

  private static final PlannedJob PLANNED =
      new PlannedJob(
              "application_1_0001",
              OptionalLong.of(5_000),
              1,
              false,
              new Reason(Reason.Code.PILOTS_FIRST, "In the queue of pilots."))
          .holding(39);

  @Test
  void aJobSaysWhatIsPlannedAndPredictedOfIt() {
    RuntimePredictor predictor = Predictors.create(Predictors.DEFAULT);
    for (int run = 0; run < 50; run++) {
      predictor.learn(FEATURES, new JobOutcome(60_000, 2, 120_000));
    }
    JobEstimate estimate = predictor.predict(FEATURES).orElseThrow();

    ObjectNode json =
        StatusJson.job(job(Optional.of(PLANNED), Optional.of(estimate)), ImmutableList.of());

    assertThat(json.path("plannedStartMillis").asLong()).isEqualTo(5_000);
    assertThat(json.at("/plan/rule").asText()).isEqualTo("pilots-first");
    assertThat(json.at("/plan/detail").asText()).isEqualTo("In the queue of pilots.");
    assertThat(json.at("/plan/heldTasks").asInt()).isEqualTo(39);
    assertThat(json.path("runtime").fieldNames())
        .toIterable()
        .containsExactly("p10Millis", "p50Millis", "p90Millis");
    assertThat(json.at("/runtime/p50Millis").asLong())
        .isEqualTo(Math.round(estimate.span().quantile(0.5)));
    assertThat(json.at("/runtime/p90Millis").asLong())
        .isEqualTo(Math.round(estimate.span().quantile(0.9)));
    assertThat(json.path("runtime"))
        .isEqualTo(StatusJson.prediction(Optional.of(estimate)).path("runtime"));
  }

  @Test
  void ofFewRunsNoConfidenceIsSaid() {
    RuntimePredictor predictor = Predictors.create(Predictors.DEFAULT);
    for (int runs = 1; runs <= 5; runs++) {
      predictor.learn(FEATURES, new JobOutcome(60_000, 2, 120_000));

      ObjectNode said = StatusJson.prediction(predictor.predict(FEATURES));

      assertThat(said.path("samples").asInt()).isEqualTo(runs);
      assertThat(said.path("confidence").isNull()).isEqualTo(runs < 5);
    }
  }

  @Test
  void aJobSaysWhichOfItsContainersAreToEndForWhomAndWhy() {
    JobStatus victim = job(Optional.empty(), Optional.empty());
    Reason reason = new Reason(Reason.Code.PLANNED_START, "Makes room for application_1_0002.");
    Preemption stop =
        new Preemption(victim.id(), "container_1_0001_01_000007", "application_1_0002", reason);
    StatusReport report =
        new StatusReport(
            Modes.ofAll(Mode.ON),
            "threesigma",
            ImmutableList.of(),
            ImmutableList.of(
                stop,
                new Preemption("application_1_0003", "container_1", "application_1_0002", reason)));

    ObjectNode json = StatusJson.job(victim, report.stopsOf(victim));

    assertThat(json.path("stopping")).hasSize(1);
    assertThat(json.at("/stopping/0/container").asText()).isEqualTo(stop.taskId());
    assertThat(json.at("/stopping/0/for").asText()).isEqualTo("application_1_0002");
    assertThat(json.at("/stopping/0/detail").asText()).isEqualTo(reason.detail());
  }

  /**
   * What it has is the moment from which on it would be a best-effort job, or may start in what
   * ends.
   */
  @ParameterizedTest
  @CsvSource({
    "NO_ROOM_WITHIN_LOOKAHEAD, no-room-within-lookahead",
    "NEXT_IN_LINE, next-in-line",
  })
  void jobThatThePlanHasNoRoomForHasNoPlannedStart(Reason.Code code, String rule) {
    PlannedJob unplaced =
        new PlannedJob(
            "application_1_0001", OptionalLong.of(5_000), 8, false, new Reason(code, "No room."));

    ObjectNode json =
        StatusJson.job(job(Optional.of(unplaced), Optional.empty()), ImmutableList.of());

    assertThat(json.path("plannedStartMillis").isNull()).isTrue();
    assertThat(json.at("/plan/rule").asText()).isEqualTo(rule);
  }

  @Test
  void plannerThatDecidesNothingIsNeverInCharge() {
    for (Mode mode : List.of(Mode.ON, Mode.SHADOW)) {
      for (boolean counts : new boolean[] {true, false}) {
        JsonNode planner =
            StatusJson.overview(
                    new StatusReport(
                        Modes.ofAll(mode),
                        "foresight",
                        ImmutableList.of(new PlannerStatus(mode, counts, 0, LaneStatus.NONE)),
                        ImmutableList.of()),
                    Optional.empty(),
                    0)
                .at("/planners/0");

        assertThat(planner.path("inCharge").asBoolean()).isEqualTo(counts && mode == Mode.ON);
        assertThat(planner.path("planCounts").asBoolean()).isEqualTo(counts);
      }
    }
  }

  @Test
  void whatIsNotKnownOfAJobIsNull() {
    ObjectNode json = StatusJson.job(job(Optional.empty(), Optional.empty()), ImmutableList.of());

    assertThat(json.path("plannedStartMillis").isNull()).isTrue();
    assertThat(json.path("plan").isNull()).isTrue();
    assertThat(json.path("runtime").isNull()).isTrue();
  }

  private static JobStatus job(Optional<PlannedJob> planned, Optional<JobEstimate> estimate) {
    return new JobStatus(
        new ClusterEvent.JobSubmitted(0, "application_1_0001", FEATURES, JobGoal.BEST_EFFORT),
        "root.etl",
        Mode.ON,
        PartitionTasks.withoutLabel(0, 40),
        Optional.empty(),
        planned,
        estimate,
        Optional.empty());
  }
}
