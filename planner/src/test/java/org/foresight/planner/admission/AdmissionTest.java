package org.foresight.planner.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.foresight.planner.TablePredictor;
import org.foresight.planner.admission.Admission.Decision;
import org.foresight.planner.admission.Admission.Outcome;
import org.foresight.planner.admission.AdmissionRules.Denied;
import org.foresight.planner.admission.AdmissionRules.Hopeless;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.NodePreference;
import org.foresight.predictor.JobEstimate;
import org.junit.jupiter.api.Test;

class AdmissionTest {
  private static final long NOW = 1_000_000;
  private static final Optional<JobEstimate> UNKNOWN = Optional.empty();

  /** One task of 100 s, from 25 runs. */
  private static final Optional<JobEstimate> KNOWN = Optional.of(TablePredictor.exactly(100_000));

  private Hopeless hopeless = Hopeless.WARN;
  private Denied denied = Denied.REFUSE;
  private OptionalDouble mostValue = OptionalDouble.empty();
  private OptionalDouble share = OptionalDouble.empty();
  private boolean mayHaveDeadlines = true;
  private long mostTasks = 8;
  private double guaranteedTasks = 4;
  private ImmutableList<Commitment> outstanding = ImmutableList.of();
  private boolean isAskedFor = true;

  @Test
  void deadlineThatCanBeMetIsAccepted() {
    assertThat(decide(200_000, 1, KNOWN)).isEqualTo(new Decision(Outcome.ACCEPTED, ""));
  }

  @Test
  void certainToMissIsWarnedOrRefusedAsTheQueueSays() {
    String why =
        "It is certain to miss its deadline in 99 s: even alone in the queue root.etl it would miss"
            + " it with probability 1.00; runtime with all tasks at once p10 100 s, p50 100 s, from"
            + " 25 runs of such jobs.";
    assertThat(decide(99_000, 1, KNOWN)).isEqualTo(new Decision(Outcome.WARNED, why));

    hopeless = Hopeless.REFUSE;
    assertThat(decide(99_000, 1, KNOWN)).isEqualTo(new Decision(Outcome.REFUSED, why));
  }

  @Test
  void unknownJobIsNeverCertainToMiss() {
    hopeless = Hopeless.REFUSE;
    assertThat(decide(1, 1, UNKNOWN).outcome()).isEqualTo(Outcome.ACCEPTED);

    mostTasks = 0; // There is no node yet.
    assertThat(decide(1, 1, KNOWN).outcome()).isEqualTo(Outcome.ACCEPTED);
  }

  @Test
  void deadlineThatHasPassedIsHopelessWhateverIsKnown() {
    String why = "Its deadline had passed 3.0 min before it was submitted.";
    assertThat(decide(-180_000, 1, UNKNOWN))
        .isEqualTo(new Decision(Outcome.WARNED, why + " It runs as best effort."));

    hopeless = Hopeless.REFUSE;
    assertThat(decide(-180_000, 1, UNKNOWN)).isEqualTo(new Decision(Outcome.REFUSED, why));
    assertThat(decide(0, 1, UNKNOWN).outcome()).isEqualTo(Outcome.REFUSED);
  }

  @Test
  void whoMayNotHaveDeadlinesIsRefusedOrRunsWithoutOne() {
    mayHaveDeadlines = false;
    String why = "Its user may not submit jobs with deadlines to the queue root.etl.";
    assertThat(decide(200_000, 1, KNOWN)).isEqualTo(new Decision(Outcome.REFUSED, why));

    denied = Denied.BEST_EFFORT;
    assertThat(decide(200_000, 1, KNOWN))
        .isEqualTo(new Decision(Outcome.BEST_EFFORT, why + " It runs without a deadline."));
  }

  @Test
  void valueHasALimit() {
    mostValue = OptionalDouble.of(5);

    assertThat(decide(200_000, 5, KNOWN).outcome()).isEqualTo(Outcome.ACCEPTED);
    assertThat(decide(200_000, 5.5, KNOWN))
        .isEqualTo(
            new Decision(
                Outcome.REFUSED,
                "Its value (5.5) is more than the queue root.etl grants; it must be at most 5.0."));
  }

  @Test
  void budgetIsTheShareOfWhatTheQueueIsGuaranteed() {
    share = OptionalDouble.of(0.5); // Two tasks, 400 task-seconds until 200 s from now.
    outstanding = ImmutableList.of(new Commitment(NOW + 150_000, 300_000));
    assertThat(decide(200_000, 1, KNOWN).outcome()).isEqualTo(Outcome.ACCEPTED);

    outstanding = ImmutableList.of(new Commitment(NOW + 150_000, 300_001));
    assertThat(decide(200_000, 1, KNOWN))
        .isEqualTo(
            new Decision(
                Outcome.REFUSED,
                "The queue root.etl has no room for another deadline at that time: 50 % of it, 2.0"
                    + " tasks at once, can't do the work of this job, 100 s, until then, besides the"
                    + " 5.0 min that are left of 1 deadline accepted before."));

    outstanding = ImmutableList.of();
    assertThat(decide(40_000, 1, KNOWN).reason())
        .isEqualTo(
            "The queue root.etl has no room for another deadline at that time: 50 % of it, 2.0"
                + " tasks at once, can't do the work of this job, 100 s, until then.");

    guaranteedTasks = 0; // There is no node yet.
    assertThat(decide(200_000, 1, KNOWN).outcome()).isEqualTo(Outcome.ACCEPTED);
  }

  @Test
  void lateJobTakesNothingOfTheBudget() {
    share = OptionalDouble.of(0.001);

    assertThat(decide(-1, 1, KNOWN).outcome()).isEqualTo(Outcome.WARNED);
  }

  /** Its user did not ask for it and could do nothing about it. */
  @Test
  void deadlineOfTheQueueIsNeverTheReasonOfARefusal() {
    isAskedFor = false;
    hopeless = Hopeless.REFUSE;
    assertThat(decide(99_000, 1, KNOWN).outcome()).isEqualTo(Outcome.WARNED);

    mayHaveDeadlines = false;
    assertThat(decide(200_000, 1, KNOWN).outcome()).isEqualTo(Outcome.BEST_EFFORT);
  }

  @Test
  void jobThatWasAcceptedBeforeIsNotRefused() {
    hopeless = Hopeless.REFUSE;
    share = OptionalDouble.of(0.001);
    assertThat(decideAgain(-5_000)).isEqualTo(new Decision(Outcome.ACCEPTED, ""));

    mayHaveDeadlines = false;
    assertThat(decideAgain(200_000).outcome()).isEqualTo(Outcome.BEST_EFFORT);
  }

  private Decision decideAgain(long millisLeft) {
    return Admission.decideAgain(request(millisLeft, 1, UNKNOWN), new Queue());
  }

  private Decision decide(long millisLeft, double value, Optional<JobEstimate> estimate) {
    return Admission.decide(request(millisLeft, value, estimate), new Queue(), NOW);
  }

  private Admission.Request request(long millisLeft, double value, Optional<JobEstimate> estimate) {
    JobGoal goal =
        new JobGoal(
            OptionalLong.of(NOW + millisLeft),
            false,
            NodePreference.NONE,
            value,
            false,
            OptionalLong.empty());
    return new Admission.Request(goal, isAskedFor, NOW, estimate);
  }

  private final class Queue implements Admission.Queue {
    @Override
    public String name() {
      return "root.etl";
    }

    @Override
    public AdmissionRules rules() {
      return new AdmissionRules(hopeless, denied, mostValue, share);
    }

    @Override
    public boolean mayHaveDeadlines() {
      return mayHaveDeadlines;
    }

    @Override
    public long mostTasks() {
      return mostTasks;
    }

    @Override
    public double guaranteedTasks() {
      return guaranteedTasks;
    }

    @Override
    public ImmutableList<Commitment> outstanding() {
      return outstanding;
    }
  }
}
