package org.foresight.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM that is suspended for minutes goes on telling that it lives. */
class SuspendedJvmIT {
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
    try (UnmanagedApplication application = cluster.submit("beats", Set.of())) {
      SuspendedJvmTrial trial =
          new SuspendedJvmTrial(application, cluster.groups(), folder, InstantSource.system());
      assertThat(trial.silencesMillis(SUSPENDED, 1))
          .allSatisfy(silence -> assertThat(silence).isLessThan(LONGEST_SILENCE_MILLIS));
    }
  }
}
