package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.google.common.collect.ImmutableMap;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.util.Records;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.HostClock;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.predictor.EstimateBasis;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.PointDistribution;
import org.foresight.predictor.RuntimePredictor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubmissionGateTest {
  private static final String QUEUE = "root.etl";
  private static final long NOW = Instant.parse("2026-03-14T10:00:00Z").toEpochMilli();

  /** 100 s, from 25 runs. */
  private static final JobEstimate ESTIMATE =
      new JobEstimate(
          new PointDistribution(100_000),
          1.0,
          1.0,
          new EstimateBasis("user", "ada", "mean", 25, 0.1, 100_000));

  private final QueueRoom room = mock(QueueRoom.class);
  private final List<String> audit = new ArrayList<>();
  private ForesightConfiguration configuration;
  private SubmissionGate gate;

  @BeforeEach
  void configure() throws Exception {
    when(room.mostTasks(QUEUE)).thenReturn(8L);
    when(room.guaranteedTasks(QUEUE)).thenReturn(4.0);
    gate =
        new SubmissionGate(
            () -> configuration,
            new KnowsNightly(),
            room,
            new HostClock(() -> Instant.ofEpochMilli(NOW), () -> 0),
            audit::add);
    configure(Map.of());
  }

  private void configure(Map<String, String> ofQueue) throws InvalidConfigurationException {
    Configuration conf = new Configuration(false);
    conf.set("foresight.queue.root.etl.mode", "on");
    conf.set("foresight.queue.root.quiet.mode", "shadow");
    ofQueue.forEach((suffix, value) -> conf.set("foresight.queue.root." + suffix, value));
    configuration = ForesightConfiguration.read(conf);
  }

  @Test
  void acceptedDeadlineGetsALine() {
    RMApp app = app(1, "foresight.deadline=PT20M", "foresight.value=2");

    assertThat(gate.refusal(app, QUEUE)).isEmpty();

    assertThat(audit)
        .containsExactly(
            "outcome=accepted at=submission application=application_1_0001 user=ada name=nightly"
                + " queue=root.etl mode=on submitted=2026-03-14T10:00:00Z"
                + " deadline=2026-03-14T10:20:00Z value=2.0 source=\"tag foresight.deadline\"");
    assertThat(app.getDiagnostics()).isEmpty();
    assertThat(gate.goal(app, QUEUE, Arrival.SUBMISSION).value()).isEqualTo(2);
  }

  @Test
  void lineIsNotAsLongAsSomebodyLikes() {
    RMApp app = app(1, "foresight.deadline=" + "9".repeat(100_000));
    when(app.getName()).thenReturn("n".repeat(100_000));

    assertThat(gate.refusal(app, QUEUE)).isPresent();

    assertThat(audit)
        .singleElement()
        .asString()
        .hasSizeLessThan(2_000)
        .contains(" name=\"" + "n".repeat(199) + "\\u2026\" queue=root.etl ");
  }

  @Test
  void jobWithoutADeadlineGetsNoLine() {
    assertThat(gate.refusal(app(1), QUEUE)).isEmpty();
    assertThat(audit).isEmpty();
  }

  @Test
  void malformedValueRefusesWithTheValueAndWhatIsAccepted() {
    Optional<String> refusal = gate.refusal(app(1, "foresight.deadline=soon"), QUEUE);

    assertThat(refusal)
        .hasValue(
            "Foresight refuses application application_1_0001: The value (soon) of the tag"
                + " foresight.deadline is not accepted; it must be an ISO-8601 instant such as"
                + " 2026-03-14T10:30:00Z or a positive duration after submission such as PT20M.");
    assertThat(audit).singleElement().asString().startsWith("outcome=refused at=submission");
  }

  @Test
  void certainToMissIsToldInTheDiagnosticsOrRefused() throws Exception {
    RMApp app = app(1, "foresight.deadline=PT99S");
    assertThat(gate.refusal(app, QUEUE)).isEmpty();
    assertThat(app.getDiagnostics().toString())
        .startsWith("Foresight: It is certain to miss its deadline in 99 s: ")
        .endsWith("\n");
    assertThat(gate.goal(app, QUEUE, Arrival.SUBMISSION).isSlo()).isTrue();
    assertThat(audit).singleElement().asString().startsWith("outcome=warned").contains("reason=\"");

    configure(Map.of("etl.hopeless-deadlines", "refuse"));
    assertThat(gate.refusal(app(2, "foresight.deadline=PT99S"), QUEUE))
        .hasValueSatisfying(
            why -> assertThat(why).contains("application_1_0002: It is certain to miss"));
  }

  @Test
  void remarksAreToldInTheDiagnostics() {
    RMApp app = app(1, "foresight.class=service", "foresight.deadline=PT1H");

    assertThat(gate.refusal(app, QUEUE)).isEmpty();

    assertThat(app.getDiagnostics().toString())
        .isEqualTo(
            "Foresight: The tag foresight.deadline (PT1H) does not count, for a service has no"
                + " deadline.\n");
    assertThat(gate.goal(app, QUEUE, Arrival.SUBMISSION).service()).isTrue();
    assertThat(audit)
        .singleElement()
        .asString()
        .startsWith("outcome=warned at=submission ")
        .endsWith(
            " reason=\"The tag foresight.deadline (PT1H) does not count, for a service has no"
                + " deadline.\"");
  }

  @Test
  void groupsOfTheListMayHaveDeadlines() throws Exception {
    UserGroupInformation unused =
        UserGroupInformation.createUserForTesting("ada", new String[] {"etl"});
    unused = UserGroupInformation.createUserForTesting("eve", new String[] {"guests"});
    configure(Map.of("etl.deadline-acl", " etl"));

    assertThat(gate.refusal(app(1, "foresight.deadline=PT1H"), QUEUE)).isEmpty();
    RMApp eve = app(2, "foresight.deadline=PT1H");
    when(eve.getUser()).thenReturn("eve");
    assertThat(gate.refusal(eve, QUEUE))
        .hasValue(
            "Foresight refuses application application_1_0002: Its user may not submit jobs with"
                + " deadlines to the queue root.etl.");
  }

  @Test
  void deniedDeadlineMayBeTakenAwayInstead() throws Exception {
    configure(Map.of("etl.deadline-acl", "bob", "etl.denied-deadlines", "best-effort"));
    RMApp app = app(1, "foresight.deadline=PT1H", "foresight.gang=true");

    assertThat(gate.refusal(app, QUEUE)).isEmpty();

    JobGoal goal = gate.goal(app, QUEUE, Arrival.SUBMISSION);
    assertThat(goal.isSlo()).isFalse();
    assertThat(goal.gang()).isTrue();
    assertThat(app.getDiagnostics().toString()).contains("It runs without a deadline.");
    assertThat(audit).singleElement().asString().startsWith("outcome=best_effort");
  }

  /** One task until 150 s from now; a job takes it for 100 s. */
  @Test
  void budgetIsFreeAgainWhenAJobHasEnded() throws Exception {
    configure(Map.of("etl.deadline-share", "0.25"));
    RMApp first = app(1, "foresight.deadline=PT150S");
    assertThat(gate.refusal(first, QUEUE)).isEmpty();
    submit(first);

    assertThat(gate.refusal(app(2, "foresight.deadline=PT150S"), QUEUE)).isPresent();
    assertThat(gate.refusal(app(3, "foresight.deadline=PT250S"), QUEUE)).isEmpty();

    gate.onEvent(new ClusterEvent.JobFinished(NOW, first.getApplicationId().toString(), false));
    assertThat(gate.refusal(app(4, "foresight.deadline=PT150S"), QUEUE)).isEmpty();
  }

  private void submit(RMApp app) {
    gate.onEvent(
        new ClusterEvent.JobSubmitted(
            NOW,
            app.getApplicationId().toString(),
            EventTranslator.features(app, QUEUE),
            gate.goal(app, QUEUE, Arrival.SUBMISSION)));
  }

  @Test
  void inShadowModeItIsOnlySaid() {
    RMApp malformed = app(1, "foresight.deadline=soon");
    RMApp late = app(2, "foresight.deadline=PT1S");

    assertThat(gate.refusal(malformed, "root.quiet")).isEmpty();
    assertThat(gate.refusal(late, "root.quiet")).isEmpty();

    assertThat(audit).hasSize(2).allMatch(line -> line.contains(" mode=shadow "));
    assertThat(audit.get(0)).startsWith("outcome=refused");
    assertThat(late.getDiagnostics()).isEmpty();
  }

  @Test
  void queuesThatAreOffAreNotLookedAt() {
    assertThat(gate.refusal(app(1, "foresight.deadline=soon"), "root.off")).isEmpty();
    assertThat(audit).isEmpty();
  }

  @Test
  void inQueuesThatAreOffItIsReadAndNothingIsSaid() {
    RMApp app = app(1, "foresight.deadline=PT1H", "foresight.gang=perhaps");

    try (CapturedLog lines = CapturedLog.of(SubmissionGate.class)) {
      assertThat(gate.goal(app, "root.off", Arrival.SUBMISSION).isSlo()).isTrue();
      assertThat(lines.text()).isEmpty();
      assertThat(gate.goal(app, "root.quiet", Arrival.SUBMISSION).isSlo()).isTrue();
      assertThat(lines.text()).contains("application_1_0001", "The value (perhaps) of the tag");
    }
    assertThat(audit).isEmpty();
  }

  @Test
  void recoveredApplicationKeepsWhatCanBeReadOfItsWishes() {
    RMApp app = app(1, "foresight.deadline=soon", "foresight.gang=true");

    assertThat(gate.goal(app, QUEUE, Arrival.RECOVERY).gang()).isTrue();
  }

  @Test
  void whatARecoveredApplicationSaysMakesNoLogLineOfItsOwn() {
    RMApp app = app(1);
    when(app.getApplicationSchedulingEnvs())
        .thenReturn(
            ImmutableMap.of("FORESIGHT_DEADLINE", "soon\nINFO all is well" + "!".repeat(10_000)));

    try (CapturedLog lines = CapturedLog.of(SubmissionGate.class)) {
      gate.goal(app, QUEUE, Arrival.RECOVERY);

      assertThat(lines.text().lines())
          .singleElement()
          .asString()
          .contains("application_1_0001: \"The value (soon\\u000aINFO all is well!!!")
          .hasSizeLessThan(1_200);
    }
  }

  @Test
  void recoveredApplicationIsDeniedItsDeadlineIfItsUserMayNotHaveOneAnyMore() throws Exception {
    configure(Map.of("etl.deadline-acl", "bob"));

    assertThat(gate.goal(app(1, "foresight.deadline=PT1H"), QUEUE, Arrival.RECOVERY).isSlo())
        .isFalse();
    assertThat(audit)
        .singleElement()
        .asString()
        .startsWith("outcome=best_effort at=recovery application=application_1_0001");
  }

  @ParameterizedTest
  @CsvSource({
    "RECOVERY, recovery",
    "RECOVERY_BEFORE_ITS_START, recovery",
    "SWITCH_ON, switch_on",
    "SUBMISSION, submission" // Its queue was switched on while it was submitted.
  })
  void auditSaysHowAnApplicationThatDidNotComeThroughTheGateCame(Arrival arrival, String word) {
    assertThat(gate.goal(app(1, "foresight.deadline=PT1H"), QUEUE, arrival).isSlo()).isTrue();

    assertThat(audit).singleElement().asString().startsWith("outcome=accepted at=" + word + " ");
  }

  private static RMApp app(int number, String... tags) {
    RMApp app = mock(RMApp.class);
    ApplicationId id = ApplicationId.newInstance(1, number);
    StringBuilder diagnostics = new StringBuilder();
    when(app.getApplicationId()).thenReturn(id);
    when(app.getUser()).thenReturn("ada");
    when(app.getName()).thenReturn("nightly");
    when(app.getApplicationType()).thenReturn("YARN");
    when(app.getSubmitTime()).thenReturn(NOW);
    when(app.getApplicationTags()).thenReturn(Set.of(tags));
    when(app.getApplicationSchedulingEnvs()).thenReturn(ImmutableMap.of());
    when(app.getApplicationPriority()).thenReturn(Priority.newInstance(0));
    when(app.getApplicationSubmissionContext())
        .thenReturn(Records.newRecord(ApplicationSubmissionContext.class));
    when(app.getDiagnostics()).thenReturn(diagnostics);
    return app;
  }

  private static final class KnowsNightly implements RuntimePredictor {
    @Override
    public String name() {
      return "nightly";
    }

    @Override
    public Optional<JobEstimate> predict(JobFeatures features) {
      return features.jobName().equals("nightly") ? Optional.of(ESTIMATE) : Optional.empty();
    }

    @Override
    public void learn(JobFeatures features, JobOutcome outcome, Optional<JobEstimate> given) {
      throw new UnsupportedOperationException();
    }
  }
}
