package org.foresight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.foresight.planner.node.LasSettings;
import org.junit.jupiter.api.Test;

class NodeAgentTest {
  private static final long QUANTUM = 10_000;

  private final RecordingController controller = new RecordingController();
  private final Map<String, Long> processes = new HashMap<>();
  private long now;

  private final NodeAgent agent = agent(LasSettings.Service.UNSUSPENDED_TIME);

  private NodeAgent agent(LasSettings.Service service) {
    return new NodeAgent(
        controller,
        new LasSettings(1, QUANTUM, 3, 1, service),
        id -> processes.getOrDefault(id, 0L),
        true,
        4_096,
        () -> now);
  }

  @Test
  void whatComesOvertakesWhatHasRunForLong() {
    start(agent, "long");
    now = 60_000;
    start(agent, "short");

    assertThat(controller.suspended).containsExactly("long");

    now = 62_000;
    agent.ended("short");

    assertThat(controller.suspended).isEmpty();
    assertThat(controller.log).containsSubsequence("suspend long", "detach short", "resume long");
  }

  @Test
  void takesFromOneBeforeItGivesToAnother() {
    start(agent, "one");
    now = 1_000;
    start(agent, "other");
    now = 31_000;
    agent.beat();

    assertThat(controller.log).containsSubsequence("suspend one", "suspend other", "resume one");
  }

  @Test
  void aQuantumThatIsOverChangesTurns() {
    start(agent, "one");
    now = 1_000;
    start(agent, "other");
    assertThat(controller.suspended).containsExactly("one");
    assertThat(agent.untilDueMillis()).isEqualTo(OptionalLong.of(QUANTUM));

    now += QUANTUM;
    agent.beat();
    assertThat(controller.suspended).containsExactly("other");
  }

  @Test
  void doesWhatWasDecidedOnceTheProcessHasBegun() {
    start(agent, "long");
    now = 60_000;
    agent.started(task("first"));
    agent.started(task("second")); // One core: one of the two is suspended before it has begun.
    assertThat(controller.attached).containsExactly("long");

    processes.put("first", 1L);
    processes.put("second", 2L);
    agent.beat();

    assertThat(controller.attached).containsExactlyInAnyOrder("long", "first", "second");
    assertThat(controller.suspended).hasSize(2).contains("long");
  }

  @Test
  void neverTouchesWhatMayNotBeSuspended() {
    start(agent, "long");
    now = 60_000;
    processes.put("master", 7L);
    agent.started(new TaskFacts("master", "application", 1, 512, false, 0));

    assertThat(controller.attached).containsExactly("long");
    assertThat(controller.suspended).containsExactly("long");
    assertThat(agent.statistics().unsuspendableVcores()).isEqualTo(1);
  }

  @Test
  void triesAgainWhatDidNotWork() {
    start(agent, "long");
    now = 60_000;
    controller.fails = true;
    start(agent, "short");
    assertThat(controller.suspended).isEmpty();

    controller.fails = false;
    agent.beat();
    assertThat(controller.suspended).containsExactly("long");
    assertThat(controller.attached).contains("short");
  }

  @Test
  void doesNotMindBeingToldTwice() {
    start(agent, "long");
    agent.started(task("long"));
    agent.ended("long");
    agent.ended("long");
    agent.ended("unknown");

    assertThat(controller.log).containsExactly("attach long 1", "detach long");
  }

  @Test
  void whatRanBeforeTheAgentCountsAsOld() {
    processes.put("old", 1L);
    agent.started(new TaskFacts("old", "application", 1, 512, true, 3_600_000));
    start(agent, "young");
    assertThat(controller.suspended).containsExactly("old");
  }

  @Test
  void goesByProcessorTimeIfToldTo() {
    NodeAgent measuring = agent(LasSettings.Service.MEASURED);
    start(measuring, "busy");
    controller.cpuNanos.put("busy", 5_000_000_000L);
    assertThat(measuring.statistics().attainedSumSeconds()).isEqualTo(5);

    now = 1_000;
    start(measuring, "idle");
    assertThat(controller.suspended).containsExactly("busy");
    now += QUANTUM; // The idle one has attained less still.
    measuring.beat();
    assertThat(controller.suspended).containsExactly("busy");
  }

  @Test
  void tellsOfItsTasks() {
    start(agent, "long");
    now = 10_000;
    start(agent, "short");

    assertThat(agent.statistics().tasks()).isEqualTo(2);
    assertThat(agent.statistics().suspended()).isEqualTo(1);
    assertThat(agent.statistics().vcores()).isEqualTo(1);
    assertThat(agent.statistics().taskVcores()).isEqualTo(2);
    assertThat(agent.statistics().attainedSumSeconds()).isEqualTo(10);
    assertThat(agent.statistics().memoryHeadroomMb()).isEqualTo(4_096 - 2 * 512);
  }

  private void start(NodeAgent told, String id) {
    processes.put(id, (long) processes.size() + 1);
    told.started(task(id));
  }

  private static TaskFacts task(String id) {
    return new TaskFacts(id, "application", 1, 512, true, 0);
  }
}
