package org.foresight.yarn;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.nodelabels.CommonNodeLabelsManager;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmissionData;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.apache.hadoop.yarn.server.utils.BuilderUtils;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * Nodes and applications that live on while ResourceManagers come and go: what runs runs on, and
 * nodes and application masters tell the next ResourceManager what the last one knew.
 */
final class LivingCluster {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(1);
  static final Resource TASK = Resource.newInstance(1_024, 1);
  private static final Priority PRIORITY = Priority.newInstance(20);

  /** What the tasks of all applications are called. */
  static final String STAGE = "20";

  /** How long ago containers are said to have been created, at most. */
  private static final long OLDEST_MILLIS = TimeUnit.HOURS.toMillis(2);

  /** A container on a node; once it has ended it is reported until that has been heard. */
  private static final class Running {
    final Container container;
    final long createdMillis;

    /** Of one that ends before its node has reported it nobody learns that it has run. */
    boolean isReported;

    boolean hasEnded;

    /** Whether it has ended because the ResourceManager said so. */
    boolean wasKilled;

    Running(Container container, long createdMillis) {
      this.container = container;
      this.createdMillis = createdMillis;
    }

    ContainerState state() {
      return hasEnded ? ContainerState.COMPLETE : ContainerState.RUNNING;
    }

    int exitStatus() {
      if (wasKilled) {
        return ContainerExitStatus.KILLED_BY_RESOURCEMANAGER;
      }
      return hasEnded ? ContainerExitStatus.SUCCESS : ContainerExitStatus.INVALID;
    }
  }

  /** A node. */
  final class Node {
    final NodeId id;
    Resource total;
    private MockNM manager;
    private final Map<ContainerId, Running> containers = new LinkedHashMap<>();

    private Node(MockNM manager, Resource total) {
      this.id = manager.getNodeId();
      this.manager = manager;
      this.total = total;
    }

    MockNM manager() {
      return manager;
    }

    void register() throws Exception {
      List<NMContainerStatus> statuses = new ArrayList<>();
      Set<ApplicationId> applications = new TreeSet<>();
      for (Running each : containers.values()) {
        applications.add(applicationOf(each.container.getId()));
        statuses.add(
            NMContainerStatus.newInstance(
                each.container.getId(),
                0,
                each.state(),
                each.container.getResource(),
                "",
                each.exitStatus(),
                each.container.getPriority(),
                each.createdMillis));
      }
      manager = yarn.register(id, total, statuses, List.copyOf(applications));
    }

    /** Its NodeManager has died with all that ran there, and is started again at once. */
    void comeBackEmpty() throws Exception {
      containers.clear();
      register();
    }

    void beat() throws Exception {
      List<ContainerStatus> statuses = new ArrayList<>();
      for (Running each : containers.values()) {
        each.isReported = true;
        statuses.add(
            ContainerStatus.newInstance(
                each.container.getId(), each.state(), "", each.exitStatus()));
      }
      NodeHeartbeatResponse response = manager.nodeHeartbeat(statuses, true);
      // Of those that it was told to end, their end has been reported now.
      containers.values().removeIf(each -> each.wasKilled);
      response.getContainersToCleanup().forEach(this::kill);
      // Its master may know already of the end of one that is only now to be ended, and reported.
      response.getContainersToBeRemovedFromNM().stream()
          .filter(id -> !isBeingKilled(id))
          .forEach(containers::remove);
      containers
          .keySet()
          .removeIf(id -> response.getApplicationsToCleanup().contains(applicationOf(id)));
    }

    private boolean isBeingKilled(ContainerId id) {
      Running each = containers.get(id);
      return each != null && each.wasKilled;
    }

    private void kill(ContainerId id) {
      Running killed = containers.get(id);
      if (killed != null && !killed.hasEnded) {
        killed.hasEnded = true;
        killed.wasKilled = true;
      }
    }
  }

  /** An application that runs some tasks, each until it is told to end. */
  final class Application {
    final ApplicationId id;
    final long submitMillis;
    final Set<String> tags;

    final int wanted;
    private @Nullable MockAM master;
    private final Set<ContainerId> running = new HashSet<>();
    private final Set<ContainerId> done = new HashSet<>();
    private boolean hasFinished;

    /** Which ResourceManager, by number, gave it its master, and which saw its end. */
    private int begunInLife;

    private int endedInLife;

    private Application(RMApp app, Set<String> tags, int wanted) {
      this.id = app.getApplicationId();
      this.submitMillis = app.getSubmitTime();
      this.tags = tags;
      this.wanted = wanted;
    }

    Set<ContainerId> running() {
      return running;
    }

    Set<ContainerId> done() {
      return done;
    }

    boolean hasMaster() {
      return master != null;
    }

    boolean isIn(String queuePath) {
      return app().getQueue().equals(queuePath);
    }

    boolean hasFinished() {
      return hasFinished;
    }

    /** Whether all that it ran was seen by one ResourceManager. */
    boolean ranInOneLife() {
      return endedInLife == begunInLife;
    }

    boolean isService() {
      return tags.contains("foresight.class=service");
    }

    /** What the ResourceManager knows of it. */
    RMApp app() {
      return LivingCluster.this.app(id);
    }

    /** The scheduler hears of its end once its master has ended, too. */
    private void lookForItsEnd() {
      if (hasFinished
          && endedInLife == 0
          && app().getState() == RMAppState.FINISHED
          && !yarn.scheduler().getSchedulerApplications().containsKey(id)) {
        endedInLife = lives;
      }
    }

    /** Whether the ResourceManager has heard of its end, too. */
    boolean hasEnded() {
      return endedInLife > 0;
    }

    /** The node that its master runs on. */
    Node masterNode() {
      NodeId id = app().getCurrentAppAttempt().getMasterContainer().getNodeId();
      return nodes.stream().filter(node -> node.id.equals(id)).findFirst().orElseThrow();
    }

    private void goOn() throws Exception {
      MockAM it = master;
      if (it == null) {
        launchIfAllocated();
        return;
      }
      if (losesTasks(it.schedule())) {
        ask(it);
      }
      if (done.size() == wanted) {
        finish(it);
      }
    }

    /** Starts and ends what a response says; whether tasks were lost, which it has to ask for. */
    private boolean losesTasks(AllocateResponse response) {
      for (Container task : response.getAllocatedContainers()) {
        running.add(task.getId());
        start(task);
      }
      boolean lost = false;
      for (ContainerStatus ended : response.getCompletedContainersStatuses()) {
        if (running.remove(ended.getContainerId())) {
          if (ended.getExitStatus() == ContainerExitStatus.SUCCESS) {
            assertThat(done.add(ended.getContainerId())).as("ended once").isTrue();
          } else {
            lost = true;
          }
        }
      }
      return lost;
    }

    private void launchIfAllocated() throws Exception {
      RMAppAttempt attempt = app().getCurrentAppAttempt();
      if (attempt != null && attempt.getState() == RMAppAttemptState.ALLOCATED) {
        start(attempt.getMasterContainer());
        begunInLife = lives;
        MockAM launched = yarn.resourceManager().sendAMLaunched(attempt.getAppAttemptId());
        launched.registerAppAttempt();
        master = launched;
        ask(launched);
      }
    }

    private void ask(MockAM it) throws Exception {
      AllocateResponse response;
      do {
        response =
            it.allocate(
                List.of(
                    BuilderUtils.newResourceRequest(
                        PRIORITY,
                        ResourceRequest.ANY,
                        TASK,
                        wanted - done.size() - running.size())),
                List.of());
      } while (losesTasks(response)); // A preemption may have come between.
    }

    private void finish(MockAM it) throws Exception {
      it.unregisterAppAttempt();
      // A master says so until it is stored.
      await().atMost(PATIENCE).pollInterval(POLL_INTERVAL).until(app()::isAppFinalStateStored);
      hasFinished = true;
      end(it.getApplicationAttemptId());
    }

    /** Its node ends the master. */
    private void end(ApplicationAttemptId attempt) {
      for (Node node : nodes) {
        for (Running each : node.containers.values()) {
          if (each.container.getId().getApplicationAttemptId().equals(attempt)) {
            each.hasEnded = true;
          }
        }
      }
    }

    /** The next ResourceManager is told what it waits for. */
    private void resynchronise() throws Exception {
      RMAppAttempt attempt = app().getCurrentAppAttempt();
      if (hasFinished || attempt == null) {
        return;
      }
      MockAM it = master;
      if (it == null) {
        if (attempt.getMasterContainer() == null) {
          return; // It still waits for its master.
        }
        it =
            new MockAM(
                yarn.context(),
                yarn.resourceManager().getApplicationMasterService(),
                attempt.getAppAttemptId());
        master = it;
      } else {
        it.setAMRMProtocol(yarn.resourceManager().getApplicationMasterService(), yarn.context());
      }
      it.registerAppAttempt(false);
      ask(it);
    }
  }

  final List<Node> nodes = new ArrayList<>();
  final List<Application> applications = new ArrayList<>();
  private final SplittableRandom random;
  private LocalResourceManager yarn;
  private int lives = 1;

  LivingCluster(LocalResourceManager first, SplittableRandom random) {
    this.yarn = first;
    this.random = random;
  }

  LocalResourceManager yarn() {
    return yarn;
  }

  /** What is drawn by lot in it. */
  SplittableRandom random() {
    return random;
  }

  Node addNode(int gibibytes) throws Exception {
    Resource total = Resource.newInstance(gibibytes * 1_024L, gibibytes);
    Node node =
        new Node(yarn.addNode(nodes.size(), total, CommonNodeLabelsManager.NO_LABEL), total);
    nodes.add(node);
    return node;
  }

  Application submit(String name, String queue, int tasks, Set<String> tags) throws Exception {
    return submit("ada", name, queue, tasks, tags);
  }

  Application submit(String user, String name, String queue, int tasks, Set<String> tags)
      throws Exception {
    MockRM resourceManager = yarn.resourceManager();
    RMApp app =
        MockRMAppSubmitter.submit(
            resourceManager,
            MockRMAppSubmissionData.Builder.createWithMemory(1_024, resourceManager)
                .withUser(user)
                .withAppName(name)
                .withQueue(queue)
                .withApplicationTags(tags)
                .build());
    Application application = new Application(app, tags, tasks);
    applications.add(application);
    return application;
  }

  /** Nodes report, then masters; what that starts runs. */
  void round() throws Exception {
    for (Node node : nodes) {
      node.beat();
    }
    yarn.resourceManager().drainEvents();
    for (Application application : applications) {
      if (!application.hasFinished) {
        application.goOn();
      }
    }
    applications.forEach(Application::lookForItsEnd);
    yarn.resourceManager().drainEvents();
  }

  /** Ends one task of an application, if it runs any that its node has reported. */
  void endTask(Application application) {
    List<ContainerId> tasks = application.running.stream().sorted().toList();
    if (!tasks.isEmpty()) {
      ContainerId ended = tasks.get(random.nextInt(tasks.size()));
      for (Node node : nodes) {
        Running each = node.containers.get(ended);
        if (each != null && each.isReported) {
          each.hasEnded = true;
        }
      }
    }
  }

  private void start(Container container) {
    for (Node node : nodes) {
      if (node.id.equals(container.getNodeId())) {
        node.containers.put(
            container.getId(),
            new Running(container, System.currentTimeMillis() - random.nextLong(OLDEST_MILLIS)));
      }
    }
  }

  /** Another ResourceManager takes over, whose nodes and masters find it. */
  void restart() throws Exception {
    follow(yarn.restart());
  }

  /** The ResourceManager, or another one, has become active. */
  void follow(LocalResourceManager next) throws Exception {
    yarn = next;
    lives++;
    for (Application application : applications) {
      startMasterThatNobodySaw(application);
    }
    for (Node node : nodes) {
      node.register();
    }
    assertRecount();
    for (Application application : applications) {
      application.resynchronise();
    }
    yarn.resourceManager().drainEvents();
  }

  /** A master that was allocated just before the last ResourceManager ended has been launched. */
  private void startMasterThatNobodySaw(Application application) {
    RMAppAttempt attempt = application.app().getCurrentAppAttempt();
    Container master = attempt == null ? null : attempt.getMasterContainer();
    if (application.master == null && master != null) {
      application.begunInLife = lives - 1;
      start(master);
    }
  }

  private RMApp app(ApplicationId id) {
    return requireNonNull(yarn.context().getRMApps().get(id));
  }

  private static ApplicationId applicationOf(ContainerId id) {
    return id.getApplicationAttemptId().getApplicationId();
  }

  /** Since when the tasks run that run, as their nodes say. */
  Map<String, Long> createdMillis() {
    Map<String, Long> created = new LinkedHashMap<>();
    for (Node node : nodes) {
      node.containers.forEach(
          (id, each) -> {
            if (!each.hasEnded) {
              created.put(id.toString(), each.createdMillis);
            }
          });
    }
    return created;
  }

  /** What the ResourceManager counts is what runs on the nodes. */
  void assertRecount() {
    Map<ApplicationId, Set<ContainerId>> byApplication = new LinkedHashMap<>();
    Resource used = Resources.createResource(0, 0);
    int count = 0;
    for (Node node : nodes) {
      Resource onNode = Resources.createResource(0, 0);
      for (Running each : node.containers.values()) {
        ContainerId id = each.container.getId();
        if (!each.hasEnded && app(applicationOf(id)).getFinishTime() == 0) {
          Resources.addTo(onNode, each.container.getResource());
          byApplication.computeIfAbsent(applicationOf(id), unseen -> new HashSet<>()).add(id);
          count++;
        }
      }
      assertThat(yarn.scheduler().getNode(node.id).getAllocatedResource())
          .as("allocated on %s", node.id)
          .isEqualTo(onNode);
      Resources.addTo(used, onNode);
    }
    for (Application application : applications) {
      SchedulerApplicationAttempt attempt =
          yarn.scheduler().getSchedulerApplications().containsKey(application.id)
              ? yarn.scheduler()
                  .getSchedulerApplications()
                  .get(application.id)
                  .getCurrentAppAttempt()
              : null;
      Set<ContainerId> live = new HashSet<>();
      if (attempt != null) {
        attempt.getLiveContainers().forEach(each -> live.add(each.getContainerId()));
      }
      assertThat(live)
          .as("live containers of %s", application.id)
          .isEqualTo(byApplication.getOrDefault(application.id, Set.of()));
    }
    CSQueue root = yarn.scheduler().getRootQueue();
    assertThat(root.getUsedResources()).isEqualTo(used);
    assertThat(root.getMetrics().getAllocatedContainers()).isEqualTo(count);
    assertMetricsAddUp();
  }

  /** No gauge is negative, and what was allocated and not released runs. */
  void assertMetricsAddUp() {
    for (CSQueue queue : yarn.scheduler().getCapacitySchedulerQueueManager().getQueues().values()) {
      QueueMetrics metrics = queue.getMetrics();
      assertThat(
              metrics.getAggregateAllocatedContainers() - metrics.getAggegatedReleasedContainers())
          .as("allocated less released of %s", queue.getQueuePath())
          .isEqualTo(metrics.getAllocatedContainers());
      assertThat(
              List.of(
                  (long) metrics.getAllocatedContainers(),
                  (long) metrics.getPendingContainers(),
                  (long) metrics.getReservedContainers(),
                  metrics.getAllocatedMB(),
                  metrics.getPendingMB(),
                  metrics.getReservedMB(),
                  (long) metrics.getAppsRunning(),
                  (long) metrics.getAppsPending()))
          .as("gauges of %s", queue.getQueuePath())
          .allMatch(gauge -> gauge >= 0);
    }
  }
}
