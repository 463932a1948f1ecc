package org.foresight.planner;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import java.util.OptionalLong;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.predictor.EstimateBasis;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.PointDistribution;
import org.junit.jupiter.api.Test;

class FinishForecastTest {
  private static final String JOB = "job";
  private static final long NOW = 1_000;

  /** Tasks of 100 ms each, usually four of them. */
  private static final JobEstimate ESTIMATE =
      new JobEstimate(
          new PointDistribution(100),
          1.0,
          4.0,
          new EstimateBasis("user", "ann", "mean", 3, 0.1, 100));

  @Test
  void endsTheRuntimeAtItsParallelismAfterThePlannedStart() {
    FinishForecast forecast = of(waitingFor(TaskAsk.Kind.TASK, 6), planned(5_000, 2)).orElseThrow();

    assertThat(forecast.startMillis()).isEqualTo(5_000);
    assertThat(forecast.finishMillis(0.5)).isEqualTo(5_300);
    assertThat(forecast.probabilityBy(5_299)).isZero();
    assertThat(forecast.probabilityBy(5_300)).isOne();
  }

  @Test
  void startThatIsDueIsNow() {
    assertThat(of(waitingFor(TaskAsk.Kind.TASK, 1), planned(200, 1)).orElseThrow().startMillis())
        .isEqualTo(NOW);
  }

  @Test
  void ofAJobThatIsInLineNobodyKnowsWhenItStarts() {
    PlannedJob inLine =
        new PlannedJob(
            JOB, OptionalLong.of(NOW), 1, false, new Reason(Reason.Code.NEXT_IN_LINE, "in a test"));

    assertThat(of(waitingFor(TaskAsk.Kind.TASK, 1), inLine)).isEmpty();
  }

  @Test
  void jobWithoutAMasterHasAsManyTasksAsUsual() {
    FinishForecast forecast =
        of(waitingFor(TaskAsk.Kind.APPLICATION_MASTER, 1), planned(NOW, 1)).orElseThrow();

    assertThat(forecast.finishMillis(0.9)).isEqualTo(NOW + 400);
  }

  @Test
  void withoutAStartOrAnEstimateThereIsNone() {
    JobView job = waitingFor(TaskAsk.Kind.TASK, 1);

    assertThat(of(job, planned(OptionalLong.empty(), 1))).isEmpty();
    assertThat(FinishForecast.of(job, planned(NOW, 1), Optional.empty(), NOW)).isEmpty();
  }

  private static Optional<FinishForecast> of(JobView job, PlannedJob planned) {
    return FinishForecast.of(job, planned, Optional.of(ESTIMATE), NOW);
  }

  private static JobView waitingFor(TaskAsk.Kind kind, int count) {
    return JobView.of(
        JOB,
        JobGoal.BEST_EFFORT,
        0,
        ImmutableList.of(new TaskAsk(kind, "", ResourceVector.of(1, 1), count)),
        ImmutableList.of());
  }

  private static PlannedJob planned(long startMillis, int parallelism) {
    return planned(OptionalLong.of(startMillis), parallelism);
  }

  private static PlannedJob planned(OptionalLong startMillis, int parallelism) {
    return new PlannedJob(
        JOB, startMillis, parallelism, false, new Reason(Reason.Code.PLANNED_START, "in a test"));
  }
}
