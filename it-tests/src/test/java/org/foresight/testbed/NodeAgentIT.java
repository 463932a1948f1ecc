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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The agent on a node with containers that burn processor time, under a ResourceManager that knows
 * nothing of it.
 */
class NodeAgentIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Path folder;
  private final AgentCluster cluster;
  private final ContainerGroups groups;
  private final UnmanagedApplication application;

  NodeAgentIT(@TempDir Path folder) throws Exception {
    this.folder = folder;
    cluster =
        new AgentCluster(
            folder,
            Map.of(),
            Map.of("foresight.agent.suspends", "all", "foresight.agent.vcores", "1"));
    groups = cluster.groups();
    application = cluster.submit("burns", Set.of());
  }

  @AfterEach
  void end() throws IOException, InterruptedException {
    application.close();
    cluster.end();
  }

  @Test
  void whatComesOvertakesWhatRanBeforeIt() throws Exception {
    cluster.startNode();
    ContainerId longOne = application.launch(UnmanagedApplication.BURN);
    await().atMost(PATIENCE).until(() -> cluster.groups().letsRun(longOne));

    Path enough = folder.resolve("enough");
    ContainerId shortOne = application.launch(UnmanagedApplication.burnUntil(enough));
    await().atMost(PATIENCE).until(() -> groups.has(shortOne));
    assertThat(groups.isThrottled(longOne)).isTrue();
    assertThat(groups.isThrottled(shortOne)).isFalse();
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                cluster
                    .statistics()
                    .filter(las -> las.tasks() == 2 && las.suspended() == 1)
                    .isPresent());

    Files.createFile(enough);
    await().atMost(PATIENCE).until(() -> application.heartbeat().containsKey(shortOne));
    assertThat(application.heartbeat()).containsEntry(shortOne, 0).doesNotContainKey(longOne);
    await().atMost(PATIENCE).until(() -> !groups.isThrottled(longOne));
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              NodeStatistics las = cluster.statistics().orElseThrow();
              assertThat(las.tasks()).isEqualTo(1);
              assertThat(las.suspended()).isZero();
              assertThat(las.vcores()).isEqualTo(1);
              assertThat(las.attainedSumSeconds()).isPositive();
            });

    application.end(longOne);
    await().atMost(PATIENCE).until(() -> !groups.folder(longOne).toFile().exists());
  }

  @Test
  void aNodeManagerThatWasKilledLeavesNothingThatItsNextLifeKeeps() throws Exception {
    cluster.startNode();
    ContainerId older = application.launch(UnmanagedApplication.BURN);
    await().atMost(PATIENCE).until(() -> groups.has(older));
    ContainerId younger = application.launch(UnmanagedApplication.BURN);
    await().atMost(PATIENCE).until(() -> groups.has(younger) && groups.isThrottled(older));
    cluster.killNode();
    // Nobody is there to give it back: this is what the next life finds.
    assertThat(groups.has(older)).isTrue();
    assertThat(groups.isThrottled(older)).isTrue();

    cluster.startNode();
    await().atMost(PATIENCE).until(() -> !groups.isThrottled(older));
    assertThat(groups.isThrottled(younger)).isFalse();
  }
}
