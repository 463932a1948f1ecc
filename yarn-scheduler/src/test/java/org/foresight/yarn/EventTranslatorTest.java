package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ApplicationTimeoutType;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.apache.hadoop.yarn.util.Records;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.ClusterEvent.TaskEnd;
import org.foresight.planner.HostClock;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.predictor.JobFeatures;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventTranslatorTest {
  private static final long NOW = 1_000_000;
  private static final long SUBMITTED = 990_000;
  private static final long REPORT_MILLIS = 1_000;
  private static final ApplicationId APP = FakeYarn.id(7);
  private static final String JOB = APP.toString();
  private static final JobGoal GOAL = new JobGoal(OptionalLong.of(SUBMITTED + 60_000), true);
  private static final ContainerId CONTAINER =
      ContainerId.newContainerId(ApplicationAttemptId.newInstance(APP, 1), 2);

  private final Map<ApplicationId, RMApp> rmApps = new HashMap<>();
  private final RMApp rmApp = mock(RMApp.class);
  private final List<ClusterEvent> events = new ArrayList<>();
  private final List<ClusterEvent> halfSeen = new ArrayList<>();
  private final List<ClusterEvent> recovered = new ArrayList<>();
  private final Submissions submissions = new Submissions();
  private EventTranslator translator;

  @BeforeEach
  void knowOneApplication() {
    when(rmApp.getUser()).thenReturn("ada");
    when(rmApp.getName()).thenReturn("nightly");
    when(rmApp.getSubmitTime()).thenReturn(SUBMITTED);
    when(rmApp.getApplicationTags()).thenReturn(Set.of());
    when(rmApp.getApplicationType()).thenReturn("SPARK");
    when(rmApp.getApplicationPriority()).thenReturn(Priority.newInstance(3));
    ApplicationSubmissionContext context = Records.newRecord(ApplicationSubmissionContext.class);
    context.setApplicationTimeouts(Map.of(ApplicationTimeoutType.LIFETIME, 600L));
    when(rmApp.getApplicationSubmissionContext()).thenReturn(context);
    when(rmApp.getApplicationSchedulingEnvs()).thenReturn(Map.of());
    when(rmApp.getFinalApplicationStatus()).thenReturn(FinalApplicationStatus.UNDEFINED);
    rmApps.put(APP, rmApp);
    translator =
        new EventTranslator(
            rmApps::get,
            (app, queue, arrival) -> queue.equals("root.etl") ? GOAL : JobGoal.BEST_EFFORT,
            submissions,
            new HostClock(() -> Instant.ofEpochMilli(NOW), () -> 0),
            REPORT_MILLIS,
            events::add,
            halfSeen::add,
            recovered::add);
  }

  @Test
  void submissionCarriesWhatIsKnownOfTheJob() {
    translator.applicationAdded(APP, "root.etl", Arrival.SUBMISSION);

    assertThat(events)
        .containsExactly(new ClusterEvent.JobSubmitted(SUBMITTED, JOB, features("root.etl"), GOAL));
    assertThat(halfSeen).isEmpty();
  }

  private static JobFeatures features(String queue) {
    return JobFeatures.builder("ada", "nightly", queue)
        .jobType("SPARK")
        .priority(3)
        .requestedMillis(600_000)
        .submitEpochMillis(SUBMITTED)
        .build();
  }

  @Test
  void applicationThatWasThereBeforeIsToldAsSuch() {
    translator.applicationAdded(APP, "root.adhoc", Arrival.SWITCH_ON);

    assertThat(halfSeen)
        .containsExactly(
            new ClusterEvent.JobSubmitted(
                SUBMITTED, JOB, features("root.adhoc"), JobGoal.BEST_EFFORT));
    assertThat(events).isEmpty();
  }

  @Test
  void jobIsKnownFromItsSubmissionToItsEnd() {
    translator.applicationAdded(APP, "root.etl", Arrival.RECOVERY);
    assertThat(submissions.all()).containsExactlyElementsOf(submissionsToldOf());
    assertThat(submissions.of(JOB)).isEqualTo(halfSeen.get(0));

    translator.applicationRemoved(APP);

    assertThat(submissions.all()).isEmpty();
    assertThat(submissions.of(JOB)).isNull();
  }

  private List<ClusterEvent.JobSubmitted> submissionsToldOf() {
    return halfSeen.stream().map(ClusterEvent.JobSubmitted.class::cast).toList();
  }

  @Test
  void applicationThatTheResourceManagerHasForgottenIsPassedOver() {
    rmApps.clear();

    translator.applicationAdded(APP, "root.etl", Arrival.SUBMISSION);

    assertThat(events).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"SUCCEEDED, true", "FAILED, false", "KILLED, false", "UNDEFINED, false"})
  void jobHasSucceededIfItsApplicationSaysSo(FinalApplicationStatus status, boolean succeeded) {
    when(rmApp.getFinalApplicationStatus()).thenReturn(status);

    translator.applicationRemoved(APP);

    assertThat(events).containsExactly(new ClusterEvent.JobFinished(NOW, JOB, succeeded));
  }

  @Test
  void jobThatTheResourceManagerHasForgottenHasNotSucceeded() {
    rmApps.clear();

    translator.applicationRemoved(APP);

    assertThat(events).containsExactly(new ClusterEvent.JobFinished(NOW, JOB, false));
  }

  @Test
  void launchNamesTheStageByItsPriority() {
    translator.containerLaunched(CONTAINER, container(false));

    assertThat(events)
        .containsExactly(new ClusterEvent.TaskStarted(NOW, JOB, CONTAINER.toString(), "20"));
  }

  @ParameterizedTest
  @CsvSource({"MAPREDUCE, 5, 20", "MAPREDUCE, 19, 20", "MAPREDUCE, 10, 10", "SPARK, 5, 5"})
  void mapsThatAreAskedForAgainAreOfTheStageOfMaps(String type, int priority, String stage) {
    when(rmApp.getApplicationType()).thenReturn(type);
    RMContainer container = container(false);
    when(container.getAllocatedSchedulerKey())
        .thenReturn(new SchedulerRequestKey(Priority.newInstance(priority), 0, null));

    translator.containerLaunched(CONTAINER, container);

    assertThat(events)
        .containsExactly(new ClusterEvent.TaskStarted(NOW, JOB, CONTAINER.toString(), stage));
  }

  @Test
  void attemptThatMapReduceStopsHasNotDoneItsWork() {
    when(rmApp.getApplicationType()).thenReturn("MAPREDUCE");

    translator.containerCompleted(
        container(false),
        status(ContainerExitStatus.KILLED_BY_APPMASTER),
        RMContainerEventType.FINISHED,
        true);

    assertThat(events)
        .containsExactly(
            new ClusterEvent.TaskFinished(NOW, JOB, CONTAINER.toString(), TaskEnd.LOST));
  }

  @Test
  void plannersAloneAreToldOfTasksThatWereThereBefore() {
    RMContainer container = container(false);
    when(container.getCreationTime()).thenReturn(NOW - 7_000);

    translator.containerRecovered(container);
    translator.containerRecovered(container(true));

    assertThat(recovered)
        .containsExactly(
            new ClusterEvent.TaskStarted(NOW - 7_000, JOB, CONTAINER.toString(), "20", true));
    assertThat(events).isEmpty();
  }

  @Test
  void applicationMastersAndUnknownContainersAreNoTasks() {
    translator.containerLaunched(CONTAINER, container(true));
    translator.containerLaunched(CONTAINER, null);
    translator.containerCompleted(
        container(true), status(ContainerExitStatus.SUCCESS), RMContainerEventType.FINISHED, false);

    assertThat(events).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "FINISHED, 0, UNDEFINED, SUCCEEDED",
    "FINISHED, -105, UNDEFINED, SUCCEEDED", // Its master has ended it.
    "FINISHED, 1, UNDEFINED, LOST",
    "FINISHED, -100, UNDEFINED, LOST", // Aborted, with its node for instance.
    "FINISHED, -102, UNDEFINED, LOST", // Pre-empted.
    "FINISHED, -104, UNDEFINED, LOST", // Over its memory.
    "RELEASED, -100, UNDEFINED, SUCCEEDED",
    "KILL, -106, SUCCEEDED, SUCCEEDED", // It ran until its application ended well.
    "KILL, -106, FAILED, LOST",
    "KILL, -102, UNDEFINED, LOST", // Pre-empted.
    "EXPIRE, -100, SUCCEEDED, LOST",
  })
  void completionCountsAsSuccessOnlyIfTheWorkWasDone(
      RMContainerEventType event, int exitStatus, FinalApplicationStatus application, TaskEnd end) {
    when(rmApp.getFinalApplicationStatus()).thenReturn(application);

    translator.containerCompleted(container(false), status(exitStatus), event, true);

    assertThat(events)
        .containsExactly(new ClusterEvent.TaskFinished(NOW, JOB, CONTAINER.toString(), end));
  }

  @ParameterizedTest
  @CsvSource({
    "300, 300", // It was allocated after the report before.
    "5000, 1000",
    "-3600000, 0" // The clock has stepped back since.
  })
  void taskThatBeganAndEndedBetweenTwoReportsRanForTheTimeBetweenThemAtMost(
      long aliveMillis, long ranMillis) {
    RMContainer container = container(false);
    when(container.getCreationTime()).thenReturn(NOW - aliveMillis);

    translator.containerCompleted(
        container, status(ContainerExitStatus.SUCCESS), RMContainerEventType.FINISHED, false);

    assertThat(events)
        .containsExactly(
            new ClusterEvent.TaskStarted(NOW - ranMillis, JOB, CONTAINER.toString(), "20"),
            new ClusterEvent.TaskFinished(NOW, JOB, CONTAINER.toString(), TaskEnd.SUCCEEDED));
  }

  @ParameterizedTest
  @CsvSource({"FINISHED, 1", "RELEASED, -100", "KILL, -106", "EXPIRE, -100"})
  void containerThatWasNotSeenToDoAnythingIsNoTask(RMContainerEventType event, int exitStatus) {
    when(rmApp.getFinalApplicationStatus()).thenReturn(FinalApplicationStatus.SUCCEEDED);

    translator.containerCompleted(container(false), status(exitStatus), event, false);

    assertThat(events).hasOnlyElementsOfType(ClusterEvent.TaskFinished.class);
  }

  @Test
  void changesOfDemandAndNodesAreToldWithTheTime() {
    translator.demandChanged(APP);
    translator.nodeChanged("node_added");

    assertThat(events)
        .containsExactly(
            new ClusterEvent.DemandChanged(NOW, JOB),
            new ClusterEvent.NodeChanged(NOW, "node_added"));
  }

  private static RMContainer container(boolean master) {
    RMContainer container = mock(RMContainer.class);
    when(container.isAMContainer()).thenReturn(master);
    when(container.getContainerId()).thenReturn(CONTAINER);
    when(container.getAllocatedSchedulerKey())
        .thenReturn(new SchedulerRequestKey(Priority.newInstance(20), 0, null));
    return container;
  }

  private static ContainerStatus status(int exitStatus) {
    return ContainerStatus.newInstance(CONTAINER, ContainerState.COMPLETE, "", exitStatus);
  }
}
