package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.store.HistoryStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two ResourceManagers of which one is active: only that one plans, and what it learns is kept. */
class FailoverTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(1);
  private static final int FAILOVERS = 3;

  private static final List<String> THREADS_OF_AN_ACTIVE_ONE =
      List.of("foresight-planner", "foresight-watch", "foresight-history");

  private static final Set<String> THREADS_THAT_MAY_BE =
      Set.of("foresight-learning", "foresight-prediction");

  @TempDir private Path folder;

  @Test
  void onlyTheActiveOnePlansAndTheNextOneKnowsWhatItLearned() throws Exception {
    Set<Thread> before = threads();
    try (ResourceManagerPair pair = start()) {
      awaitThreads(before, List.of());
      LivingCluster cluster =
          new LivingCluster(ResourceManagerPair.activate(pair.first()), new SplittableRandom(1));
      LivingCluster.Node unused = cluster.addNode(8);
      Set<ForesightScheduler> former = new HashSet<>();
      for (int failover = 0; failover < FAILOVERS; failover++) {
        LocalResourceManager active = cluster.yarn();
        LocalResourceManager standby = pair.otherThan(active);
        assertThat(former.add((ForesightScheduler) active.scheduler())).isTrue();
        finish(cluster, cluster.submit("seen-" + failover, "on", 2, Set.of()));
        LivingCluster.Application living =
            cluster.submit("living-" + failover, "on", 2, Set.of("foresight.deadline=PT1H"));
        runUntil(cluster, () -> living.running().size() == 2);

        active.standBy();
        awaitThreads(before, List.of());
        assertThat(knows(active, "seen-" + failover)).isFalse();
        assertThat(knows(standby, "seen-" + failover)).isFalse();
        cluster.follow(ResourceManagerPair.activate(standby));

        assertThat(knows(standby, "seen-" + failover)).isTrue();
        finish(cluster, living);
        cluster.assertRecount();
        ForesightScheduler scheduler = (ForesightScheduler) standby.scheduler();
        await().atMost(PATIENCE).until(() -> scheduler.holds("root.on"));
        awaitThreads(before, THREADS_OF_AN_ACTIVE_ONE);
      }
    }
    awaitThreads(before, List.of());
    assertThat(kept()).containsExactly("seen-0", "seen-1", "seen-2");
  }

  /** Nobody has told the first one that it is not active any more. */
  @Test
  void formerActiveOneWritesNothingIntoTheHistoryThatTheNextOneHasTakenOver() throws Exception {
    try (ResourceManagerPair pair = start()) {
      LocalResourceManager first = ResourceManagerPair.activate(pair.first());
      LivingCluster cluster = new LivingCluster(first, new SplittableRandom(2));
      LivingCluster.Node unused = cluster.addNode(8);
      finish(cluster, cluster.submit("in time", "on", 2, Set.of()));
      first.standBy();
      cluster.follow(ResourceManagerPair.activate(first));
      LocalResourceManager next = ResourceManagerPair.activate(pair.second());
      assertThat(knows(next, "in time")).isTrue();

      finish(cluster, cluster.submit("too late", "on", 2, Set.of()));
      first.standBy();
      next.standBy();
      cluster.follow(ResourceManagerPair.activate(first));
      finish(cluster, cluster.submit("after", "on", 2, Set.of()));
    }
    assertThat(kept()).containsExactly("in time", "after");
  }

  private static boolean knows(LocalResourceManager yarn, String name) {
    JobFeatures features =
        JobFeatures.builder("ada", name, "root.on").jobType("YARN").priority(0).build();
    return ((WatchedScheduler) yarn.scheduler())
        .history()
        .predictor()
        .predict(features)
        .isPresent();
  }

  private org.apache.hadoop.fs.Path history() {
    return new org.apache.hadoop.fs.Path(folder.resolve("history").toUri());
  }

  /** The names of the jobs in the history. */
  private List<String> kept() throws IOException {
    List<String> names = new ArrayList<>();
    HistoryStore.read(
        new HadoopHistoryStorage(history(), new Configuration(false)),
        job -> names.add(job.features().jobName()),
        problem -> {});
    return names;
  }

  private static void finish(LivingCluster cluster, LivingCluster.Application application)
      throws Exception {
    runUntil(
        cluster,
        () -> {
          cluster.endTask(application);
          return application.hasEnded();
        });
  }

  private static void runUntil(LivingCluster cluster, Callable<Boolean> condition) {
    await()
        .atMost(PATIENCE)
        .pollInterval(POLL_INTERVAL)
        .until(
            () -> {
              cluster.round();
              return condition.call();
            });
  }

  private static Set<Thread> threads() {
    Set<Thread> ours = new HashSet<>(Thread.getAllStackTraces().keySet());
    ours.removeIf(thread -> !thread.getName().startsWith("foresight-"));
    return ours;
  }

  /** Waits until there are these besides those before; they end when they are through. */
  private static void awaitThreads(Set<Thread> before, List<String> names) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              Set<Thread> ours = threads();
              ours.removeAll(before);
              assertThat(ours)
                  .extracting(Thread::getName)
                  // These end when they have had nothing to do for a while.
                  .filteredOn(name -> names.isEmpty() || !THREADS_THAT_MAY_BE.contains(name))
                  .containsExactlyInAnyOrderElementsOf(names);
            });
  }

  private ResourceManagerPair start() throws Exception {
    return ResourceManagerPair.start(
        folder, folder.resolve("history"), Map.of("foresight.queue.root.on.mode", "on"));
  }
}
