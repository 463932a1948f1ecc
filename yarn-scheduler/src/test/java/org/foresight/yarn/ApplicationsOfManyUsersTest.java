package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Users who submit while others' work ends, with a limit on what each may hold: an application for
 * which there is room does not stay accepted, as it did in YARN-11834 now and then.
 */
class ApplicationsOfManyUsersTest {
  private static final int REPEATS = 200;
  private static final int MOST_APPLICATIONS = 6;
  private static final int MOST_TASKS = 4;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(1);

  /** A step of a repeat; they come in any order. */
  @FunctionalInterface
  private interface Step {
    void go() throws Exception;
  }

  @TempDir private Path folder;

  @Test
  void noneStaysAcceptedWhileThereIsRoom() throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    try (LocalResourceManager yarn =
        LocalResourceManager.start(
            ForesightScheduler.class,
            QueueFiles.oneQueueOfUsers(folder),
            Set.of(),
            Map.of("foresight.mode", "on", "foresight.cycle-millis", "2"))) {
      LivingCluster cluster = new LivingCluster(yarn, random.split());
      LivingCluster.Node first = cluster.addNode(6);
      LivingCluster.Node second = cluster.addNode(6);
      assertThat(first.id).isNotEqualTo(second.id);
      for (int repeat = 0; repeat < REPEATS; repeat++) {
        List<LivingCluster.Application> submitted = new ArrayList<>();
        List<Step> steps = steps(cluster, submitted, repeat, random);
        Collections.shuffle(steps, new Random(random.nextLong()));
        for (Step step : steps) {
          step.go();
        }
        await("repeat " + repeat)
            .atMost(PATIENCE)
            .pollInterval(POLL_INTERVAL)
            .until(
                () -> {
                  submitted.forEach(cluster::endTask);
                  cluster.round();
                  return submitted.stream().allMatch(LivingCluster.Application::hasEnded);
                });
      }
      cluster.assertRecount();
    }
  }

  private static List<Step> steps(
      LivingCluster cluster,
      List<LivingCluster.Application> submitted,
      int repeat,
      SplittableRandom random) {
    List<Step> steps = new ArrayList<>();
    int applications = random.nextInt(1, MOST_APPLICATIONS + 1);
    for (int i = 0; i < applications; i++) {
      String user = random.nextBoolean() ? "ada" : "bob";
      String name = repeat + "-" + i;
      int tasks = random.nextInt(1, MOST_TASKS + 1);
      steps.add(() -> submitted.add(cluster.submit(user, name, "on", tasks, Set.of())));
      steps.add(cluster::round);
      steps.add(() -> submitted.forEach(cluster::endTask));
    }
    return steps;
  }
}
