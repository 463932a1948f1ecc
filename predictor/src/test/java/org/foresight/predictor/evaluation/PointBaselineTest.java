package org.foresight.predictor.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.RuntimePredictor;
import org.junit.jupiter.api.Test;

class PointBaselineTest {

  private static final JobFeatures SMALL = job("ann", 1, 3_600_000);
  private static final JobFeatures LARGE = job("ann", 64, 3_600_000);

  @Test
  void theUserIsBelieved() {
    RuntimePredictor predictor = PointBaseline.userEstimate();
    learn(predictor, SMALL, 5);

    assertThat(point(predictor, SMALL)).hasValue(3_600_000.0);
    assertThat(point(predictor, new JobFeatures("ann", "x", "q"))).isEmpty();
  }

  @Test
  void theLastRunCounts() {
    RuntimePredictor predictor = PointBaseline.lastRunOfUser();
    assertThat(point(predictor, SMALL)).hasValue(3_600_000.0);

    learn(predictor, SMALL, 1_000);
    learn(predictor, LARGE, 9_000);

    assertThat(point(predictor, SMALL)).hasValue(9_000.0);
    assertThat(point(predictor, job("bob", 1, 60_000))).hasValue(60_000.0);
  }

  @Test
  void theLastRunOfTheSameSizeAndRequestCountsMost() {
    RuntimePredictor predictor = PointBaseline.lastRunOfSameSizeAndRequest();
    learn(predictor, SMALL, 1_000);
    learn(predictor, LARGE, 9_000);

    assertThat(point(predictor, SMALL)).hasValue(1_000.0);
    assertThat(point(predictor, LARGE)).hasValue(9_000.0);
    assertThat(point(predictor, job("ann", 2, 60_000))).hasValue(9_000.0);
  }

  @Test
  void theLastTwoAreAveraged() {
    RuntimePredictor predictor = PointBaseline.meanOfLastTwo();
    learn(predictor, SMALL, 1_000);
    assertThat(point(predictor, SMALL)).hasValue(1_000.0);

    learn(predictor, SMALL, 2_000);
    learn(predictor, SMALL, 4_000);
    assertThat(point(predictor, SMALL)).hasValue(3_000.0);
  }

  private static JobFeatures job(String user, long slots, long requestedMillis) {
    return JobFeatures.builder(user, "", "q").slots(slots).requestedMillis(requestedMillis).build();
  }

  private static void learn(RuntimePredictor predictor, JobFeatures job, long millis) {
    predictor.learn(job, new JobOutcome(millis, 1, millis), Optional.empty());
  }

  private static Optional<Double> point(RuntimePredictor predictor, JobFeatures job) {
    return predictor.predict(job).map(estimate -> estimate.pointMillis());
  }
}
