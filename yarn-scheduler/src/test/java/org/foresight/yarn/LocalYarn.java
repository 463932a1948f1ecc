package org.foresight.yarn;

import static org.apache.hadoop.yarn.nodelabels.CommonNodeLabelsManager.NO_LABEL;
import static org.awaitility.Awaitility.await;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeLabel;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmissionData;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptState;
import org.apache.hadoop.yarn.server.utils.BuilderUtils;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** What tests on a {@link LocalResourceManager} do: nodes that report, applications that ask. */
abstract class LocalYarn {
  static final Duration PATIENCE = Duration.ofSeconds(30);
  static final Duration POLL_INTERVAL = Duration.ofMillis(5);
  static final String PREFIX = "yarn.scheduler.capacity.";
  static final int MASTER_MEBIBYTES = 1_024;
  static final Resource TASK = Resource.newInstance(1_024, 1);

  private final Class<? extends ForesightScheduler> scheduler;
  @TempDir private Path folder;
  final Configuration queues = new Configuration(false);
  final Map<String, String> settings = new HashMap<>();
  final List<MockNM> nodes = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // Every test starts one.
  LocalResourceManager yarn;

  LocalYarn(Class<? extends ForesightScheduler> scheduler) {
    this.scheduler = scheduler;
    queues.set(
        PREFIX + "resource-calculator",
        "org.apache.hadoop.yarn.util.resource.DominantResourceCalculator");
  }

  /** A queue that is on and one that is off, each of which may use the other's room. */
  void twoQueues() {
    queues.set(PREFIX + "root.queues", "on,off");
    for (String queue : List.of("root.on", "root.off")) {
      queues.set(PREFIX + queue + ".capacity", "50");
      queues.set(PREFIX + queue + ".user-limit-factor", "10");
    }
    queues.set(PREFIX + "root.on.maximum-capacity", "100");
    queues.set(PREFIX + "maximum-am-resource-percent", "1");
    settings.put("foresight.queue.root.on.mode", "on");
  }

  /** All queues, none of which is below another, may use the nodes of a label in equal parts. */
  void labels(String label) {
    List<String> names = List.of(queues.getStrings(PREFIX + "root.queues"));
    label("root", label, 100);
    names.forEach(name -> label("root." + name, label, 100 / names.size()));
  }

  private void label(String queue, String label, int capacity) {
    String prefix = PREFIX + queue + ".accessible-node-labels";
    queues.set(prefix, label);
    queues.setInt(prefix + "." + label + ".capacity", capacity);
    queues.setInt(prefix + "." + label + ".maximum-capacity", 100);
  }

  /** GPUs are a type of resource until the end of the test; to be called before it starts. */
  void knowGpus() {
    settings.put(YarnConfiguration.RESOURCE_TYPES, ResourceInformation.GPU_URI);
    Configuration types = new Configuration(false);
    settings.forEach(types::set);
    ResourceUtils.resetResourceTypes(types);
  }

  /** To be called once they are known. */
  static Resource withGpus(int gibibytes, int vcores, int gpus) {
    return Resource.newInstance(
        gibibytes * 1_024L, vcores, Map.of(ResourceInformation.GPU_URI, (long) gpus));
  }

  @AfterEach
  void stop() {
    yarn.close();
    if (settings.containsKey(YarnConfiguration.RESOURCE_TYPES)) {
      ResourceUtils.resetResourceTypes(new Configuration());
    }
  }

  /** What happens before nodes report while a test waits. */
  void beforeReports() throws Exception {}

  /** A node reports that it is well, and nothing else. */
  NodeHeartbeatResponse heartbeat(MockNM node) throws Exception {
    return node.nodeHeartbeat(true);
  }

  /** A node was told to end containers; by default it takes no notice. */
  void toEnd(MockNM node, List<ContainerId> containers) throws Exception {}

  void start(NodeLabel... labels) throws Exception {
    Path file = folder.resolve("capacity-scheduler.xml");
    try (OutputStream out = Files.newOutputStream(file)) {
      queues.writeXml(out);
    }
    settings.put(
        YarnConfiguration.FS_NODE_ATTRIBUTE_STORE_ROOT_DIR,
        folder.resolve("node-attributes").toUri().toString());
    yarn = LocalResourceManager.start(scheduler, file, Set.of(labels), settings);
  }

  /** What has been set since counts from now on. */
  void refresh() throws Exception {
    yarn.refresh(folder.resolve("capacity-scheduler.xml"));
  }

  MockNM addNode(int gibibytes, int vcores) throws Exception {
    return addNode(gibibytes, vcores, NO_LABEL);
  }

  MockNM addNode(int gibibytes, int vcores, String label) throws Exception {
    return addNode(Resource.newInstance(gibibytes * 1_024L, vcores), label);
  }

  MockNM addNode(Resource total, String label) throws Exception {
    MockNM node = yarn.addNode(nodes.size(), total, label);
    nodes.add(node);
    return node;
  }

  MockNM nodeOf(Container container) {
    return nodes.stream()
        .filter(node -> node.getNodeId().equals(container.getNodeId()))
        .findFirst()
        .orElseThrow();
  }

  /** The container's node reports what has become of it. */
  void report(Container container, ContainerState state) throws Exception {
    nodeOf(container)
        .nodeHeartbeat(
            container.getId().getApplicationAttemptId(), container.getId().getContainerId(), state);
    yarn.resourceManager().drainEvents();
  }

  /** A node reports that containers of an application have ended, all at once. */
  void reportEnds(List<Container> ended) throws Exception {
    ApplicationId application = ended.get(0).getId().getApplicationAttemptId().getApplicationId();
    List<ContainerStatus> statuses =
        ended.stream()
            .map(
                container ->
                    BuilderUtils.newContainerStatus(
                        container.getId(), ContainerState.COMPLETE, "", 0, container.getResource()))
            .toList();
    nodeOf(ended.get(0)).nodeHeartbeat(Map.of(application, statuses), true);
    yarn.resourceManager().drainEvents();
  }

  /** What it still gets while nodes report again and again, for several cycles of the planner. */
  List<Container> servedLater(MockAM master) throws Exception {
    List<Container> served = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      beat();
      served.addAll(master.schedule().getAllocatedContainers());
      LockSupport.parkNanos(POLL_INTERVAL.toNanos());
    }
    return served;
  }

  /** Every node reports, which is when containers start. */
  void beat() throws Exception {
    for (MockNM node : nodes) {
      toEnd(node, heartbeat(node).getContainersToCleanup());
    }
    yarn.resourceManager().drainEvents();
  }

  /** Submits an application with some tags to a queue and launches its master. */
  MockAM launch(String queue, String... tags) throws Exception {
    RMApp app =
        MockRMAppSubmitter.submit(
            yarn.resourceManager(),
            MockRMAppSubmissionData.Builder.createWithMemory(
                    MASTER_MEBIBYTES, yarn.resourceManager())
                .withUser("ada")
                .withQueue(queue)
                .withApplicationTags(Set.of(tags))
                .build());
    return launched(app);
  }

  /** Launches an application's master once it has been given room. */
  MockAM launched(RMApp app) throws Exception {
    RMAppAttempt attempt = app.getCurrentAppAttempt();
    awaitUntil(
        () -> {
          beat();
          return attempt.getState() == RMAppAttemptState.ALLOCATED;
        });
    MockAM master = yarn.resourceManager().sendAMLaunched(attempt.getAppAttemptId());
    master.registerAppAttempt();
    return master;
  }

  /** Looks often: what a test waits for mostly comes with the next reports of nodes. */
  static void awaitUntil(Callable<Boolean> condition) {
    await().atMost(PATIENCE).pollInterval(POLL_INTERVAL).until(condition);
  }

  static ResourceRequest request(Resource each, int count) {
    return request(each, count, NO_LABEL);
  }

  static ResourceRequest request(Resource each, int count, String label) {
    return request(each, count, label, ResourceRequest.ANY);
  }

  static ResourceRequest request(Resource each, int count, String label, String place) {
    ResourceRequest request =
        BuilderUtils.newResourceRequest(Priority.newInstance(1), place, each, count);
    request.setNodeLabelExpression(label);
    return request;
  }

  static void ask(MockAM master, ResourceRequest... requests) throws Exception {
    master.allocate(List.of(requests), List.of());
  }

  /** Waits until the master has got so many containers. */
  List<Container> served(MockAM master, int count) {
    List<Container> served = new ArrayList<>();
    awaitUntil(
        () -> {
          beforeReports();
          beat();
          AllocateResponse response = master.schedule();
          served.addAll(response.getAllocatedContainers());
          return served.size() >= count;
        });
    return served;
  }
}
