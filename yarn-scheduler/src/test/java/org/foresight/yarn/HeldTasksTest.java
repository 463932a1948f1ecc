package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Beside a job that fills the cluster, tasks that wait for a pilot stay waiting however long that
 * runs: longer than jobs get nothing before CapacityScheduler serves them, and through a restart of
 * the ResourceManager.
 */
class HeldTasksTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int NODES = 3;
  private static final int SLOTS_PER_NODE = 4;
  private static final int TASKS = 8;

  /** More than end while the test lasts. */
  private static final int FILLING_TASKS = 1_000;

  private static final int MOST_ROUNDS = 20_000;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"gs-posterior", "foresight"})
  void noOtherTaskStartsBeforeThePilotHasEnded(String policy) throws Exception {
    LivingCluster cluster = new LivingCluster(start(policy), new SplittableRandom(7));
    try {
      for (int node = 0; node < NODES; node++) {
        LivingCluster.Node unused = cluster.addNode(SLOTS_PER_NODE);
      }
      LivingCluster.Application filling =
          cluster.submit("filling", "root.on", FILLING_TASKS, Set.of());
      rounds(cluster, filling, () -> filling.running().size() == NODES * SLOTS_PER_NODE - 1);
      LivingCluster.Application sampled = cluster.submit("sampled", "root.on", TASKS, Set.of());
      rounds(cluster, filling, () -> !sampled.running().isEmpty());

      assertHeldForMinutes(cluster, filling, sampled);
      cluster.restart();
      assertHeldForMinutes(cluster, filling, sampled);

      cluster.endTask(sampled);
      rounds(cluster, filling, () -> sampled.running().size() > 1);
      assertThat(sampled.done()).hasSize(1);
    } finally {
      cluster.yarn().close();
    }
  }

  private static void assertHeldForMinutes(
      LivingCluster cluster, LivingCluster.Application filling, LivingCluster.Application sampled)
      throws Exception {
    for (int step = 0; step < 30; step++) {
      CountedPlansScheduler.pass(Duration.ofSeconds(10));
      round(cluster, filling);
      assertThat(sampled.running()).as("tasks of the sampled job, step %d", step).hasSize(1);
    }
  }

  private static void rounds(
      LivingCluster cluster, LivingCluster.Application filling, BooleanSupplier until)
      throws Exception {
    for (int round = 0; !until.getAsBoolean(); round++) {
      assertThat(round).as("rounds").isLessThan(MOST_ROUNDS);
      round(cluster, filling);
    }
  }

  /** A task of the job ends if one has been reported, and then a plan is made that knows it. */
  private static void round(LivingCluster cluster, LivingCluster.Application filling)
      throws Exception {
    int done = filling.done().size();
    cluster.endTask(filling);
    int before = CountedPlansScheduler.plans();
    cluster.round();
    if (filling.done().size() > done) {
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(1))
          .until(() -> CountedPlansScheduler.plans() > before);
    }
  }

  private LocalResourceManager start(String policy) throws IOException {
    return LocalResourceManager.start(
        CountedPlansScheduler.class,
        QueueFiles.oneQueue(folder),
        Set.of(),
        RestartTest.recovering(
            folder,
            Map.of(
                "foresight.queue.root.on.mode", "on",
                "foresight.policy", policy,
                "foresight.cycle-millis", "5",
                // Containers that were there before a restart may have been created hours ago.
                "foresight.pilot-patience-millis", "86400000")));
  }
}
