package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.collect.Sets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.foresight.planner.preemption.PreemptionCounters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The ResourceManager is restarted when applications were told that their tasks will be stopped.
 */
class RestartDuringPreemptionTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(5);

  /**
   * So long that none ends before the restart, and not so long that the room would come too late.
   */
  private static final String LONG_GRACE = "20000";

  private static final String SHORT_GRACE = "100";

  @TempDir private Path folder;

  @Test
  void theNextOnesPlanMakesTheRoomAndNothingIsStoppedTwice() throws Exception {
    LivingCluster cluster = new LivingCluster(start(LONG_GRACE), new SplittableRandom(1));
    try {
      LivingCluster.Node first = cluster.addNode(4);
      LivingCluster.Node second = cluster.addNode(4);
      assertThat(first.id).isNotEqualTo(second.id);
      LivingCluster.Application victim = cluster.submit("long", "on", 6, Set.of());
      runUntil(cluster, () -> victim.running().size() == 6);
      LivingCluster.Application urgent =
          cluster.submit(
              "urgent", "on", 3, Set.of("foresight.class=slo", "foresight.deadline=PT1M"));
      runUntil(cluster, () -> counters(cluster).told() == 3);
      assertThat(counters(cluster).stopped()).isZero();

      cluster.yarn().set("foresight.preemption.grace-millis", SHORT_GRACE);
      cluster.restart();

      assertThat(victim.running()).as("of what was told before").hasSize(6);
      runUntil(cluster, () -> urgent.running().size() == 3);
      assertThat(counters(cluster).stopped()).isEqualTo(3);
      assertThat(victim.running()).hasSize(3);
      cluster.assertRecount();
      runUntil(
          cluster,
          () -> {
            cluster.endTask(urgent);
            if (urgent.hasFinished()) {
              cluster.endTask(victim);
            }
            return victim.hasEnded();
          });
      assertThat(victim.done()).hasSize(6);
      assertThat(counters(cluster).stopped()).isEqualTo(3);
      cluster.assertRecount();
    } finally {
      cluster.yarn().close();
    }
  }

  @Test
  void whatWasStoppedAndItsNodeHasNotHeardOfGoesOnUntilTheNextOneDecides() throws Exception {
    LivingCluster cluster = new LivingCluster(start(SHORT_GRACE), new SplittableRandom(2));
    try {
      LivingCluster.Node first = cluster.addNode(4);
      LivingCluster.Node second = cluster.addNode(4);
      assertThat(first.id).isNotEqualTo(second.id);
      LivingCluster.Application victim = cluster.submit("long", "on", 6, Set.of());
      runUntil(cluster, () -> victim.running().size() == 6);
      LivingCluster.Application urgent =
          cluster.submit(
              "urgent", "on", 3, Set.of("foresight.class=slo", "foresight.deadline=PT1M"));
      runUntil(cluster, urgent::hasMaster);
      Set<ContainerId> before = Set.copyOf(victim.running());
      // No node reports meanwhile, nor does a master.
      await().atMost(PATIENCE).until(() -> counters(cluster).stopped() == 3);

      cluster.restart(); // All that nodes run is there again.

      assertThat(victim.running()).isEqualTo(before);
      runUntil(cluster, () -> urgent.running().size() == 3);
      runUntil(cluster, () -> Sets.intersection(before, victim.running()).size() == 3);
      runUntil(
          cluster,
          () -> {
            cluster.endTask(urgent);
            if (urgent.hasFinished()) {
              cluster.endTask(victim);
            }
            return victim.hasEnded();
          });
      assertThat(Sets.intersection(before, victim.done())).hasSize(3);
      assertThat(counters(cluster).stopped()).isEqualTo(3);
      cluster.assertRecount();
    } finally {
      cluster.yarn().close();
    }
  }

  private LocalResourceManager start(String graceMillis) throws Exception {
    Map<String, String> settings = new HashMap<>();
    settings.put("foresight.mode", "on");
    settings.put("foresight.cycle-millis", "50"); // Time enough for the solver.
    settings.put("foresight.slot-millis", "1000");
    settings.put("foresight.preemption", "true");
    settings.put("foresight.preemption.grace-millis", graceMillis);
    return LocalResourceManager.start(
        ForesightScheduler.class,
        QueueFiles.oneQueue(folder),
        Set.of(),
        RestartTest.recovering(folder, settings));
  }

  private static PreemptionCounters.Totals counters(LivingCluster cluster) {
    return ((ForesightScheduler) cluster.yarn().scheduler()).preemptionCounters().totals();
  }

  private static void runUntil(LivingCluster cluster, Callable<Boolean> isDone) {
    await()
        .atMost(PATIENCE)
        .pollInterval(POLL_INTERVAL)
        .until(
            () -> {
              cluster.round();
              return isDone.call();
            });
  }
}
