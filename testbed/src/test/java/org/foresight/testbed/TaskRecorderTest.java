package org.foresight.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foresight.testbed.TestJobs.bestEffort;
import static org.foresight.testbed.TestJobs.slo;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.foresight.testbed.TaskRun.Ending;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TaskRecorderTest {

  private static final ApplicationId VICTIM = ApplicationId.newInstance(7, 1);
  private static final ApplicationId URGENT = ApplicationId.newInstance(7, 2);

  private final TaskRecorder recorder = new TaskRecorder(0.1);

  @BeforeEach
  void begin() {
    recorder.begins(at(1_000));
    recorder.submitted(VICTIM, bestEffort("victim", 0, 20_000L));
    recorder.submitted(URGENT, slo("urgent", 0, 30_000, 20_000L));
  }

  @Test
  void runsAreInWorkloadTimeByTheirStart() {
    start(container(URGENT, 1), 1_300);
    start(container(VICTIM, 1), 1_200);
    recorder.succeeded(container(URGENT, 1), at(3_300));
    recorder.succeeded(container(VICTIM, 1), at(3_400));

    assertThat(recorder.tasks())
        .containsExactly(
            new TaskRun("victim", 2_000, 24_000, Ending.SUCCEEDED, Optional.empty()),
            new TaskRun("urgent", 3_000, 23_000, Ending.SUCCEEDED, Optional.empty()));
  }

  @Test
  void aStoppedTaskNamesTheJobThatItsReasonNames() {
    start(container(VICTIM, 1), 1_200);
    recorder.lost(
        container(VICTIM, 1),
        ContainerExitStatus.PREEMPTED,
        VICTIM + " was stopped to make room for " + URGENT + ", which has a deadline to meet.",
        at(1_700));

    assertThat(recorder.tasks())
        .containsExactly(
            new TaskRun("victim", 2_000, 7_000, Ending.PREEMPTED, Optional.of("urgent")));
    assertThat(recorder.tasks().get(0).runMillis()).isEqualTo(5_000);
  }

  @Test
  void whatFailsIsNotTakenForStopped() {
    start(container(VICTIM, 1), 1_200);
    start(container(VICTIM, 2), 1_200);
    recorder.lost(
        container(VICTIM, 1), ContainerExitStatus.ABORTED, "as " + URGENT + " was", at(1_700));
    recorder.lost(container(VICTIM, 2), ContainerExitStatus.PREEMPTED, "no reason", at(1_800));

    assertThat(recorder.tasks())
        .containsExactly(
            new TaskRun("victim", 2_000, 7_000, Ending.LOST, Optional.empty()),
            new TaskRun("victim", 2_000, 8_000, Ending.PREEMPTED, Optional.empty()));
  }

  @Test
  void whatRunsAtTheEndIsCutOffThere() {
    start(container(VICTIM, 1), 1_200);
    start(container(VICTIM, 2), 1_600);
    recorder.allocated(container(VICTIM, 3), Duration.ofSeconds(2));
    recorder.ends(at(1_900));

    assertThat(recorder.tasks())
        .containsExactly(
            new TaskRun("victim", 2_000, 9_000, Ending.CUT_OFF, Optional.empty()),
            new TaskRun("victim", 6_000, 9_000, Ending.CUT_OFF, Optional.empty()));
  }

  @Test
  void aContainerThatIsGoneBeforeItsNodeAnsweredHasNotRun() {
    recorder.allocated(container(VICTIM, 1), Duration.ofSeconds(2));
    recorder.lost(container(VICTIM, 1), ContainerExitStatus.INVALID, "refused", at(1_400));
    recorder.launched(container(VICTIM, 1), at(1_500));

    assertThat(recorder.tasks())
        .containsExactly(new TaskRun("victim", 4_000, 4_000, Ending.LOST, Optional.empty()));
  }

  private void start(ContainerId container, long millis) {
    recorder.allocated(container, Duration.ofSeconds(2));
    recorder.launched(container, at(millis));
  }

  private static Instant at(long millis) {
    return Instant.ofEpochMilli(millis);
  }

  private static ContainerId container(ApplicationId application, long number) {
    return ContainerId.newContainerId(ApplicationAttemptId.newInstance(application, 1), number);
  }
}
