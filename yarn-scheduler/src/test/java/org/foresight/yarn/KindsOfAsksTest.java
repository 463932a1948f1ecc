package org.foresight.yarn;

import static java.util.Objects.requireNonNull;
import static org.apache.hadoop.yarn.nodelabels.CommonNodeLabelsManager.NO_LABEL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.commons.collections4.list.SetUniqueList;
import org.apache.hadoop.util.VersionInfo;
import org.apache.hadoop.yarn.api.protocolrecords.GetNewReservationRequest;
import org.apache.hadoop.yarn.api.protocolrecords.ReservationDeleteRequest;
import org.apache.hadoop.yarn.api.protocolrecords.ReservationDeleteResponse;
import org.apache.hadoop.yarn.api.protocolrecords.ReservationSubmissionRequest;
import org.apache.hadoop.yarn.api.protocolrecords.SubmitApplicationRequest;
import org.apache.hadoop.yarn.api.protocolrecords.UpdateApplicationTimeoutsRequest;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ApplicationTimeoutType;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerUpdateType;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.NodeAttribute;
import org.apache.hadoop.yarn.api.records.NodeAttributeOpCode;
import org.apache.hadoop.yarn.api.records.NodeAttributeType;
import org.apache.hadoop.yarn.api.records.NodeLabel;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.ReservationDefinition;
import org.apache.hadoop.yarn.api.records.ReservationId;
import org.apache.hadoop.yarn.api.records.ReservationRequest;
import org.apache.hadoop.yarn.api.records.ReservationRequestInterpreter;
import org.apache.hadoop.yarn.api.records.ReservationRequests;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.ResourceSizing;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.api.records.UpdateContainerRequest;
import org.apache.hadoop.yarn.api.resource.PlacementConstraints;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.records.OpportunisticContainersStatus;
import org.apache.hadoop.yarn.server.resourcemanager.ClientRMService;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NewContainers;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.ResourceCommitRequest;
import org.apache.hadoop.yarn.util.Times;
import org.foresight.planner.Turns;
import org.foresight.predictor.JobFeatures;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What docs/compatibility.md says of the kinds of things that an application may ask for: in a
 * queue that is on each of them is served by the default policy's plans, or is one of those that
 * are left to CapacityScheduler. No job ever has a turn of CapacityScheduler's for having waited
 * long, and a plan is in force from before the first application until the end.
 */
class KindsOfAsksTest extends LocalYarn {
  /** Its time stands still for those who wait for a turn. It counts what YARN refuses. */
  public static final class WithoutTurns extends ForesightScheduler {
    private final AtomicInteger refusals = new AtomicInteger();

    @Override
    Turns createTurns() {
      return new Turns(() -> 0);
    }

    @Override
    @SuppressWarnings("rawtypes") // As YARN has it.
    public boolean tryCommit(Resource cluster, ResourceCommitRequest r, boolean updatePending) {
      boolean isDone = super.tryCommit(cluster, r, updatePending);
      if (!isDone) {
        refusals.incrementAndGet();
      }
      return isDone;
    }
  }

  /** Whether opportunistic containers may wait at nodes. */
  private boolean nodesHaveQueues;

  KindsOfAsksTest() {
    super(WithoutTurns.class);
    twoQueues();
    settings.put("foresight.cycle-millis", "20");
  }

  /** Until there is a plan CapacityScheduler serves everybody in its own order. */
  @Override
  void start(NodeLabel... labels) throws Exception {
    super.start(labels);
    awaitUntil(() -> scheduler().status().planners().stream().anyMatch(PlannerStatus::isInCharge));
  }

  @AfterEach
  void aPlanIsInForce() {
    await() // A machine that stood still for a while may have cost it its charge.
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(scheduler().status().planners())
                    .isNotEmpty()
                    .allSatisfy(
                        planner -> {
                          assertThat(planner.isPlanCounted()).isTrue();
                          assertThat(planner.failuresInARow()).isZero();
                        }));
  }

  private WithoutTurns scheduler() {
    return (WithoutTurns) yarn.scheduler();
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
    MockNM plain = addNode(3, 8);
    MockNM gpu = addNode(8, 8, "gpu");
    MockAM master = launch("on");
    ResourceRequest anywhere = request(TASK, 3, "");
    anywhere.setPriority(Priority.newInstance(2));

    ask(master, request(TASK, 2, "gpu"), anywhere);

    List<Container> served = served(master, 4);
    assertThat(served).filteredOn(c -> c.getNodeId().equals(gpu.getNodeId())).hasSize(2);
    assertThat(served).filteredOn(c -> c.getNodeId().equals(plain.getNodeId())).hasSize(2);
    assertThat(servedLater(master)).as("lent to one that did not ask for it").isEmpty();
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
    // What waits for its pilot on the full node may be lent room meanwhile.
    assertThat(served).filteredOn(c -> c.getNodeId().equals(full.getNodeId())).hasSizeBetween(1, 2);
    assertThat(served).filteredOn(c -> c.getNodeId().equals(idle.getNodeId())).hasSizeBetween(4, 5);
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

  /** YARN takes a container for a node only while its rack is asked for too. */
  @Test
  void nodeWithoutItsRack() throws Exception {
    start();
    addNode(8, 8);
    MockNM wanted = addNode(8, 8);
    MockAM master = launch("on");

    ask(master, request(TASK, 3, NO_LABEL, wanted.getNodeId().getHost()), request(TASK, 3));

    assertThat(served(master, 3)).hasSize(3);
    assertThat(scheduler().refusals.get()).as("commits that YARN refused").isLessThan(10);
  }

  /** A master asks again for what it has been given but has not heard of. */
  @Test
  void staleAskThatYarnCorrects() throws Exception {
    // By its name, since Hadoop 3.4 has no constant for it.
    settings.put("yarn.resourcemanager.scheduler.autocorrect.container.allocation", "true");
    start();
    assumeFalse(VersionInfo.getVersion().startsWith("3.4."), "Hadoop 3.4 corrects no asks.");
    addNode(8, 8);
    MockAM master = launch("on");
    ask(master, request(TASK, 2));
    awaitUntil(
        () -> {
          beat();
          return newContainers(master).size() == 2;
        });

    List<Container> served =
        master.allocate(List.of(request(TASK, 2)), List.of()).getAllocatedContainers();

    assertThat(served).hasSize(2);
    assertThat(servedLater(master)).isEmpty();
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
    // Its service has a server, also in a ResourceManager of tests: on whatever port is free.
    settings.put(YarnConfiguration.RM_SCHEDULER_ADDRESS, "127.0.0.1:0");
    settings.put(YarnConfiguration.NM_CONTAINER_QUEUING_LOAD_COMPARATOR, "QUEUE_LENGTH");
    settings.put(YarnConfiguration.NM_CONTAINER_QUEUING_SORTING_NODES_INTERVAL_MS, "50");
    // It answers from the first job on that it has learned.
    settings.put("foresight.predictor", "history-3sigma");
    start();
    nodesHaveQueues = true;
    addNode(2, 8);
    MockAM master = launch("on");
    launch("on"); // The node is full.
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
        .until(() -> scheduler().predict(new JobFeatures("ada", "another", "root.on")).isPresent());
  }

  /**
   * How many opportunistic containers may wait at a node YARN takes from the first report that it
   * looks at, in a thread of its own, and for ever: any of the first ones may be that.
   */
  @Override
  NodeHeartbeatResponse heartbeat(MockNM node) throws Exception {
    if (!nodesHaveQueues) {
      return super.heartbeat(node);
    }
    OpportunisticContainersStatus room = OpportunisticContainersStatus.newInstance();
    room.setOpportQueueCapacity(10);
    return node.nodeHeartbeat(room, true);
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
                      scheduler().status().job(id(master).toString()).map(JobStatus::runningTasks))
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
    MockAM master = launch("on", "foresight.class=service");
    ask(master, request(TASK, 1));
    report(served(master, 1).get(0), ContainerState.RUNNING);
    awaitRunningTasks(master, 1);
    MockAM job = launch("on");
    ask(job, request(TASK, 2));
    assertThat(served(job, 2)).hasSize(2);

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
    assertThat(scheduler().holds("root.on.ada")).isTrue();
  }

  /** Nobody refreshes then. */
  @Test
  void queueMadeInShadowModeIsPlannedForFromThenOn() throws Exception {
    queues.set(PREFIX + "root.queues", "on");
    queues.set(PREFIX + "root.on.capacity", "1w");
    queues.set(PREFIX + "root.on.auto-queue-creation-v2.enabled", "true");
    settings.put("foresight.queue.root.on.eve.mode", "shadow");
    start();
    addNode(8, 8);
    MockAM ofQueueThatIsOn = launch("root.on.ada");
    assertThat(scheduler().status().planners())
        .extracting(PlannerStatus::mode)
        .containsExactly(Mode.ON);

    MockAM ofShadowQueue = launch("root.on.eve");

    assertThat(ofShadowQueue).isNotSameAs(ofQueueThatIsOn);
    awaitUntil(
        () ->
            scheduler().status().planners().stream()
                .anyMatch(planner -> planner.mode() == Mode.SHADOW && planner.isPlanCounted()));
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
    MockNM wanted = addNode(1, 8);
    addNode(8, 8);
    attribute(wanted, "disk", "SSD");
    MockAM master = launch("on", "foresight.prefer=attribute:disk=ssd*1.1");

    ask(master, request(TASK, 4));

    assertThat(served(master, 4)).hasSize(4);
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
    knowGpus();
    start();
    addNode(withGpus(8, 4, 0), NO_LABEL);
    MockNM gpuNode = addNode(withGpus(8, 4, 2), NO_LABEL);
    MockAM master = launch("on");

    ask(master, request(withGpus(1, 1, 1), 3));

    assertThat(served(master, 2)).allMatch(c -> c.getNodeId().equals(gpuNode.getNodeId()));
    beat();
    assertThat(master.schedule().getAllocatedContainers()).isEmpty();
  }

  @Test
  void lifetimeOfAnApplicationThatIsHeld() throws Exception {
    settings.put(YarnConfiguration.RM_APPLICATION_MONITOR_INTERVAL_MS, "10");
    start();
    addNode(4, 8);
    MockAM gang = launch("on", "foresight.gang=true");
    ask(gang, request(TASK, 4)); // Three would fit.
    assertThat(servedLater(gang)).isEmpty();

    yarn.resourceManager()
        .getClientRMService()
        .updateApplicationTimeouts(
            UpdateApplicationTimeoutsRequest.newInstance(
                id(gang),
                Map.of(
                    ApplicationTimeoutType.LIFETIME,
                    Times.formatISO8601(System.currentTimeMillis() + 2_000))));

    RMApp held = requireNonNull(yarn.context().getRMApps().get(id(gang)));
    awaitUntil(() -> held.getState() == RMAppState.KILLED);
  }

  /** A reservation has a queue in its time; the others have one of their own beside it. */
  @Test
  void queueOfTheReservationSystem() throws Exception {
    settings.put(YarnConfiguration.RM_RESERVATION_SYSTEM_ENABLE, "true");
    settings.put(YarnConfiguration.RM_RESERVATION_SYSTEM_PLAN_FOLLOWER_TIME_STEP, "100");
    settings.put("foresight.queue.root.on.mode", "off");
    settings.put("foresight.queue.root.off.mode", "on");
    queues.set(PREFIX + "root.off.reservable", "true");
    start();
    addNode(8, 8);
    awaitQueue("root.off-default");
    addNode(8, 8); // Until the cluster changes YARN gives a new queue nothing.
    MockAM other = launch("root.off");
    ReservationId reservation = reserve("root.off", 4, Duration.ofHours(1));
    awaitQueue(reservation.toString());
    addNode(8, 8);

    MockAM reserved = launchReserved("root.off", reservation);
    ask(reserved, request(TASK, 2));
    assertThat(served(reserved, 2)).hasSize(2);
    assertThat(queueOf(reserved)).isEqualTo("root.off." + reservation);
    assertThat(scheduler().holds(queueOf(reserved))).isTrue();
    ask(other, request(TASK, 1));
    assertThat(served(other, 1)).hasSize(1);
    ReservationDeleteResponse unused =
        yarn.resourceManager()
            .getClientRMService()
            .deleteReservation(ReservationDeleteRequest.newInstance(reservation));
    await().atMost(PATIENCE).until(() -> scheduler().getQueue(reservation.toString()) == null);

    ask(other, request(TASK, 2));
    assertThat(served(other, 2)).hasSize(2);
  }

  private String queueOf(MockAM master) {
    return ClusterReader.path(
        scheduler().getApplicationAttempt(master.getApplicationAttemptId()).getQueue());
  }

  /** Reserves room from now on, once the reservation system has seen that there is so much. */
  private ReservationId reserve(String queue, int containers, Duration duration) throws Exception {
    ClientRMService service = yarn.resourceManager().getClientRMService();
    ReservationId id =
        service.getNewReservation(GetNewReservationRequest.newInstance()).getReservationId();
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () -> {
              long now = System.currentTimeMillis();
              service.submitReservation(
                  ReservationSubmissionRequest.newInstance(
                      ReservationDefinition.newInstance(
                          now,
                          now + duration.toMillis(),
                          ReservationRequests.newInstance(
                              List.of(
                                  ReservationRequest.newInstance(
                                      TASK, containers, 1, duration.toMillis() - 2_000)),
                              ReservationRequestInterpreter.R_ALL),
                          "a test"),
                      queue,
                      id));
              return true;
            });
    return id;
  }

  /** The reservation system makes queues, and ends them, in its own time. */
  private void awaitQueue(String name) {
    await().atMost(PATIENCE).until(() -> scheduler().getQueue(name) != null);
  }

  private MockAM launchReserved(String queue, ReservationId reservation) throws Exception {
    ApplicationId id = yarn.resourceManager().getNewAppId().getApplicationId();
    ApplicationSubmissionContext context =
        ApplicationSubmissionContext.newInstance(
            id,
            "reserved",
            queue,
            Priority.newInstance(0),
            ContainerLaunchContext.newInstance(
                Map.of(), Map.of(), List.of(), Map.of(), null, Map.of()),
            false,
            true,
            1,
            TASK);
    context.setReservationID(reservation);
    yarn.resourceManager()
        .getClientRMService()
        .submitApplication(SubmitApplicationRequest.newInstance(context));
    yarn.resourceManager().waitForState(id, RMAppState.ACCEPTED);
    return launched(requireNonNull(yarn.context().getRMApps().get(id)));
  }

  private void awaitUpdate(MockAM master, Predicate<Container> wanted) {
    awaitUntil(
        () -> {
          beat();
          return master.schedule().getUpdatedContainers().stream()
              .anyMatch(update -> wanted.test(update.getContainer()));
        });
  }
}
