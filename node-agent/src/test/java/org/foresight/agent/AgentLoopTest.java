package org.foresight.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.foresight.planner.node.LasSettings;
import org.foresight.planner.node.NodeCondition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AgentLoopTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final RecordingController controller = new RecordingController();
  private final AtomicLong now = new AtomicLong();
  private final AgentLoop loop =
      new AgentLoop(
          new NodeAgent(
              controller,
              LasSettings.of(1, LasSettings.Service.UNSUSPENDED_TIME),
              id -> 1L,
              true,
              1_024,
              now::get),
          Optional::empty,
          now::get);

  @AfterEach
  void end() {
    loop.stop(PATIENCE.toMillis());
  }

  @Test
  void doesWhatItIsToldAndReports() {
    loop.start();
    loop.tell(agent -> agent.started(new TaskFacts("one", "application", 1, 100, true, 0)));

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(loop.report().las().orElseThrow().tasks()).isEqualTo(1));
    assertThat(loop.report().condition()).isEqualTo(NodeCondition.WORKING);
  }

  @Test
  void tellsWhatItCosts() {
    loop.start();
    loop.tell(
        agent -> {
          while (loop.cpuMillis().orElseThrow() < 5) {
            // Computes.
          }
        });

    await().atMost(PATIENCE).until(() -> loop.cpuMillis().orElseThrow() >= 5);
    loop.stop(PATIENCE.toMillis());
    assertThat(loop.cpuMillis()).isEmpty();
  }

  @Test
  void aFailureGivesEverythingBackAndEndsTheAgentAlone() {
    loop.start();
    loop.tell(
        agent -> {
          throw new NoClassDefFoundError("Gone.");
        });

    await().atMost(PATIENCE).until(() -> controller.closed);
    assertThat(loop.report().condition()).isEqualTo(NodeCondition.FAILED);
    loop.tell(
        agent -> {
          throw new AssertionError("Nothing is done any more.");
        });
  }

  @Test
  void givesEverythingBackAtTheEnd() {
    loop.start();
    loop.stop(PATIENCE.toMillis());

    assertThat(controller.closed).isTrue();
    assertThat(loop.report().condition()).isEqualTo(NodeCondition.SWITCHED_OFF);
  }

  @Test
  void tellsOfTheNodeFromTheStartOnAndWhateverHappens() {
    assertThat(loop.report().las()).isEmpty();
    assertThat(loop.report().vcores()).hasValue(1);
    loop.start();
    assertThat(loop.report().las().orElseThrow().tasks()).isZero();
    loop.stop(PATIENCE.toMillis());
    assertThat(loop.report().las()).isEmpty();
    assertThat(loop.report().vcores()).hasValue(1);
  }

  @Test
  void aReportThatIsOldIsNotBelieved() {
    AgentLoop hanging =
        new AgentLoop(
            new NodeAgent(
                controller,
                LasSettings.of(1, LasSettings.Service.UNSUSPENDED_TIME),
                id -> 1L,
                true,
                1_024,
                now::get),
            Optional::empty,
            now::get);
    hanging.start();
    assertThat(hanging.report().condition()).isEqualTo(NodeCondition.WORKING);
    hanging.tell(
        agent -> {
          try {
            Thread.currentThread().join(); // For ever.
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              now.addAndGet(AgentLoop.STALE_MILLIS);
              return hanging.report().condition() == NodeCondition.FAILED;
            });
  }
}
