package org.foresight.planner.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.time.Instant;
import java.util.Optional;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.ClusterEvent.TaskEnd;
import org.foresight.planner.TablePredictor;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.predictor.EstimateBasis;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.PointDistribution;
import org.foresight.predictor.RuntimePredictor;
import org.junit.jupiter.api.Test;

class DeadlineLedgerTest {
  private static final String QUEUE = "root.etl";
  private static final long DEADLINE = 10_000;

  /** Four tasks of 100 ms. */
  private final DeadlineLedger ledger =
      new DeadlineLedger(
          new TablePredictor(
              ImmutableMap.of(
                  "known",
                  new JobEstimate(
                      new PointDistribution(200),
                      0.5,
                      4.0,
                      new EstimateBasis("user", "ann", "mean", 3, 0.1, 200)))));

  @Test
  void jobCommitsToTheWorkThatIsExpectedOfItUntilItEnds() {
    submit("job", "known", QUEUE, JobGoal.by(Instant.ofEpochMilli(DEADLINE)));
    assertThat(outstanding(0)).containsExactly(new Commitment(DEADLINE, 400));
    assertThat(ledger.outstanding("root.other", 0, 0)).isEmpty();

    ledger.onEvent(new ClusterEvent.JobFinished(50, "job", false));

    assertThat(outstanding(50)).isEmpty();
  }

  @Test
  void whatItsTasksHaveDoneIsDoneUnlessTheyWereLost() {
    submit("job", "known", QUEUE, JobGoal.by(Instant.ofEpochMilli(DEADLINE)));
    start("a", 0);
    start("b", 0);
    start("c", 20);
    end("a", 90, TaskEnd.SUCCEEDED);
    end("b", 90, TaskEnd.LOST);

    assertThat(outstanding(100)).containsExactly(new Commitment(DEADLINE, 400 - 90 - 80));
    assertThat(outstanding(9_000)).containsExactly(new Commitment(DEADLINE, 0));
  }

  @Test
  void deadlineThatHasPassedCommitsToNothing() {
    submit("job", "known", QUEUE, JobGoal.by(Instant.ofEpochMilli(DEADLINE)));

    assertThat(outstanding(DEADLINE - 1)).hasSize(1);
    assertThat(outstanding(DEADLINE)).isEmpty();
  }

  @Test
  void jobThatIsMovedTakesTheShareOfItsNewQueue() {
    submit("job", "known", "root.other", JobGoal.by(Instant.ofEpochMilli(DEADLINE)));
    start("a", 0);

    ledger.moved("job", QUEUE);
    ledger.moved("unheard-of", QUEUE);

    assertThat(ledger.outstanding("root.other", 50, 50)).isEmpty();
    assertThat(outstanding(50)).containsExactly(new Commitment(DEADLINE, 400 - 50));
  }

  @Test
  void unknownJobIsOneTaskForHalfOfTheTimeToItsDeadline() {
    submit("job", "unknown", QUEUE, JobGoal.by(Instant.ofEpochMilli(DEADLINE)));

    assertThat(outstanding(0)).containsExactly(new Commitment(DEADLINE, 5_000));
  }

  @Test
  void jobThatWasUnknownIsAskedForAgain() {
    Replaceable predictor = new Replaceable();
    DeadlineLedger late = new DeadlineLedger(predictor);
    late.onEvent(
        new ClusterEvent.JobSubmitted(
            0,
            "job",
            new JobFeatures("ann", "known", QUEUE),
            JobGoal.by(Instant.ofEpochMilli(DEADLINE))));
    assertThat(late.outstanding(QUEUE, 0, 0)).containsExactly(new Commitment(DEADLINE, 5_000));

    predictor.current = new TablePredictor(ImmutableMap.of("known", TablePredictor.exactly(70)));

    assertThat(late.outstanding(QUEUE, 0, 0)).containsExactly(new Commitment(DEADLINE, 70));
  }

  /** One whose history is read while it is asked. */
  private static final class Replaceable implements RuntimePredictor {
    private RuntimePredictor current = TablePredictor.EMPTY;

    @Override
    public String name() {
      return "replaceable";
    }

    @Override
    public Optional<JobEstimate> predict(JobFeatures features) {
      return current.predict(features);
    }

    @Override
    public void learn(JobFeatures features, JobOutcome outcome, Optional<JobEstimate> given) {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void jobsWithoutADeadlineCommitToNothing() {
    submit("job", "known", QUEUE, JobGoal.BEST_EFFORT);
    start("a", 0);
    end("a", 90, TaskEnd.SUCCEEDED);

    assertThat(outstanding(0)).isEmpty();
  }

  private ImmutableList<Commitment> outstanding(long nowMillis) {
    return ledger.outstanding(QUEUE, nowMillis, nowMillis);
  }

  private void submit(String id, String name, String queue, JobGoal goal) {
    ledger.onEvent(new ClusterEvent.JobSubmitted(0, id, new JobFeatures("ann", name, queue), goal));
  }

  private void start(String task, long atMillis) {
    ledger.onEvent(new ClusterEvent.TaskStarted(atMillis, "job", task, "map"));
  }

  private void end(String task, long atMillis, TaskEnd end) {
    ledger.onEvent(new ClusterEvent.TaskFinished(atMillis, "job", task, end));
  }
}
