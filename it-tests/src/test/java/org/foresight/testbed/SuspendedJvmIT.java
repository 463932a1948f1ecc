package org.foresight.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM that is suspended for minutes goes on telling that it lives. */
class SuspendedJvmIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration SUSPENDED = Duration.ofMinutes(2);

  /** MapReduce waits for 600 s by default. */
  private static final long LONGEST_SILENCE_MILLIS = 15_000;

  private final Path folder;
  private final AgentCluster cluster;

  SuspendedJvmIT(@TempDir Path folder) {
    this.folder = folder;
    cluster =
        new AgentCluster(
            folder,
            Map.of(),
            Map.of("foresight.agent.suspends", "all", "foresight.agent.vcores", "1"));
  }

  @AfterEach
  void end() throws IOException, InterruptedException {
    cluster.end();
  }

  @Test
  void aSuspendedJvmKeepsItsHeartbeats() throws Exception {
    cluster.startNode();
    Path beats = folder.resolve("beats");
    try (UnmanagedApplication application = cluster.submit("beats", Set.of())) {
      ContainerId jvm = application.launch(BeatingTask.command(beats));
      await().atMost(PATIENCE).until(() -> cluster.runsFreely(jvm) && Files.exists(beats));
      application.launch(UnmanagedApplication.BURN);
      await().atMost(PATIENCE).until(() -> cluster.groups().isThrottled(jvm));

      long fromMillis = System.currentTimeMillis();
      await()
          .pollInterval(Duration.ofSeconds(1))
          .during(SUSPENDED)
          .atMost(SUSPENDED.plus(PATIENCE))
          .until(() -> cluster.groups().isThrottled(jvm) && application.heartbeat().isEmpty());

      List<Long> times = new ArrayList<>(List.of(fromMillis));
      for (String line : Files.readAllLines(beats)) {
        if (Long.parseLong(line) >= fromMillis) {
          times.add(Long.parseLong(line));
        }
      }
      times.add(System.currentTimeMillis());
      for (int beat = 1; beat < times.size(); beat++) {
        assertThat(times.get(beat) - times.get(beat - 1))
            .as("silence before beat %d of %d", beat, times.size())
            .isLessThan(LONGEST_SILENCE_MILLIS);
      }
    }
  }
}
