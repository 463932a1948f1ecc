package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerImpl;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AppSchedulingInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSAssignment;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.LeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.SchedulingMode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.ContainerAllocationProposal;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.ResourceCommitRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.SchedulerContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.node.NodeCondition;
import org.foresight.planner.node.NodeReport;
import org.foresight.planner.node.NodeStatistics;
import org.foresight.planner.node.SuspensionTags;
import org.foresight.predictor.JobFeatures;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CoreGuardTest {
  private static final ApplicationId JOB = ApplicationId.newInstance(1, 1);

  private final Configuration conf = new Configuration(false);
  private final Submissions submissions = new Submissions();
  private final FiCaSchedulerNode node = mock(FiCaSchedulerNode.class);
  private final FiCaSchedulerApp app = mock(FiCaSchedulerApp.class);
  private final AppSchedulingInfo asks = mock(AppSchedulingInfo.class);
  private final List<RMContainer> there = new ArrayList<>();
  private int containers;

  @BeforeEach
  void prepare() {
    LeafQueue queue = mock(LeafQueue.class);
    when(queue.getQueuePath()).thenReturn("root.etl");
    when(app.getApplicationId()).thenReturn(JOB);
    when(app.getQueue()).thenReturn(queue);
    when(app.getAppSchedulingInfo()).thenReturn(asks);
    when(node.getCopiedListOfRunningContainers()).thenReturn(there);
    when(node.getNumContainers()).thenAnswer(call -> there.size());
    conf.set("foresight.mode", "on");
    submit(JobGoal.BEST_EFFORT);
  }

  @Test
  void bestEffortTasksStartOnFreeCoresAlone() throws Exception {
    agentTells(4);
    for (int task = 0; task < 4; task++) {
      assertThat(startsByPlan(1, true)).isTrue();
    }

    assertThat(startsByPlan(1, true)).isFalse();
    assertThat(startsByCapacityScheduler(1)).isFalse();
  }

  @Test
  void othersStartWhereBestEffortTasksMakeWayAndNoMoreThanThereAreCoresFor() throws Exception {
    agentTells(4);
    for (int task = 0; task < 4; task++) {
      assertThat(startsByPlan(1, true)).isTrue();
    }

    assertThat(startsByPlan(3, false)).isTrue();
    assertThat(startsByPlan(2, false)).as("a larger one than there is room for").isFalse();
    assertThat(startsByPlan(1, false)).isTrue();
    assertThat(startsByPlan(1, false)).isFalse();
  }

  @Test
  void whatCapacitySchedulerAllocatesIsMarkedAsAPlanWouldMarkIt() throws Exception {
    agentTells(4);

    assertThat(startsByCapacityScheduler(1)).isTrue();
    assertThat(tags(0)).containsExactly(SuspensionTags.SUSPENDABLE);
    submit(new JobGoal(OptionalLong.of(1_000), false));
    assertThat(startsByCapacityScheduler(1)).isTrue();
    assertThat(tags(1)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"off", "shadow"})
  void whileNoQueueIsOnCapacitySchedulerDoesAsEver(String mode) throws Exception {
    conf.set("foresight.mode", mode);
    agentTells(1);

    for (int task = 0; task < 3; task++) {
      assertThat(startsByCapacityScheduler(1)).isTrue();
      assertThat(tags(task)).isEmpty();
    }
    conf.set("foresight.queue.root.other.mode", "on");
    assertThat(startsByCapacityScheduler(1)).isFalse();
  }

  @Test
  void mastersAndWhatSchedulingRequestsAskForAreNotMarked() throws Exception {
    agentTells(4);
    when(app.isWaitingForAMContainer()).thenReturn(true);
    assertThat(startsByPlan(1, true)).isTrue();
    assertThat(tags(0)).containsExactly(SuspensionTags.NEVER_SUSPENDED);

    when(app.isWaitingForAMContainer()).thenReturn(false);
    @SuppressWarnings("unchecked")
    AppPlacementAllocator<FiCaSchedulerNode> asked = mock(AppPlacementAllocator.class);
    when(asked.getSchedulingRequest()).thenReturn(mock(SchedulingRequest.class));
    when(asks.<FiCaSchedulerNode>getAppPlacementAllocator(any())).thenReturn(asked);
    assertThat(startsByPlan(1, true)).isTrue();
    assertThat(tags(1)).containsExactly(SuspensionTags.NEVER_SUSPENDED);
  }

  @Test
  void withoutMakingWayAllTasksHoldTheirCores() throws Exception {
    conf.set("foresight.las", "false");
    agentTells(2);
    assertThat(startsByPlan(1, false)).isTrue();
    mark(0, SuspensionTags.SUSPENDABLE); // It started while they made way.

    assertThat(startsByPlan(1, false)).isTrue();
    assertThat(startsByPlan(1, false)).isFalse();
  }

  @Test
  void anAgentThatDoesNotWorkLetsNoMoreRunThanThereAreCoresFor() throws Exception {
    tells(NodeReport.of(NodeCondition.FAILED, 2));

    assertThat(startsByCapacityScheduler(2)).isTrue();
    assertThat(startsByPlan(1, false)).isFalse();
  }

  @Test
  void aNodeWithoutAnAgentTakesWhatIsBooked() throws Exception {
    for (int task = 0; task < 9; task++) {
      assertThat(startsByPlan(4, false)).isTrue();
      assertThat(startsByCapacityScheduler(4)).isTrue();
      assertThat(tags(2 * task)).isEmpty();
    }
  }

  private void submit(JobGoal goal) {
    submissions.add(
        new ClusterEvent.JobSubmitted(
            0, JOB.toString(), new JobFeatures("ada", "nightly", ""), goal));
  }

  /** Of an agent on a node without tasks; it has not told of those yet that were sent. */
  private void agentTells(int vcores) {
    tells(
        NodeReport.working(new NodeStatistics(vcores, 0, 0, 0, 0, 0, 0, 1_000), Optional.empty()));
  }

  private void tells(NodeReport report) {
    when(node.getNodeUtilization())
        .thenReturn(ResourceUtilization.newInstance(1, 2, 0.5f, report.toNumbers()));
  }

  private Set<String> tags(int container) {
    return there.get(container).getAllocationTags();
  }

  private void mark(int container, String tag) {
    when(there.get(container).getAllocationTags()).thenReturn(Set.of(tag));
  }

  private boolean startsByPlan(int vcores, boolean suspendable) throws Exception {
    RMContainerImpl container = container(vcores);
    CSAssignment assignment = new CSAssignment(Resources.none(), NodeType.OFF_SWITCH);
    assignment.getAssignmentInformation().addAllocationDetails(container, "root.etl");
    return committed(container, guard().admits(app, node, assignment, suspendable));
  }

  private boolean startsByCapacityScheduler(int vcores) throws Exception {
    RMContainerImpl container = container(vcores);
    SchedulerContainer<FiCaSchedulerApp, FiCaSchedulerNode> allocated =
        new SchedulerContainer<>(app, node, container, "", true);
    ContainerAllocationProposal<FiCaSchedulerApp, FiCaSchedulerNode> proposal =
        new ContainerAllocationProposal<>(
            allocated,
            List.of(),
            null,
            NodeType.OFF_SWITCH,
            NodeType.OFF_SWITCH,
            SchedulingMode.RESPECT_PARTITION_EXCLUSIVITY,
            container.getAllocatedResource());
    return committed(
        container,
        guard().admits(new ResourceCommitRequest<>(List.of(proposal), List.of(), List.of())));
  }

  private boolean committed(RMContainer container, boolean isAdmitted) {
    if (isAdmitted) {
      there.add(container);
    }
    return isAdmitted;
  }

  private CoreGuard guard() throws Exception {
    ForesightConfiguration configuration = ForesightConfiguration.read(conf);
    return new CoreGuard(submissions, () -> configuration, () -> Instant.EPOCH);
  }

  private RMContainerImpl container(int vcores) {
    RMContainerImpl container = mock(RMContainerImpl.class);
    AtomicReference<Set<String>> tags = new AtomicReference<>(Set.of());
    when(container.getAllocationTags()).thenAnswer(call -> tags.get());
    doAnswer(
            call -> {
              tags.set(call.getArgument(0));
              return null;
            })
        .when(container)
        .setAllocationTags(any());
    when(container.getAllocatedResource()).thenReturn(Resource.newInstance(1_024, vcores));
    when(container.getExecutionType()).thenReturn(ExecutionType.GUARANTEED);
    when(container.getContainer()).thenReturn(mock(Container.class));
    when(container.getContainerId()).thenReturn(ContainerId.newContainerId(null, ++containers));
    return container;
  }
}
