package org.foresight.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.foresight.planner.node.NodeStatistics;
import org.foresight.yarn.ImpatientScheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Foresight in a ResourceManager, as it comes but for its patience, and the agent on a node of two
 * cores: best-effort tasks make way for jobs with deadlines, and nothing is killed.
 */
class MakingWayIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Some cycles of the planner, many rounds of dispatch, and turns of who has got nothing. */
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(5);

  private final Path folder;
  private final AgentCluster cluster;

  MakingWayIT(@TempDir Path folder) {
    this.folder = folder;
    cluster =
        new AgentCluster(
            folder,
            AgentCluster.scheduledBy(
                ImpatientScheduler.class,
                Map.of("foresight.history.dir", folder.resolve("history").toString())),
            Map.of("foresight.agent.vcores", "2"));
  }

  @AfterEach
  void end() throws IOException, InterruptedException {
    cluster.end();
  }

  @Test
  void bestEffortTasksMakeWayForDeadlinesAndGoOnAfterwards() throws Exception {
    cluster.startNode();
    await().atMost(PATIENCE).until(() -> cluster.statistics().isPresent());
    try (UnmanagedApplication longOne = cluster.submit("long", Set.of());
        UnmanagedApplication report = cluster.submit("report", Set.of("foresight.deadline=pt2h"))) {
      ContainerId first = longOne.launch(UnmanagedApplication.BURN);
      ContainerId second = longOne.launch(UnmanagedApplication.BURN);
      await()
          .atMost(PATIENCE)
          .until(() -> cluster.groups().letsRun(first) && cluster.groups().letsRun(second));
      longOne.ask(1);
      assertGetsNothing(longOne); // It waits for a core of its own.

      Path enough = folder.resolve("enough");
      ContainerId urgent = report.launch(UnmanagedApplication.burnUntil(enough));
      ContainerId urgentToo = report.launch(UnmanagedApplication.burnUntil(enough));
      await()
          .atMost(PATIENCE)
          .until(() -> cluster.groups().isThrottled(first) && cluster.groups().isThrottled(second));
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                NodeStatistics las = cluster.statistics().orElseThrow();
                assertThat(las.tasks()).isEqualTo(4);
                assertThat(las.suspended()).isEqualTo(2);
                assertThat(las.unsuspendableVcores()).isEqualTo(2);
              });
      report.ask(1);
      assertGetsNothing(report); // Nobody is left to make way for it.

      Files.createFile(enough);
      await()
          .atMost(PATIENCE)
          .until(() -> report.heartbeat().keySet().containsAll(Set.of(urgent, urgentToo)));
      assertThat(report.heartbeat()).containsEntry(urgent, 0).containsEntry(urgentToo, 0);
      report.launchNext("exit 0");
      report.finish();
      await()
          .atMost(PATIENCE)
          .until(() -> cluster.groups().letsRun(first) && cluster.groups().letsRun(second));
      assertThat(longOne.heartbeat()).isEmpty();
    }
  }

  private static void assertGetsNothing(UnmanagedApplication application) {
    await()
        .during(LONG_ENOUGH)
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(application.hasContainer()).isFalse());
  }
}
