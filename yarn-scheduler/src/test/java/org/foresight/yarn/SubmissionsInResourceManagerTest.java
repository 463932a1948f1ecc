package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.nodelabels.CommonNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmissionData;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.FileSystemRMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.yarn.ForesightConfiguration.Planning;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users see of their submissions, in Hadoop's own ResourceManager. */
class SubmissionsInResourceManagerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final String PREFIX = "yarn.scheduler.capacity.";

  /** Has seen twenty runs of a job: one task of 1,000 s. */
  public static final class Experienced extends ForesightScheduler {
    @Override
    SchedulingPolicy createPolicy(Planning planning, History history) {
      JobFeatures nightly =
          JobFeatures.builder("ada", "nightly", "root.on").jobType("YARN").priority(0).build();
      for (int i = 0; i < 20; i++) {
        history.predictor().learn(nightly, new JobOutcome(1_000_000, 1, 1_000_000));
      }
      return super.createPolicy(planning, history);
    }
  }

  @TempDir private Path folder;
  private final Map<String, String> settings = new HashMap<>();

  @SuppressWarnings("NullAway.Init") // Every test starts one.
  private LocalResourceManager yarn;

  SubmissionsInResourceManagerTest() {
    settings.put("foresight.queue.root.on.mode", "on");
    settings.put("foresight.queue.root.shadow.mode", "shadow");
  }

  @AfterEach
  void stop() {
    yarn.close();
  }

  @Test
  void malformedValueFailsTheApplication() throws Exception {
    start();

    RMApp app = submit("on", "foresight.deadline=soon");

    assertThat(app.getState()).isEqualTo(RMAppState.FAILED);
    assertThat(app.getDiagnostics().toString())
        .startsWith("Foresight refuses application " + app.getApplicationId() + ": ")
        .contains("The value (soon) of the tag foresight.deadline is not accepted; it must be an");
    assertThat(yarn.scheduler().getSchedulerApplications()).isEmpty();
  }

  @Test
  void sloWithoutADeadlineFailsToo() throws Exception {
    start();

    assertThat(submit("on", "foresight.class=slo").getDiagnostics().toString())
        .contains("The tag foresight.class says slo, but no deadline is given; a deadline is ");
  }

  @Test
  void inAQueueInShadowModeNobodyIsRefused() throws Exception {
    settings.put("foresight.queue.root.shadow.hopeless-deadlines", "refuse");
    start();

    assertThat(submit("shadow", "foresight.deadline=soon").getState())
        .isEqualTo(RMAppState.ACCEPTED);
    assertThat(submit("shadow", "foresight.deadline=2020-01-01T00:00:00Z").getState())
        .isEqualTo(RMAppState.ACCEPTED);
  }

  @Test
  void recoveryFailsNobody() throws Exception {
    settings.put(YarnConfiguration.RECOVERY_ENABLED, "true");
    settings.put(YarnConfiguration.RM_STORE, FileSystemRMStateStore.class.getName());
    settings.put(
        YarnConfiguration.FS_RM_STATE_STORE_URI, folder.resolve("store").toUri().toString());
    settings.put("foresight.queue.root.on.mode", "off");
    start();
    RMApp running = submit("on", "foresight.gang=perhaps");
    MockAM unused = MockRM.launchAM(running, yarn.resourceManager(), addNode());
    RMApp malformed = submit("on", "foresight.deadline=soon");
    RMApp late = submit("on", "foresight.deadline=2020-01-01T00:00:00Z");
    yarn.close();
    settings.put("foresight.queue.root.on.mode", "on");
    settings.put("foresight.queue.root.on.hopeless-deadlines", "refuse");
    settings.put("foresight.queue.root.on.deadline-acl", "nobody");

    start();

    for (RMApp app : Set.of(malformed, late, running)) {
      assertThat(yarn.context().getRMApps().get(app.getApplicationId()))
          .extracting(RMApp::getState)
          .isEqualTo(RMAppState.ACCEPTED);
      assertThat(yarn.scheduler().getSchedulerApplications()).containsKey(app.getApplicationId());
    }
  }

  @Test
  void auditSaysOfAnApplicationThatItsQueueWasSwitchedOn() throws Exception {
    settings.clear(); // What is said at the start no refresh changes.
    start();
    RMApp app = submit("on", "foresight.deadline=PT2H");
    try (CapturedLog audit = CapturedLog.of(SubmissionGate.AUDIT)) {
      yarn.set("foresight.queue.root.on.mode", "on");
      yarn.refresh(folder.resolve("capacity-scheduler.xml"));

      assertThat(audit.text())
          .contains("outcome=accepted at=switch_on application=" + app.getApplicationId());
    }
  }

  @Test
  void certainToMissIsAWarningInTheDiagnosticsOfAnApplicationThatRuns() throws Exception {
    start();
    addNode();

    RMApp app = submit("on", "foresight.deadline=PT10M");

    assertThat(app.getState()).isEqualTo(RMAppState.ACCEPTED);
    assertThat(app.getDiagnostics().toString())
        .startsWith("Foresight: It is certain to miss its deadline in ")
        .contains("even alone in the queue root.on");
    assertThat(submit("on", "foresight.deadline=PT2H").getDiagnostics().toString())
        .doesNotContain("certain");
  }

  @Test
  void certainToMissIsRefusedWhereTheQueueSaysSo() throws Exception {
    settings.put("foresight.queue.root.on.hopeless-deadlines", "refuse");
    start();
    addNode();

    assertThat(submit("on", "foresight.deadline=PT10M").getState()).isEqualTo(RMAppState.FAILED);
    assertThat(submit("on", "foresight.deadline=2020-01-01T00:00:00Z").getState())
        .isEqualTo(RMAppState.FAILED);
    assertThat(submit("on", "foresight.deadline=PT2H").getState()).isEqualTo(RMAppState.ACCEPTED);
  }

  @Test
  void deadlineOfTheQueueRefusesNobody() throws Exception {
    settings.put("foresight.queue.root.on.deadline", "PT10M");
    settings.put("foresight.queue.root.on.hopeless-deadlines", "refuse");
    start();
    addNode();

    assertThat(submit("on").getState()).isEqualTo(RMAppState.ACCEPTED);
  }

  /** A node of 8 GiB: the queue's half is four of the smallest containers, 1 GiB each. */
  @Test
  void budgetIsFreeAgainWhenAJobEnds() throws Exception {
    settings.put("foresight.queue.root.on.deadline-share", "0.25"); // One of the four.
    start();
    addNode();
    RMApp first = submit("on", "foresight.deadline=PT30M");
    assertThat(first.getState()).isEqualTo(RMAppState.ACCEPTED);

    RMApp second = submit("on", "foresight.deadline=PT30M");
    assertThat(second.getState()).isEqualTo(RMAppState.FAILED);
    assertThat(second.getDiagnostics().toString())
        .contains(
            "The queue root.on has no room for another deadline at that time: 25 % of it, 1.0 tasks");

    yarn.resourceManager().killApp(first.getApplicationId());
    yarn.resourceManager().waitForState(first.getApplicationId(), RMAppState.KILLED);
    yarn.resourceManager().drainEvents();
    assertThat(submit("on", "foresight.deadline=PT30M").getState()).isEqualTo(RMAppState.ACCEPTED);
  }

  @Test
  void deadlineOfAJobThatIsMovedAwayLeavesTheBudget() throws Exception {
    settings.put("foresight.queue.root.on.deadline-share", "0.25"); // One of the four.
    start();
    addNode();
    RMApp first = submit("on", "foresight.deadline=PT30M");
    assertThat(submit("on", "foresight.deadline=PT30M").getState()).isEqualTo(RMAppState.FAILED);

    yarn.scheduler().moveApplication(first.getApplicationId(), "root.shadow");

    assertThat(submit("on", "foresight.deadline=PT30M").getState()).isEqualTo(RMAppState.ACCEPTED);
  }

  @Test
  void applicationThatGetsNothingExpiresWithAReason() throws Exception {
    settings.put("foresight.queue.root.on.max-wait", "PT0.001S");
    start();

    RMApp app = submit("on");

    await().atMost(PATIENCE).until(() -> app.getState() == RMAppState.KILLED);
    assertThat(app.getDiagnostics().toString())
        .contains("none of its tasks has started within PT0.001S after its submission");
    RMApp inShadow = submit("shadow", "foresight.max-wait=PT0.001S");
    assertThat(inShadow.getState()).isEqualTo(RMAppState.ACCEPTED);
  }

  /** The node's memory is shared by both queues; what each is guaranteed, half. */
  private MockNM addNode() throws Exception {
    return yarn.addNode(0, Resource.newInstance(8_192, 8), CommonNodeLabelsManager.NO_LABEL);
  }

  private void start() throws IOException {
    Configuration queues = new Configuration(false);
    queues.set(PREFIX + "root.queues", "on,shadow");
    queues.set(PREFIX + "root.on.capacity", "50");
    queues.set(PREFIX + "root.shadow.capacity", "50");
    queues.set(PREFIX + "maximum-am-resource-percent", "1");
    Path file = folder.resolve("capacity-scheduler.xml");
    try (OutputStream out = Files.newOutputStream(file)) {
      queues.writeXml(out);
    }
    yarn = LocalResourceManager.start(Experienced.class, file, Set.of(), settings);
  }

  /** Submits an application and waits until it is accepted or refused. */
  private RMApp submit(String queue, String... tags) throws Exception {
    MockRM resourceManager = yarn.resourceManager();
    RMApp app =
        MockRMAppSubmitter.submit(
            resourceManager,
            MockRMAppSubmissionData.Builder.createWithMemory(1_024, resourceManager)
                .withUser("ada")
                .withAppName("nightly")
                .withQueue(queue)
                .withApplicationTags(Set.of(tags))
                .withWaitForAppAcceptedState(false)
                .build());
    await()
        .atMost(PATIENCE)
        .until(() -> Set.of(RMAppState.ACCEPTED, RMAppState.FAILED).contains(app.getState()));
    resourceManager.drainEvents();
    return app;
  }
}
