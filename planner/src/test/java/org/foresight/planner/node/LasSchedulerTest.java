package org.foresight.planner.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Optional;
import org.foresight.planner.node.LasDecision.Action;
import org.foresight.planner.node.LasDecision.Cause;
import org.foresight.planner.node.LasSettings.Service;
import org.junit.jupiter.api.Test;

/** Walks through algorithm 2 of the paper, line by line, and through what it leaves open. */
class LasSchedulerTest {
  private static final int NEVER_STARVING = 1_000_000;

  private static LasScheduler<String> node(int vcores, int starvingQuanta) {
    return new LasScheduler<>(
        new LasSettings(vcores, 100, starvingQuanta, 2, Service.UNSUSPENDED_TIME));
  }

  private static LasScheduler<String> node(int vcores) {
    return node(vcores, NEVER_STARVING);
  }

  private static List<String> acts(ImmutableList<LasDecision<String>> decisions) {
    return decisions.stream()
        .map(each -> (each.action() == Action.RESUME ? "+" : "-") + each.task())
        .toList();
  }

  private static LasTask<String> wide(String id, int vcores) {
    return new LasTask<>(id, vcores, true);
  }

  private static LasTask<String> service(String id, int vcores) {
    return new LasTask<>(id, vcores, false);
  }

  @Test
  void runsNewTasksAtOnceAsLongAsCoresAreFree() {
    LasScheduler<String> node = node(2);

    assertThat(acts(node.arrived(LasTask.of("a"), 0))).containsExactly("+a");
    assertThat(acts(node.arrived(LasTask.of("b"), 10))).containsExactly("+b");
    assertThat(node.nextTickMillis()).isEmpty();
  }

  @Test
  void suspendsTheOldestForANewTask() {
    LasScheduler<String> node = node(2);
    node.arrived(LasTask.of("a"), 0);
    node.arrived(LasTask.of("b"), 10);

    assertThat(node.arrived(LasTask.of("c"), 30))
        .containsExactly(
            new LasDecision<>(Action.SUSPEND, "a", Cause.ARRIVAL, 30, Optional.of("c")),
            new LasDecision<>(Action.RESUME, "c", Cause.ARRIVAL, 0, Optional.of("a")));
    assertThat(node.isSuspended("a")).isTrue();
    assertThat(node.nextTickMillis()).hasValue(110);
  }

  @Test
  void resumesTheYoungestWhenATaskEnds() {
    LasScheduler<String> node = node(1);
    node.arrived(LasTask.of("a"), 0);
    node.arrived(LasTask.of("b"), 50);
    node.arrived(LasTask.of("c"), 60);

    assertThat(node.left("c", 70))
        .containsExactly(
            new LasDecision<>(Action.RESUME, "b", Cause.CORES_FREE, 10, Optional.empty()));
    assertThat(acts(node.left("b", 80))).containsExactly("+a");
    assertThat(node.left("a", 90)).isEmpty();
  }

  @Test
  void letsASuspendedTaskLeave() {
    LasScheduler<String> node = node(1);
    node.arrived(LasTask.of("a"), 0);
    node.arrived(LasTask.of("b"), 50);

    assertThat(node.left("a", 60)).isEmpty();
    assertThat(node.left("b", 70)).isEmpty();
  }

  @Test
  void swapsWhenAQuantumIsOverAndASuspendedTaskHasAttainedNoMore() {
    LasScheduler<String> node = node(1);
    node.arrived(LasTask.of("a"), 0);
    node.arrived(LasTask.of("b"), 150); // a has attained 150

    assertThat(node.tick(250)).isEmpty(); // b has attained 100: another quantum
    assertThat(node.nextTickMillis()).hasValue(350);
    assertThat(node.tick(350))
        .containsExactly(
            new LasDecision<>(Action.SUSPEND, "b", Cause.QUANTUM_OVER, 200, Optional.of("a")),
            new LasDecision<>(Action.RESUME, "a", Cause.QUANTUM_OVER, 150, Optional.of("b")));
    assertThat(node.nextTickMillis()).hasValue(450); // restarted after the swap
    assertThat(acts(node.tick(450))).containsExactly("-a", "+b");
  }

  @Test
  void swapsAlsoWhenBothHaveAttainedTheSame() {
    LasScheduler<String> node = node(1);
    node.arrived(LasTask.of("a"), 0);
    node.arrived(LasTask.of("b"), 100);

    assertThat(acts(node.tick(200))).containsExactly("-b", "+a");
  }

  @Test
  void looksAtNoTaskWhoseQuantumIsNotOver() {
    LasScheduler<String> node = node(2);
    node.arrived(LasTask.of("a"), 0);
    node.arrived(LasTask.of("b"), 50);
    node.arrived(LasTask.of("c"), 90); // instead of a, which has attained 90

    assertThat(node.tick(149)).isEmpty();
    assertThat(acts(node.tick(150))).containsExactly("-b", "+a");
  }

  @Test
  void letsQuantaPassInTheirOwnTimeWhileNobodyWaits() {
    LasScheduler<String> node = node(2);
    node.arrived(LasTask.of("a"), 0);
    node.arrived(LasTask.of("b"), 30);

    node.arrived(LasTask.of("c"), 260);

    assertThat(node.nextTickMillis()).hasValue(330); // the third quantum of b
  }

  @Test
  void catchesUpWhenATickComesLate() {
    LasScheduler<String> node = node(1);
    node.arrived(LasTask.of("a"), 0);
    node.arrived(LasTask.of("b"), 10);

    assertThat(acts(node.tick(175))).containsExactly("-b", "+a");
    assertThat(node.nextTickMillis()).hasValue(275);
  }

  @Test
  void runsAStarvingTaskAndLeavesItAlone() {
    LasScheduler<String> node = node(1, 3);
    node.arrived(LasTask.of("a"), 0);
    for (int now = 90; now < 390; now += 60) { // always somebody younger
      node.arrived(LasTask.of("young-" + now), now);
    }
    assertThat(node.nextTickMillis()).hasValue(390);

    assertThat(node.tick(390))
        .containsExactly(
            new LasDecision<>(Action.SUSPEND, "young-330", Cause.STARVATION, 60, Optional.of("a")),
            new LasDecision<>(Action.RESUME, "a", Cause.STARVATION, 90, Optional.of("young-330")));
    assertThat(acts(node.arrived(LasTask.of("new"), 400)))
        .as("a is not suspended for two quanta")
        .containsExactly("-new");
    assertThat(node.tick(589)).isEmpty();
    assertThat(acts(node.tick(590))).first().isEqualTo("-a");
  }

  @Test
  void servesTheOneFirstThatHasStarvedForLongest() {
    LasScheduler<String> node = node(1, 1);
    node.arrived(LasTask.of("a"), 0);
    node.arrived(LasTask.of("b"), 10);
    node.arrived(LasTask.of("c"), 20);

    assertThat(acts(node.tick(110))).containsExactly("-c", "+a");
    assertThat(node.tick(120)).as("b waits for the guard of a to end").isEmpty();
    assertThat(node.nextTickMillis()).hasValue(210);
    node.tick(210);
    assertThat(acts(node.tick(310))).containsExactly("-a", "+b");
  }

  @Test
  void resumesAStarvingTaskBeforeAYoungerOne() {
    LasScheduler<String> node = node(1, 1);
    node.arrived(LasTask.of("a"), 0);
    node.arrived(service("s", 1), 50);
    node.arrived(LasTask.of("b"), 90);

    assertThat(node.left("s", 160))
        .containsExactly(
            new LasDecision<>(Action.RESUME, "a", Cause.STARVATION, 50, Optional.empty()));
  }

  @Test
  void suspendsAsManyAsATaskOfSeveralCoresNeeds() {
    LasScheduler<String> node = node(4);
    node.arrived(LasTask.of("a"), 0);
    node.arrived(LasTask.of("b"), 1);
    node.arrived(wide("c", 2), 2);

    assertThat(acts(node.arrived(wide("d", 2), 10))).containsExactly("-a", "-b", "+d");
    assertThat(acts(node.arrived(LasTask.of("e"), 20)))
        .as("of the two cores of c one is left for b, the youngest that fits")
        .containsExactly("-c", "+e", "+b");
  }

  @Test
  void sparesWhoIsNotNeeded() {
    LasScheduler<String> node = node(4);
    node.arrived(LasTask.of("a"), 0);
    node.arrived(wide("b", 3), 1);

    assertThat(acts(node.arrived(wide("c", 3), 10)))
        .as("the core of a, the oldest, would not be enough, and that of b is without it")
        .containsExactly("-b", "+c");
  }

  @Test
  void givesCoresThatATaskIsTooWideForToTheNextYoungest() {
    LasScheduler<String> node = node(2);
    node.arrived(wide("wide", 2), 0);
    node.arrived(LasTask.of("a"), 10);
    node.arrived(LasTask.of("b"), 30);
    node.arrived(LasTask.of("c"), 50);

    assertThat(acts(node.left("c", 60)))
        .as("wide has attained 10, a 40, but wide needs two cores")
        .containsExactly("+a");
    assertThat(acts(node.left("a", 70))).isEmpty();
    assertThat(acts(node.left("b", 80))).containsExactly("+wide");
  }

  @Test
  void swapsATaskOfSeveralCoresInForAllThatAreOlder() {
    LasScheduler<String> node = node(2);
    node.arrived(wide("wide", 2), 0);
    node.arrived(LasTask.of("a"), 10);
    node.arrived(LasTask.of("b"), 30);

    assertThat(acts(node.tick(110))).containsExactly("-a", "-b", "+wide");
  }

  @Test
  void countsATaskWiderThanTheNodeAsWideAsTheNode() {
    LasScheduler<String> node = node(2);
    node.arrived(LasTask.of("a"), 0);

    assertThat(acts(node.arrived(wide("wide", 8), 10))).containsExactly("-a", "+wide");
    assertThat(node.statistics(0, 10).taskVcores()).isEqualTo(3);
  }

  @Test
  void aWideTaskDoesNotWaitForEverBehindGuardsThatTakeTurns() {
    LasScheduler<String> node = node(2, 1);
    node.arrived(wide("wide", 2), 0);
    node.arrived(LasTask.of("a"), 10);
    node.arrived(LasTask.of("b"), 10);
    node.arrived(LasTask.of("c"), 20);
    node.arrived(LasTask.of("d"), 30);

    long ranMillis = -1;
    for (long now = 40; now <= 1_000 && ranMillis < 0; now += 10) {
      node.tick(now);
      ranMillis = node.isSuspended("wide") ? -1 : now;
    }
    assertThat(ranMillis).isEqualTo(110);
  }

  @Test
  void neverSuspendsWhatMayNotBe() {
    LasScheduler<String> node = node(2);
    node.arrived(service("master", 1), 0);
    node.arrived(LasTask.of("a"), 10);

    assertThat(acts(node.arrived(LasTask.of("b"), 500))).containsExactly("-a", "+b");
    assertThat(acts(node.tick(600))).isEmpty();
    assertThat(acts(node.arrived(service("other", 1), 700))).containsExactly("-b", "+other");
    assertThat(acts(node.arrived(LasTask.of("c"), 710))).containsExactly("-c");
    assertThat(node.tick(100_000)).isEmpty();
    assertThat(acts(node.left("master", 100_001))).containsExactly("+c");
  }

  @Test
  void runsWhatMayNotBeSuspendedEvenIfCoresAreTooFew() {
    LasScheduler<String> node = node(2);
    node.arrived(LasTask.of("a"), 0);
    node.arrived(service("one", 1), 0);

    assertThat(node.arrived(service("two", 2), 10))
        .containsExactly(
            new LasDecision<>(Action.SUSPEND, "a", Cause.NEVER_SUSPENDED, 10, Optional.of("two")),
            new LasDecision<>(Action.RESUME, "two", Cause.NEVER_SUSPENDED, 0, Optional.empty()));
    assertThat(node.isSuspended("one")).isFalse();
    assertThat(node.left("one", 20)).isEmpty();
    assertThat(acts(node.left("two", 30))).containsExactly("+a");
  }

  @Test
  void aTaskDoesWithTheCoresThatThoseLeaveThatMayNotBeSuspended() {
    LasScheduler<String> node = node(4);
    node.arrived(wide("executor", 4), 0);

    assertThat(acts(node.arrived(service("master", 1), 10))).containsExactly("+master");
    assertThat(node.isSuspended("executor")).isFalse();
    assertThat(acts(node.arrived(LasTask.of("short"), 20))).containsExactly("-executor", "+short");
    assertThat(acts(node.left("short", 30))).containsExactly("+executor");
    assertThat(acts(node.arrived(service("slo", 3), 40))).containsExactly("-executor", "+slo");
    assertThat(acts(node.left("master", 50))).containsExactly("+executor");
  }

  @Test
  void breaksAGuardForWhatMayNotBeSuspended() {
    LasScheduler<String> node = node(1, 1);
    node.arrived(LasTask.of("a"), 0);
    node.arrived(LasTask.of("b"), 10);
    node.tick(110);

    assertThat(acts(node.arrived(service("s", 1), 120))).containsExactly("-a", "+s");
  }

  @Test
  void runsATaskFromWhenItMayNotBeSuspendedAnyMore() {
    LasScheduler<String> node = node(1);
    node.arrived(LasTask.of("a"), 0);
    node.arrived(LasTask.of("b"), 10);

    assertThat(acts(node.suspendable("a", false, 20))).containsExactly("-b", "+a");
    assertThat(node.suspendable("a", false, 20)).isEmpty();
    assertThat(node.suspendable("a", true, 30)).isEmpty();
    assertThat(acts(node.tick(130))).containsExactly("-a", "+b");
  }

  @Test
  void aTaskThatComesWithServiceTakesNoCoresOfYoungerOnes() {
    LasScheduler<String> node = node(1);
    node.arrived(LasTask.of("a"), 500, 0);

    assertThat(node.arrived(LasTask.of("b"), 600, 10))
        .containsExactly(
            new LasDecision<>(Action.SUSPEND, "b", Cause.NO_CORES, 600, Optional.empty()));
    assertThat(acts(node.arrived(LasTask.of("c"), 400, 10))).containsExactly("-a", "+c");
  }

  @Test
  void goesByWhatWasMeasured() {
    LasScheduler<String> node =
        new LasScheduler<>(new LasSettings(1, 100, NEVER_STARVING, 1, Service.MEASURED));
    node.arrived(LasTask.of("a"), 0);
    node.attained("a", 30); // It waits for its disk most of the time.
    node.arrived(LasTask.of("b"), 100);
    node.attained("b", 20);

    assertThat(node.tick(200)).as("b has attained less").isEmpty();
    node.attained("b", 90);
    node.attained("b", 10); // A counter that went back.
    assertThat(node.tick(300))
        .containsExactly(
            new LasDecision<>(Action.SUSPEND, "b", Cause.QUANTUM_OVER, 90, Optional.of("a")),
            new LasDecision<>(Action.RESUME, "a", Cause.QUANTUM_OVER, 30, Optional.of("b")));
  }

  @Test
  void tellsOfItself() {
    LasScheduler<String> node = node(2);
    node.arrived(service("master", 1), 0);
    node.arrived(LasTask.of("a"), 0);
    node.arrived(LasTask.of("b"), 4_000);

    NodeStatistics statistics = node.statistics(2_048, 6_000);

    assertThat(statistics.vcores()).isEqualTo(2);
    assertThat(statistics.tasks()).isEqualTo(3);
    assertThat(statistics.suspended()).isEqualTo(1);
    assertThat(statistics.taskVcores()).isEqualTo(3);
    assertThat(statistics.unsuspendableVcores()).isEqualTo(1);
    assertThat(statistics.memoryHeadroomMb()).isEqualTo(2_048);
    assertThat(statistics.attainedSumSeconds()).isEqualTo(12.0); // 6, 4 and 2
    assertThat(statistics.attainedVariance()).isCloseTo(8.0 / 3, within(1e-9));
    assertThat(statistics.attainedStandardDeviation()).isCloseTo(1.633, within(1e-3));
    assertThat(node(2).statistics(0, 0).attainedVariance()).isZero();
  }

  @Test
  void saysWhyInASentence() {
    LasScheduler<String> node = node(1);
    node.arrived(LasTask.of("a"), 0);

    assertThat(node.arrived(LasTask.of("b"), 1_500).stream().map(LasDecision::sentence))
        .containsExactly(
            "Suspends a after 1.5 s of service for b: a new task runs at once.",
            "Resumes b after 0.0 s of service instead of a: a new task runs at once.");
  }

  @Test
  void refusesWhatMakesNoSense() {
    LasScheduler<String> node = node(1);
    node.arrived(LasTask.of("a"), 100);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> node.arrived(LasTask.of("a"), 100))
        .withMessageContaining("(a)");
    assertThatIllegalArgumentException().isThrownBy(() -> node.left("b", 100));
    assertThatIllegalArgumentException().isThrownBy(() -> node.isSuspended("b"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> node.tick(99))
        .withMessageContaining("100 ms to 99 ms");
    assertThatIllegalStateException().isThrownBy(() -> node.attained("a", 5));
    assertThatIllegalArgumentException().isThrownBy(() -> new LasTask<>("a", 0, true));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LasSettings(0, 1, 1, 1, Service.MEASURED))
        .withMessageContaining("vcores (0)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LasSettings(1, Long.MAX_VALUE / 2, 3, 1, Service.MEASURED));
  }
}
