package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.when;

import com.google.common.collect.ImmutableList;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.HostClock;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodePreference;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.MixturePredictor;
import org.foresight.predictor.RuntimePredictor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ShadowTest {
  private static final long NOW = 1_000_000;
  private static final long DEADLINE = NOW + 60_000;
  private static final String WATCHED = FakeYarn.jobId(1);
  private static final String IN_CHARGE = FakeYarn.jobId(2);

  private static final HostClock CLOCK = new HostClock(() -> Instant.ofEpochMilli(NOW), () -> 0);

  private final PlannerThread planner = mock(PlannerThread.class);
  private final MixturePredictor predictor = new MixturePredictor();
  private final Submissions submissions = new Submissions();
  private final Map<String, String> queues = new HashMap<>();
  private ForesightConfiguration configuration = configuration("shadow");
  private final Shadow shadow =
      new Shadow(
          predictor,
          submissions,
          job -> Optional.ofNullable(queues.get(job)),
          () -> configuration,
          CLOCK,
          () -> 0);

  @BeforeEach
  void submit() {
    for (int i = 0; i < 20; i++) {
      predictor.learn(features("root.etl"), new JobOutcome(30_000, 1, 30_000));
    }
    submit(WATCHED, "root.etl");
    submit(IN_CHARGE, "root.charge");
  }

  @Test
  void expectsDeadlinesByThePlanAndWhatIsKnownOfRuntimes() {
    plan(NOW, WATCHED, IN_CHARGE);
    finish(WATCHED);
    finish(IN_CHARGE);

    assertThat(shadow.score().jobs()).isEqualTo(1);
    assertThat(shadow.score().plannedToMeet()).isEqualTo(1);
    assertThat(shadow.score().asPlanned()).isEqualTo(1);
  }

  @Test
  void startThatIsTooLateIsExpectedToMiss() {
    plan(DEADLINE - 1_000, WATCHED);
    finish(WATCHED);

    assertThat(shadow.score().plannedToMiss()).isEqualTo(1);
    assertThat(shadow.score().deadlinesMet()).isEqualTo(1);
    assertThat(shadow.score().asPlanned()).isZero();
  }

  @Test
  void planOfAPlannerThatHasBeenStoppedMeanwhileIsNotFollowed() {
    when(planner.isStopped()).thenReturn(true);

    plan(NOW, WATCHED);
    finish(WATCHED);

    assertThat(shadow.score().jobs()).isEqualTo(1);
    assertThat(shadow.score().plannedToMeet()).isZero();
  }

  @Test
  void nothingIsPredictedOfAService() {
    RuntimePredictor unasked = mock(RuntimePredictor.class);
    Shadow follower =
        new Shadow(
            unasked,
            submissions,
            job -> Optional.ofNullable(queues.get(job)),
            () -> configuration,
            CLOCK,
            () -> 0);
    submit(
        WATCHED,
        "root.etl",
        new JobGoal(
            OptionalLong.empty(), false, NodePreference.NONE, 1, true, OptionalLong.empty()));

    plan(follower, NOW, WATCHED);

    verifyNoInteractions(unasked);
  }

  @Test
  void jobsThatAreGoneFromTheClusterArePassedOver() {
    queues.clear();

    plan(NOW, WATCHED, "application_1_0099");
    finish(WATCHED);

    assertThat(shadow.score().plannedToMeet()).isZero();
    assertThat(shadow.score().jobs()).isEqualTo(1);
  }

  @Test
  void jobThatMovedWhileItWasLookedForIsFollowedLikeOthers() {
    plan(NOW, WATCHED, WATCHED);
    finish(WATCHED);

    assertThat(shadow.score().plannedToMeet()).isEqualTo(1);
  }

  @Test
  void jobWhoseQueueLeavesShadowModeDoesNotCount() {
    Modes before = configuration.modes();
    configuration = configuration("on");
    shadow.modesChanged(before, configuration.modes());

    finish(WATCHED);

    assertThat(shadow.score().jobs()).isZero();
  }

  private void submit(String job, String queue) {
    submit(job, queue, new JobGoal(OptionalLong.of(DEADLINE), false));
  }

  private void submit(String job, String queue, JobGoal goal) {
    queues.put(job, queue);
    ClusterEvent.JobSubmitted submitted =
        new ClusterEvent.JobSubmitted(NOW, job, features(queue), goal);
    submissions.add(submitted);
    shadow.submitted(submitted);
  }

  private static JobFeatures features(String queue) {
    return new JobFeatures("ada", "nightly", queue);
  }

  private void plan(long startMillis, String... jobs) {
    plan(shadow, startMillis, jobs);
  }

  private void plan(Shadow follower, long startMillis, String... jobs) {
    ImmutableList.Builder<JobView> views = ImmutableList.builder();
    ImmutableList.Builder<PlannedJob> planned = ImmutableList.builder();
    for (String job : jobs) {
      views.add(
          JobView.of(
              job,
              JobGoal.BEST_EFFORT,
              NOW,
              ImmutableList.of(new TaskAsk(TaskAsk.Kind.TASK, "", ResourceVector.of(1_024, 1), 1)),
              ImmutableList.of()));
      planned.add(
          new PlannedJob(
              job,
              OptionalLong.of(startMillis),
              1,
              false,
              new Reason(Reason.Code.PLANNED_START, "in a test")));
    }
    follower.planned(
        planner,
        ClusterSnapshot.of(ImmutableList.of(), views.build()),
        new Plan(NOW, planned.build(), "in a test"));
  }

  private void finish(String job) {
    shadow.finished(new ClusterEvent.JobFinished(DEADLINE, job, true), Optional.empty());
  }

  private static ForesightConfiguration configuration(String modeOfEtl) {
    Configuration conf = new Configuration(false);
    conf.set("foresight.queue.root.etl.mode", modeOfEtl);
    conf.set("foresight.queue.root.charge.mode", "on");
    try {
      return ForesightConfiguration.read(conf);
    } catch (InvalidConfigurationException e) {
      throw new AssertionError(e);
    }
  }
}
