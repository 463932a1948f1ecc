package org.foresight.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.foresight.planner.DeadlineOutcomes.Counts;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.predictor.JobFeatures;
import org.junit.jupiter.api.Test;

class DeadlineOutcomesTest {
  private static final JobGoal BY_100 = JobGoal.by(Instant.ofEpochMilli(100));

  private final DeadlineOutcomes outcomes = new DeadlineOutcomes();

  @Test
  void eachEndIsCountedOnceForItsQueue() {
    submit("met", "root.etl", BY_100);
    submit("just-met", "root.etl", BY_100);
    submit("missed", "root.etl", BY_100);
    submit("failed", "root.adhoc", BY_100);
    submit("without", "root.adhoc", JobGoal.BEST_EFFORT);

    finish("met", 99, true);
    finish("just-met", 100, true);
    finish("missed", 101, true);
    finish("failed", 50, false);
    finish("without", 500, true);
    finish("met", 200, true);

    assertThat(outcomes.byQueue())
        .containsOnly(
            Map.entry("root.etl", new Counts(2, 1, 0)),
            Map.entry("root.adhoc", new Counts(0, 0, 1)));
  }

  @Test
  void jobsOfWhichSomethingWasLostAreNotCounted() {
    submit("job", "root.etl", BY_100);
    outcomes.lostSight();

    finish("job", 99, true);

    assertThat(outcomes.byQueue()).isEmpty();
  }

  private void submit(String job, String queue, JobGoal goal) {
    outcomes.onEvent(
        new ClusterEvent.JobSubmitted(0, job, new JobFeatures("ada", job, queue), goal));
  }

  private void finish(String job, long atMillis, boolean succeeded) {
    outcomes.onEvent(new ClusterEvent.JobFinished(atMillis, job, succeeded));
  }
}
