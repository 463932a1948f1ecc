package org.foresight.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.foresight.planner.DeadlineOutcomes.Counts;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.predictor.JobFeatures;
import org.junit.jupiter.api.Test;

class DeadlineOutcomesTest {
  private static final JobGoal BY_100 = JobGoal.by(Instant.ofEpochMilli(100));

  private static final Set<String> QUEUES = Set.of("root.etl", "root.adhoc");

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

    QueueTotals<Counts> totals = outcomes.totals(QUEUES);
    assertThat(totals.byQueue())
        .containsOnly(
            Map.entry("root.etl", new Counts(2, 1, 0)),
            Map.entry("root.adhoc", new Counts(0, 0, 1)));
    assertThat(totals.total()).isEqualTo(new Counts(2, 1, 1));
  }

  @Test
  void queueThatIsGoneCountsForTheTotalAloneAndAnotherOneOfItsNameBeginsAnew() {
    submit("before", "root.adhoc", BY_100);
    finish("before", 99, true);
    submit("other", "root.etl", BY_100);
    finish("other", 101, true);

    QueueTotals<Counts> gone = outcomes.totals(Set.of("root.etl"));
    assertThat(gone.byQueue()).containsOnlyKeys("root.etl");
    assertThat(gone.total()).isEqualTo(new Counts(1, 1, 0));

    submit("after", "root.adhoc", BY_100);
    finish("after", 50, false);
    QueueTotals<Counts> back = outcomes.totals(QUEUES);
    assertThat(back.byQueue()).containsEntry("root.adhoc", new Counts(0, 0, 1));
    assertThat(back.total()).isEqualTo(new Counts(1, 1, 1));
  }

  @Test
  void jobsOfWhichSomethingWasLostAreNotCounted() {
    submit("job", "root.etl", BY_100);
    outcomes.lostSight();

    finish("job", 99, true);

    assertThat(outcomes.totals(QUEUES).byQueue()).isEmpty();
  }

  private void submit(String job, String queue, JobGoal goal) {
    outcomes.onEvent(
        new ClusterEvent.JobSubmitted(0, job, new JobFeatures("ada", job, queue), goal));
  }

  private void finish(String job, long atMillis, boolean succeeded) {
    outcomes.onEvent(new ClusterEvent.JobFinished(atMillis, job, succeeded));
  }
}
