package org.foresight.yarn;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.UsersManager;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.yarn.ForesightConfiguration.Planning;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Users who submit while others' work ends, with a limit on what each may hold: an application for
 * which there is room does not stay accepted, as it did in YARN-11834 now and then, but has its
 * master after a few heartbeats.
 */
class ApplicationsOfManyUsersTest {
  private static final int REPEATS = 200;
  private static final int MOST_APPLICATIONS = 6;
  private static final int MOST_TASKS = 4;
  private static final int NODE_GIBIBYTES = 6;

  /** Of two users none waits while he holds less, whatever the other one does. */
  private static final Resource OF_EACH_USER = Resource.newInstance(6_144, 6);

  private static final int MASTERS_OF_EACH_USER = 3;

  /**
   * How many times in a row all nodes may report, and leave room for an application's master that
   * it does not get. A plan may give room to the tasks of others before it; each time one of them
   * starts at least, once there is a plan that knows the room.
   */
  private static final int MOST_ROUNDS_IN_VAIN = (MOST_APPLICATIONS - 1) * MOST_TASKS;

  /**
   * From then on there is a plan between two of them, as there is where nodes report in seconds.
   */
  private static final int ROUNDS_BEFORE_PLANS = 2;

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(1);

  /** A step of a repeat; they come in any order. */
  @FunctionalInterface
  private interface Step {
    void go() throws Exception;
  }

  private static final AtomicInteger PLANS = new AtomicInteger();

  /** One whose plans are counted. */
  public static final class Counted extends ForesightScheduler {
    @Override
    SchedulingPolicy createPolicy(Planning planning, History learned) {
      return new CountingPolicy(super.createPolicy(planning, learned), PLANS);
    }
  }

  @TempDir private Path folder;
  private final Multiset<LivingCluster.Application> roundsInVain = HashMultiset.create();

  @Test
  void noneStaysAcceptedWhileThereIsRoom() throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    try (LocalResourceManager yarn =
        LocalResourceManager.start(
            Counted.class,
            QueueFiles.oneQueueOfUsers(folder),
            Set.of(),
            Map.of("foresight.mode", "on", "foresight.cycle-millis", "2"))) {
      LivingCluster cluster = new LivingCluster(yarn, random.split());
      LivingCluster.Node first = cluster.addNode(NODE_GIBIBYTES);
      LivingCluster.Node second = cluster.addNode(NODE_GIBIBYTES);
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
                  round(cluster, submitted);
                  return submitted.stream().allMatch(LivingCluster.Application::hasEnded);
                });
      }
      cluster.assertRecount();
    }
  }

  /** All nodes and masters report once. */
  private void round(LivingCluster cluster, List<LivingCluster.Application> submitted)
      throws Exception {
    List<LivingCluster.Application> before = withRoomForTheirMasters(cluster, submitted);
    cluster.round();
    List<LivingCluster.Application> inVain = withRoomForTheirMasters(cluster, submitted);
    inVain.retainAll(before);
    roundsInVain.elementSet().retainAll(inVain);
    roundsInVain.addAll(inVain);
    for (LivingCluster.Application application : inVain) {
      assertThat(roundsInVain.count(application))
          .as("rounds in vain of %s", application.id)
          .isLessThanOrEqualTo(MOST_ROUNDS_IN_VAIN);
    }
    if (inVain.stream().anyMatch(each -> roundsInVain.count(each) > ROUNDS_BEFORE_PLANS)) {
      awaitPlan();
    }
  }

  /** But not for ever: where nothing has changed none is made. */
  private static void awaitPlan() {
    int plans = PLANS.get();
    for (int look = 0; look < 20 && PLANS.get() == plans; look++) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  /** Those that have none, though there is a node for it and no limit is in its way. */
  private static List<LivingCluster.Application> withRoomForTheirMasters(
      LivingCluster cluster, List<LivingCluster.Application> submitted) {
    CapacityScheduler scheduler = cluster.yarn().scheduler();
    boolean hasNode =
        cluster.nodes.stream()
            .map(node -> scheduler.getNode(node.id).getUnallocatedResource())
            .anyMatch(room -> Resources.fitsIn(LivingCluster.TASK, room));
    return submitted.stream()
        .filter(each -> !each.hasMaster() && hasNode)
        .filter(each -> isWithinLimits(scheduler, each.app().getUser(), submitted))
        .collect(toCollection(ArrayList::new));
  }

  private static boolean isWithinLimits(
      CapacityScheduler scheduler, String user, List<LivingCluster.Application> submitted) {
    long living =
        submitted.stream()
            .filter(each -> !each.hasEnded() && each.app().getUser().equals(user))
            .count();
    UsersManager.User known = ((AbstractLeafQueue) scheduler.getQueue("on")).getUser(user);
    Resource used = known == null ? Resources.none() : known.getUsed();
    return living <= MASTERS_OF_EACH_USER
        && Resources.fitsIn(Resources.add(used, LivingCluster.TASK), OF_EACH_USER);
  }

  private List<Step> steps(
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
      steps.add(() -> round(cluster, submitted));
      steps.add(() -> submitted.forEach(cluster::endTask));
    }
    return steps;
  }
}
