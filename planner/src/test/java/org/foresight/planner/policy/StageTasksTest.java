package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.placement.Snapshots;
import org.foresight.planner.policy.StageTasks.Pilots;
import org.junit.jupiter.api.Test;

class StageTasksTest {

  private final StageTasks tasks = new StageTasks();

  @Test
  void theFirstThatStartArePilotsWhoeverEndsFirst() {
    tasks.started("a", 0);
    tasks.started("b", 0);
    tasks.started("c", 0);
    tasks.ended("c", 1_000, true);
    assertThat(tasks.pilots(2)).isEqualTo(new Pilots(2, 2, 0, 0));

    tasks.ended("b", 3_000, true);
    tasks.ended("a", 5_000, true);
    assertThat(tasks.pilots(2)).isEqualTo(new Pilots(2, 2, 2, 4_000));
    assertThat(tasks.pilots(2).areDone()).isTrue();
  }

  @Test
  void aPilotThatIsLostIsReplacedByTheNextTask() {
    tasks.started("a", 0);
    tasks.started("b", 0);
    tasks.ended("a", 9_000, false);
    assertThat(tasks.pilots(2)).isEqualTo(new Pilots(2, 1, 0, 0));

    tasks.started("a again", 10_000);
    tasks.ended("b", 10_000, true);
    tasks.ended("a again", 12_000, true);
    assertThat(tasks.pilots(2)).isEqualTo(new Pilots(2, 2, 2, 6_000));
    assertThat(tasks.runtimesMillis().asList()).containsExactly(10_000L, 2_000L);
  }

  @Test
  void aTaskWhoseStartIsToldAgainIsTheOneThatStartedLast() {
    tasks.started("a", 0);
    tasks.started("a", 5_000);
    tasks.ended("a", 6_000, true);
    tasks.ended("a", 7_000, true);

    assertThat(tasks.pilots(1)).isEqualTo(new Pilots(1, 1, 1, 1_000));
    assertThat(tasks.succeeded()).isEqualTo(1);
    assertThat(tasks.running()).isZero();
  }

  @Test
  void sumsUpTheRuntimesOfThoseThatEndedWell() {
    assertThat(tasks.meanMillis()).isZero();
    assertThat(tasks.cov()).isZero();
    for (int i = 1; i <= 100; i++) {
      tasks.started("" + i, 0);
      tasks.ended("" + i, i % 2 == 0 ? 1_000 : 3_000, true);
    }

    assertThat(tasks.meanMillis()).isEqualTo(2_000);
    assertThat(tasks.cov()).isCloseTo(0.5, within(0.01));
  }

  @Test
  void aClockThatStepsBackMakesNoNegativeRuntime() {
    tasks.started("a", 5_000);
    tasks.ended("a", 1_000, true);

    assertThat(tasks.meanMillis()).isZero();
  }

  @Test
  void theOldestRunningTaskIsOneOfThisStage() {
    tasks.started("task", 1_000);
    JobView job =
        Snapshots.job("job", JobGoal.BEST_EFFORT, Snapshots.tasks(1), Snapshots.running(1, 1_000));

    assertThat(tasks.oldestRunningMillis(job, 4_000)).isEqualTo(3_000);
    assertThat(new StageTasks().oldestRunningMillis(job, 4_000)).isZero();
    assertThat(
            tasks.oldestRunningMillis(
                Snapshots.job("job", JobGoal.BEST_EFFORT, Snapshots.tasks(1), ImmutableList.of()),
                4_000))
        .isZero();
  }
}
