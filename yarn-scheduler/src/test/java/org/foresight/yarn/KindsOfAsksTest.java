package org.foresight.yarn;

import static java.util.Objects.requireNonNull;
import static org.apache.hadoop.yarn.nodelabels.CommonNodeLabelsManager.NO_LABEL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.commons.collections4.list.SetUniqueList;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationTimeoutType;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerUpdateType;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.NodeAttribute;
import org.apache.hadoop.yarn.api.records.NodeAttributeOpCode;
import org.apache.hadoop.yarn.api.records.NodeAttributeType;
import org.apache.hadoop.yarn.api.records.NodeLabel;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.ResourceSizing;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.api.records.UpdateContainerRequest;
import org.apache.hadoop.yarn.api.resource.PlacementConstraints;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.records.OpportunisticContainersStatus;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmissionData;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NewContainers;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.foresight.planner.Turns;
import org.foresight.predictor.JobFeatures;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What docs/compatibility.md says of the kinds of things that an application may ask for: in a
 * queue that is on each of them is served, by a plan or by CapacityScheduler.
 */
class KindsOfAsksTest extends LocalYarn {
  /** What takes a minute elsewhere takes a second here. */
  public static final class Impatient extends ForesightScheduler {
    @Override
    Turns createTurns() {
      return new Turns(() -> 60 * System.nanoTime());
    }
  }

  private final Queue<Container> containersThatEnd = new ArrayDeque<>();
  private @Nullable MockAM busy;

  KindsOfAsksTest() {
    super(Impatient.class);
    queues.set(PREFIX + "root.queues", "on,off");
    queues.set(PREFIX + "root.on.capacity", "50");
    queues.set(PREFIX + "root.on.maximum-capacity", "100");
    queues.set(PREFIX + "root.on.user-limit-factor", "10");
    queues.set(PREFIX + "root.off.capacity", "50");
    queues.set(PREFIX + "root.off.user-limit-factor", "10");
    queues.set(PREFIX + "maximum-am-resource-percent", "1");
    settings.put("foresight.queue.root.on.mode", "on");
    settings.put("foresight.policy", "fifo");
    settings.put("foresight.cycle-millis", "1");
  }

  @Test
  void attemptsOfAQueueThatIsOffAreLeftAsTheyAre() throws Exception {
    start();
    addNode(8, 8);

    assertThat(newContainers(launch("on"))).isInstanceOf(SetUniqueList.class);
    assertThat(newContainers(launch("off"))).isInstanceOf(ArrayList.class);
  }

  private List<RMContainer> newContainers(MockAM master) {
    return NewContainers.of(
        yarn.scheduler().getApplicationAttempt(master.getApplicationAttemptId()));
  }

  @Test
  void exclusiveLabel() throws Exception {
    labels("gpu");
    start(NodeLabel.newInstance("gpu", true));
    addNode(8, 8);
    MockNM gpu = addNode(8, 8, "gpu");
    MockAM master = launch("on");

    ask(master, request(TASK, 2, "gpu"));

    assertThat(served(master, 2)).allMatch(c -> c.getNodeId().equals(gpu.getNodeId()));
  }

  @Test
  void idleNodesOfALabelThatIsNotExclusiveAreLent() throws Exception {
    labels("gpu");
    start(NodeLabel.newInstance("gpu", false));
    MockNM full = addNode(3, 8);
    MockNM idle = addNode(8, 8, "gpu");
    MockAM master = launch("on");

    ask(master, request(TASK, 6, ""));

    List<Container> served = served(master, 6);
    assertThat(served).filteredOn(c -> c.getNodeId().equals(full.getNodeId())).hasSize(2);
    assertThat(served).filteredOn(c -> c.getNodeId().equals(idle.getNodeId())).hasSize(4);
  }

  @Test
  void schedulingRequestsWithPlacementConstraints() throws Exception {
    settings.put(YarnConfiguration.RM_PLACEMENT_CONSTRAINTS_HANDLER, "scheduler");
    start();
    for (int i = 0; i < 3; i++) {
      addNode(8, 8);
    }
    MockAM master = launch("on");

    master.allocateIntraAppAntiAffinity(
        ResourceSizing.newInstance(3, TASK), Priority.newInstance(1), 1L, Set.of("db"), "db");

    assertThat(served(master, 3).stream().map(Container::getNodeId).distinct()).hasSize(3);
  }

  @Test
  void schedulingRequestsThroughThePlacementProcessor() throws Exception {
    settings.put(YarnConfiguration.RM_PLACEMENT_CONSTRAINTS_HANDLER, "placement-processor");
    start();
    for (int i = 0; i < 3; i++) {
      addNode(8, 8);
    }
    MockAM master = launch("on");
    master.addSchedulingRequest(List.of());

    master.allocateIntraAppAntiAffinity(
        ResourceSizing.newInstance(3, TASK), Priority.newInstance(1), 1L, Set.of("db"), "db");

    assertThat(served(master, 3).stream().map(Container::getNodeId).distinct()).hasSize(3);
  }

  @Test
  void oneNodeAndNoOther() throws Exception {
    start();
    addNode(8, 8);
    MockNM wanted = addNode(8, 8);
    addNode(8, 8);
    MockAM master = launch("on");
    String host = wanted.getNodeId().getHost();
    ResourceRequest onHost = request(TASK, 2, NO_LABEL, host);
    ResourceRequest onRack = request(TASK, 2, NO_LABEL, "/default-rack");
    onRack.setRelaxLocality(false);
    ResourceRequest anywhere = request(TASK, 2);
    anywhere.setRelaxLocality(false);

    ask(master, onHost, onRack, anywhere);

    assertThat(served(master, 2)).allMatch(c -> c.getNodeId().equals(wanted.getNodeId()));
  }

  @Test
  void moreOfAContainerThatRuns() throws Exception {
    start();
    addNode(8, 8);
    addNode(8, 8);
    MockAM master = launch("on");
    ask(master, request(TASK, 1));
    Container container = served(master, 1).get(0);
    report(container, ContainerState.RUNNING);

    master.sendContainerResizingRequest(
        List.of(
            UpdateContainerRequest.newInstance(
                container.getVersion(),
                container.getId(),
                ContainerUpdateType.INCREASE_RESOURCE,
                Resource.newInstance(3_072, 2),
                null)));

    awaitUpdate(master, updated -> updated.getResource().getMemorySize() == 3_072);
  }

  @Test
  void moreCoresThanANodeHasWhereYarnMindsMemoryAlone() throws Exception {
    queues.set(
        PREFIX + "resource-calculator",
        "org.apache.hadoop.yarn.util.resource.DefaultResourceCalculator");
    start();
    addNode(8, 2);
    MockAM master = launch("on");

    ask(master, request(TASK, 7));

    assertThat(served(master, 7)).hasSize(7);
  }

  @Test
  void opportunisticContainers() throws Exception {
    settings.put(YarnConfiguration.OPPORTUNISTIC_CONTAINER_ALLOCATION_ENABLED, "true");
    settings.put(YarnConfiguration.NM_CONTAINER_QUEUING_LOAD_COMPARATOR, "QUEUE_LENGTH");
    settings.put(YarnConfiguration.NM_CONTAINER_QUEUING_SORTING_NODES_INTERVAL_MS, "5");
    // It plans anew when a task starts or ends, which fifo does not.
    settings.put("foresight.policy", "threesigma");
    // It answers from the first job on that it has learned.
    settings.put("foresight.predictor", "history-3sigma");
    start();
    reportRoomInItsQueue(addNode(2, 8));
    MockAM master = launch("on");
    launch("on"); // The node is full.
    awaitPlan();
    ResourceRequest request = request(TASK, 1);
    request.setExecutionTypeRequest(
        ExecutionTypeRequest.newInstance(ExecutionType.OPPORTUNISTIC, true));

    List<Container> served =
        new ArrayList<>(master.allocate(List.of(request), List.of()).getAllocatedContainers());
    served.addAll(served(master, 1 - served.size()));

    assertThat(served)
        .singleElement()
        .satisfies(c -> assertThat(c.getExecutionType()).isEqualTo(ExecutionType.OPPORTUNISTIC));
    report(served.get(0), ContainerState.RUNNING);
    awaitRunningTasks(master, 1);
    report(served.get(0), ContainerState.COMPLETE);
    awaitRunningTasks(master, 0);
    MockRM.finishAMAndVerifyAppState(
        requireNonNull(yarn.context().getRMApps().get(id(master))),
        yarn.resourceManager(),
        nodes.get(0),
        master);
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                ((ForesightScheduler) yarn.scheduler())
                    .predict(new JobFeatures("ada", "another", "root.on"))
                    .isPresent());
  }

  /**
   * How many opportunistic containers may wait at a node YARN takes from its first report alone.
   */
  private void reportRoomInItsQueue(MockNM node) throws Exception {
    OpportunisticContainersStatus room = OpportunisticContainersStatus.newInstance();
    room.setOpportQueueCapacity(10);
    node.nodeHeartbeat(room, true);
    yarn.resourceManager().drainEvents();
  }

  /** Until a plan has been made that counts so many. */
  private void awaitRunningTasks(MockAM master, int count) {
    await()
        .atMost(PATIENCE)
        .pollInterval(POLL_INTERVAL)
        .untilAsserted(
            () -> {
              beat();
              assertThat(
                      ((ForesightScheduler) yarn.scheduler())
                          .status()
                          .job(id(master).toString())
                          .map(JobStatus::runningTasks))
                  .hasValue(count);
            });
  }

  private static ApplicationId id(MockAM master) {
    return master.getApplicationAttemptId().getApplicationId();
  }

  @Test
  void applicationThatMovesIn() throws Exception {
    start();
    addNode(2, 8);
    MockAM master = launch("off");
    launch("off");
    ask(master, request(TASK, 1)); // The node is full.
    addNode(8, 8);

    yarn.scheduler().moveApplication(id(master), "root.on");

    assertThat(served(master, 1)).hasSize(1);
  }

  @Test
  void serviceThatAsksForMoreLater() throws Exception {
    start();
    addNode(8, 8);
    MockAM master = launch("on");
    ask(master, request(TASK, 1));
    served(master, 1);

    ask(master, request(TASK, 2));

    assertThat(served(master, 2)).hasSize(2);
  }

  @Test
  void prioritiesOfAnApplicationsAsks() throws Exception {
    start();
    addNode(2, 8);
    MockAM master = launch("on");
    ResourceRequest urgent = request(TASK, 1);
    urgent.setPriority(Priority.newInstance(1));
    ResourceRequest other = request(TASK, 1);
    other.setPriority(Priority.newInstance(9));

    ask(master, other, urgent);

    assertThat(served(master, 1)).allMatch(c -> c.getPriority().getPriority() == 1);
  }

  @Test
  void multipleNodePlacement() throws Exception {
    queues.set(PREFIX + "multi-node-placement-enabled", "true");
    queues.set(PREFIX + "multi-node-sorting.policy.names", "default");
    queues.set(PREFIX + "multi-node-sorting.policy", "default");
    queues.set(
        PREFIX + "multi-node-sorting.policy.default.class",
        "org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement"
            + ".ResourceUsageMultiNodeLookupPolicy");
    start();
    addNode(3, 8);
    addNode(3, 8);
    MockAM master = launch("on");

    ask(master, request(TASK, 5));

    assertThat(served(master, 5)).hasSize(5);
  }

  @Test
  void queueMadeForTheApplication() throws Exception {
    queues.set(PREFIX + "root.queues", "on");
    queues.set(PREFIX + "root.on.capacity", "1w");
    queues.set(PREFIX + "root.on.auto-queue-creation-v2.enabled", "true");
    start();
    addNode(8, 8);
    MockAM master = launch("root.on.ada");

    ask(master, request(TASK, 2));

    assertThat(served(master, 2)).hasSize(2);
    assertThat(((ForesightScheduler) yarn.scheduler()).holds("root.on.ada")).isTrue();
  }

  @Test
  void containerThatNeedsMoreRoomThanABusyNodeHasAtATime() throws Exception {
    settings.put("foresight.policy", "threesigma");
    start();
    addNode(8, 8);
    MockAM master = launch("on");
    keepBusy(launch("off"));

    ask(master, request(Resource.newInstance(3_072, 1), 1));

    assertThat(served(master, 1)).hasSize(1);
  }

  @Test
  void taskBesideABusyQueueOfCapacitySchedulers() throws Exception {
    settings.put("foresight.policy", "threesigma");
    start();
    addNode(8, 8);
    MockAM master = launch("on");
    keepBusy(launch("off"));

    ask(master, request(TASK, 2));

    assertThat(served(master, 2)).hasSize(2);
  }

  @Test
  void nodeAttributes() throws Exception {
    settings.put(YarnConfiguration.RM_PLACEMENT_CONSTRAINTS_HANDLER, "scheduler");
    start();
    addNode(8, 8);
    MockNM wanted = addNode(8, 8);
    attribute(wanted, "os", "linux");
    MockAM master = launch("on");

    master.allocate(
        List.of(),
        List.of(
            SchedulingRequest.newBuilder()
                .allocationRequestId(1)
                .priority(Priority.newInstance(1))
                .executionType(ExecutionTypeRequest.newInstance(ExecutionType.GUARANTEED))
                .placementConstraintExpression(
                    PlacementConstraints.targetNodeAttribute(
                            PlacementConstraints.NODE,
                            NodeAttributeOpCode.EQ,
                            PlacementConstraints.PlacementTargets.nodeAttribute(
                                NodeAttribute.PREFIX_CENTRALIZED + "/os", "linux"))
                        .build())
                .resourceSizing(ResourceSizing.newInstance(2, TASK))
                .build()),
        List.of());

    assertThat(served(master, 2)).allMatch(c -> c.getNodeId().equals(wanted.getNodeId()));
  }

  @Test
  void nodesThatSuitItBest() throws Exception {
    settings.put("foresight.policy", "threesigma");
    settings.put("foresight.cycle-millis", "200"); // Time to solve the plan.
    start();
    awaitPlan();
    addNode(8, 8);
    addNode(8, 8);
    MockNM wanted = addNode(8, 8);
    attribute(wanted, "disk", "SSD");
    addNode(8, 8);
    MockAM master = launch("on", "foresight.prefer=attribute:disk=ssd*2");

    ask(master, request(TASK, 4));

    assertThat(served(master, 4)).allMatch(c -> c.getNodeId().equals(wanted.getNodeId()));
  }

  /** One task at a time there takes longer than all at once on both. */
  @Test
  void nodesThatSuitItLessWhereTheOthersAreTaken() throws Exception {
    settings.put("foresight.policy", "threesigma");
    settings.put("foresight.cycle-millis", "200"); // Time to solve the plan.
    start();
    awaitPlan();
    MockNM wanted = addNode(1, 8);
    addNode(8, 8);
    attribute(wanted, "disk", "SSD");
    MockAM master = launch("on", "foresight.prefer=attribute:disk=ssd*1.1");

    ask(master, request(TASK, 4));

    assertThat(served(master, 4)).hasSize(4);
  }

  /** Until there is a plan CapacityScheduler takes the nodes in its own order. */
  private void awaitPlan() {
    await()
        .atMost(PATIENCE)
        .pollInterval(POLL_INTERVAL)
        .until(() -> ((ForesightScheduler) yarn.scheduler()).holds("root.on"));
  }

  private void attribute(MockNM node, String name, String value) throws Exception {
    NodeAttribute attribute =
        NodeAttribute.newInstance(
            NodeAttribute.PREFIX_CENTRALIZED, name, NodeAttributeType.STRING, value);
    yarn.context()
        .getNodeAttributesManager()
        .replaceNodeAttributes(
            NodeAttribute.PREFIX_CENTRALIZED,
            Map.of(node.getNodeId().getHost(), Set.of(attribute)));
    yarn.resourceManager().drainEvents();
  }

  @Test
  void otherTypesOfResources() throws Exception {
    settings.put(YarnConfiguration.RESOURCE_TYPES, ResourceInformation.GPU_URI);
    Configuration types = new Configuration(false);
    settings.forEach(types::set);
    ResourceUtils.resetResourceTypes(types);
    try {
      Resource oneGpu = Resource.newInstance(1_024, 1, Map.of(ResourceInformation.GPU_URI, 1L));
      start();
      nodes.add(yarn.addNode(0, gpus(8_192, 0), NO_LABEL));
      MockNM withGpus = yarn.addNode(1, gpus(8_192, 2), NO_LABEL);
      nodes.add(withGpus);
      MockAM master = launch("on");

      ask(master, request(oneGpu, 3));

      assertThat(served(master, 2)).allMatch(c -> c.getNodeId().equals(withGpus.getNodeId()));
      beat();
      assertThat(master.schedule().getAllocatedContainers()).isEmpty();
    } finally {
      ResourceUtils.resetResourceTypes(new Configuration());
    }
  }

  private static Resource gpus(int mebibytes, int gpus) {
    return Resource.newInstance(mebibytes, 4, Map.of(ResourceInformation.GPU_URI, (long) gpus));
  }

  @Test
  void lifetimeOfAnApplicationThatIsHeld() throws Exception {
    settings.put(YarnConfiguration.RM_APPLICATION_MONITOR_INTERVAL_MS, "10");
    start();
    RMApp held =
        MockRMAppSubmitter.submit(
            yarn.resourceManager(),
            MockRMAppSubmissionData.Builder.createWithMemory(
                    MASTER_MEBIBYTES, yarn.resourceManager())
                .withQueue("on")
                .withApplicationTimeouts(Map.of(ApplicationTimeoutType.LIFETIME, 1L))
                .build());

    await()
        .atMost(PATIENCE)
        .pollInterval(POLL_INTERVAL)
        .until(() -> held.getState() == RMAppState.KILLED);
  }

  @Test
  void queueOfTheReservationSystem() throws Exception {
    settings.put(YarnConfiguration.RM_RESERVATION_SYSTEM_ENABLE, "true");
    settings.put("foresight.queue.root.on.mode", "off");
    settings.put("foresight.queue.root.off.mode", "on");
    queues.set(PREFIX + "root.off.reservable", "true");
    start();
    addNode(8, 8);
    MockAM master = launch("off");

    ask(master, request(TASK, 2));

    assertThat(served(master, 2)).hasSize(2);
  }

  /** From now on the other queue uses all room that it can get, in containers that end soon. */
  private void keepBusy(MockAM other) throws Exception {
    ask(other, request(TASK, 1_000_000));
    served(other, 6).forEach(containersThatEnd::add);
    busy = other;
  }

  /** One container of the busy application ends, which is when its node has room. */
  @Override
  void beforeReports() throws Exception {
    if (busy != null) {
      containersThatEnd.addAll(busy.schedule().getAllocatedContainers());
      Container ended = containersThatEnd.poll();
      if (ended != null) {
        report(ended, ContainerState.COMPLETE);
      }
    }
  }

  private void labels(String label) {
    for (String queue : List.of("root", "root.on", "root.off")) {
      String prefix = PREFIX + queue + ".accessible-node-labels";
      queues.set(prefix, label);
      queues.set(prefix + "." + label + ".capacity", queue.equals("root") ? "100" : "50");
      queues.set(prefix + "." + label + ".maximum-capacity", "100");
    }
  }

  private void awaitUpdate(MockAM master, Predicate<Container> wanted) {
    await()
        .atMost(PATIENCE)
        .pollInterval(POLL_INTERVAL)
        .until(
            () -> {
              beat();
              return master.schedule().getUpdatedContainers().stream()
                  .anyMatch(update -> wanted.test(update.getContainer()));
            });
  }
}
