package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceOption;
import org.apache.hadoop.yarn.server.api.protocolrecords.UpdateNodeResourceRequest;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What plans see of nodes that are lost, come back, change their size or are drained. */
class NodesThatComeAndGoTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(1);
  private static final int DRAIN_SECONDS = 3_600;

  @TempDir private Path folder;

  @SuppressWarnings("NullAway.Init") // Every test starts one.
  private LocalResourceManager yarn;

  @SuppressWarnings("NullAway.Init") // Every test has one.
  private LivingCluster cluster;

  /** Two nodes for four tasks each, and an application whose master and five tasks run. */
  @BeforeEach
  void start() throws Exception {
    yarn =
        LocalResourceManager.start(
            WatchedScheduler.class,
            QueueFiles.oneQueue(folder),
            Set.of(),
            Map.of("foresight.mode", "on", "foresight.cycle-millis", "5"));
    cluster = new LivingCluster(yarn, new SplittableRandom(1));
    LivingCluster.Node first = cluster.addNode(4);
    LivingCluster.Node second = cluster.addNode(4);
    assertThat(first.id).isNotEqualTo(second.id);
    LivingCluster.Application application = cluster.submit("nightly", "on", 5, Set.of());
    runUntil(() -> application.running().size() == 5);
    // YARN does not wait, when it drains a node, for tasks that the node has never reported.
    cluster.round();
  }

  @AfterEach
  void stop() {
    yarn.close();
  }

  @Test
  void lostNodeIsNoLongerPlannedOnNorWhatRanThere() throws Exception {
    LivingCluster.Node lost = nodeWithoutTheMaster();

    yarn.resourceManager().sendNodeLost(lost.manager());
    cluster.nodes.remove(lost);
    yarn.resourceManager().drainEvents();

    awaitSeen(
        seen ->
            ids(seen).equals(List.of(cluster.nodes.get(0).id.toString()))
                && job(seen).running().stream()
                    .noneMatch(task -> task.nodeId().equals(lost.id.toString())));
    LivingCluster.Application application = cluster.applications.get(0);
    int left = 4 - 1;
    runUntil(() -> application.running().size() == left);
    awaitSeen(seen -> job(seen).pendingTasks() == 5 - left);
    cluster.assertRecount();
    finish(application);
    cluster.assertRecount();
  }

  @Test
  void nodeThatComesBackWithAnotherSizeIsPlannedWithIt() throws Exception {
    LivingCluster.Node node = cluster.nodes.get(1);

    node.total = Resource.newInstance(6_144, 6);
    node.register();

    awaitSeen(seen -> total(seen, node) == 6_144);
    cluster.assertRecount();
    finish(cluster.applications.get(0));
    cluster.assertRecount();
  }

  /**
   * Before YARN has noticed that it was gone: YARN then knows of no containers, not even of none.
   */
  @Test
  void nodeThatDiedAndComesBackWithNothingIsPlannedWithAgain() throws Exception {
    LivingCluster.Node node = nodeWithoutTheMaster();
    int lost = runningOn(node);
    assertThat(lost).isPositive();

    try (CapturedLog lines = CapturedLog.of(ForesightScheduler.class)) {
      node.comeBackEmpty();
      yarn.resourceManager().drainEvents();

      awaitSeen(
          seen ->
              total(seen, node) == node.total.getMemorySize()
                  && job(seen).running().stream()
                      .noneMatch(task -> task.nodeId().equals(node.id.toString())));
      assertThat(lines.text()).doesNotContain("could not");
    }
    LivingCluster.Application application = cluster.applications.get(0);
    runUntil(() -> application.running().size() == 5);
    cluster.assertRecount();
    finish(application);
    cluster.assertRecount();
  }

  @Test
  void nodeThatIsMadeSmallerThanWhatRunsThereHasLessThanNothingFree() throws Exception {
    LivingCluster.Node node = cluster.nodes.get(0);

    resize(node, 2_048);

    awaitSeen(seen -> total(seen, node) == 2_048 && view(seen, node).free().amount(0) <= 0);
    cluster.assertRecount();
    resize(node, 8_192);
    awaitSeen(seen -> total(seen, node) == 8_192);
    finish(cluster.applications.get(0));
    cluster.assertRecount();
  }

  /** YARN makes such a node as large as what it holds, so that nothing new can start there. */
  @Test
  void nodeThatIsDrainedGetsNothingNewAndItsRoomIsNotPlanned() throws Exception {
    LivingCluster.Node drained = nodeWithoutTheMaster();
    int before = runningOn(drained);
    assertThat(before).isPositive();

    yarn.resourceManager().sendNodeGracefulDecommission(drained.manager(), DRAIN_SECONDS);
    yarn.resourceManager().waitForState(drained.id, NodeState.DECOMMISSIONING);
    LivingCluster.Application waiting = cluster.submit("waiting", "on", 8, Set.of());
    awaitSeen(seen -> ids(seen).size() == 1 && !ids(seen).contains(drained.id.toString()));
    LivingCluster.Application application = cluster.applications.get(0);
    AtomicInteger most = new AtomicInteger(before);
    runUntil(
        () -> {
          cluster.endTask(application);
          cluster.endTask(waiting);
          int now = runningOn(drained);
          assertThat(now).isLessThanOrEqualTo(most.getAndSet(now));
          return application.hasFinished() && waiting.hasFinished();
        });

    assertThat(cluster.applications).allMatch(each -> each.done().size() == each.wanted);
  }

  private LivingCluster.Node nodeWithoutTheMaster() {
    LivingCluster.Node withMaster = cluster.applications.get(0).masterNode();
    return cluster.nodes.stream().filter(node -> node != withMaster).findFirst().orElseThrow();
  }

  private int runningOn(LivingCluster.Node node) {
    return yarn.scheduler().getNode(node.id) == null
        ? 0
        : yarn.scheduler().getNode(node.id).getNumContainers();
  }

  private void resize(LivingCluster.Node node, long mebibytes) throws Exception {
    yarn.resourceManager()
        .getAdminService()
        .updateNodeResource(
            UpdateNodeResourceRequest.newInstance(
                Map.of(
                    node.id,
                    ResourceOption.newInstance(
                        Resource.newInstance(mebibytes, (int) (mebibytes / 1_024)), -1))));
    yarn.resourceManager().drainEvents();
  }

  private void finish(LivingCluster.Application application) throws Exception {
    runUntil(
        () -> {
          cluster.endTask(application);
          return application.hasEnded();
        });
  }

  private void runUntil(Callable<Boolean> condition) {
    await()
        .atMost(PATIENCE)
        .pollInterval(POLL_INTERVAL)
        .until(
            () -> {
              cluster.round();
              return condition.call();
            });
  }

  private interface Sight {
    boolean isOf(ClusterSnapshot seen);
  }

  private void awaitSeen(Sight sight) {
    WatchedScheduler scheduler = (WatchedScheduler) yarn.scheduler();
    await().atMost(PATIENCE).until(() -> sight.isOf(scheduler.seen()));
  }

  private static List<String> ids(ClusterSnapshot seen) {
    return seen.nodes().stream().map(NodeView::id).toList();
  }

  private static JobView job(ClusterSnapshot seen) {
    return seen.jobs().get(0);
  }

  private static NodeView view(ClusterSnapshot seen, LivingCluster.Node node) {
    return seen.nodes().stream()
        .filter(view -> view.id().equals(node.id.toString()))
        .findFirst()
        .orElseThrow();
  }

  private static long total(ClusterSnapshot seen, LivingCluster.Node node) {
    return view(seen, node).total().amount(0);
  }
}
