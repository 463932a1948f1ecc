package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSAssignment;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.AssignmentInformation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Decision;
import org.foresight.planner.Dispatcher;
import org.foresight.planner.NodeAdmission;
import org.foresight.planner.Plan;
import org.foresight.planner.Reason;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.DispatchView;
import org.foresight.planner.cluster.KeptRoom;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.policy.Offers;
import org.foresight.planner.preemption.KeptRooms;
import org.junit.jupiter.api.Test;

class NodeDispatcherTest {
  private static final Plan PLAN = Plan.empty(0);

  private final FakeYarn yarn = new FakeYarn();
  private final FiCaSchedulerNode node = FakeYarn.node(NodeState.RUNNING);
  private final InOrderPolicy policy = new InOrderPolicy();
  private long nowNanos;
  private final RefusalBackOff backOff = new RefusalBackOff(() -> nowNanos);
  private final Offers offers = new Offers(() -> nowNanos);
  private final ClusterReader cluster = yarn.reader();
  private final List<String> started = new ArrayList<>();
  private NodeDispatcher.Committer committer = assignment -> true;
  private KeptRooms kept = KeptRooms.NONE;

  @Test
  void startsUntilThePolicyHolds() {
    FiCaSchedulerApp app = yarn.willingApplication(1, "root.etl");
    policy.wants(1, 3);

    dispatch();

    assertThat(policy.decided).containsExactly(1, 1, 1);
    verify(app, times(3)).assignContainers(any(), any(), any(), any(), any());
  }

  @Test
  void showsThePolicyTheNodeAsItIs() {
    policy.wants(1, 1);

    dispatch();

    assertThat(policy.seen)
        .containsExactly(
            new NodeView(
                "node1:8041", "", ResourceVector.of(8_192, 8), ResourceVector.of(4_096, 4)));
  }

  @Test
  void keptRoomIsShownToTheJobThatItIsKeptForAlone() {
    FiCaSchedulerApp other = yarn.willingApplication(1, "root.etl");
    FiCaSchedulerApp beneficiary = yarn.willingApplication(2, "root.etl");
    policy.wants(1, 1);
    policy.wants(2, 1);
    KeptRoom room = new KeptRoom(FakeYarn.jobId(2), "node1:8041", ResourceVector.of(3_072, 3));
    kept = KeptRooms.of(List.of(new KeptRooms.Claim(room, Long.MAX_VALUE)));

    dispatch();

    assertThat(policy.decided).containsExactly(2, 1);
    assertThat(policy.seen)
        .extracting(NodeView::free)
        .containsExactly(
            ResourceVector.of(4_096, 4), // For the one it is kept for.
            ResourceVector.of(4_096, 4),
            ResourceVector.of(1_024, 1), // For all.
            ResourceVector.of(1_024, 1));
    verify(beneficiary).assignContainers(any(), any(), any(), any(), any());
    verify(other).assignContainers(any(), any(), any(), any(), any());
  }

  @Test
  void boundsTheWorkOfOneCall() {
    yarn.willingApplication(1, "root.etl");
    policy.wants(1, Integer.MAX_VALUE);

    dispatch();

    assertThat(policy.decided).hasSize(100);
  }

  @Test
  void whatTheGuardFailsToJudgeIsGivenBack() {
    Resource assigned = Resource.newInstance(1_024, 1);
    AssignmentInformation details = mock(AssignmentInformation.class);
    when(details.getNumAllocations()).thenReturn(1);
    when(details.getAllocationDetails()).thenThrow(new IllegalStateException("in this test"));
    CSAssignment assignment = mock(CSAssignment.class);
    when(assignment.getAssignmentInformation()).thenReturn(details);
    when(assignment.getResource()).thenReturn(assigned);
    FiCaSchedulerApp app = yarn.willingApplication(1, "root.etl");
    when(app.assignContainers(any(), any(), any(), any(), any())).thenReturn(assignment);
    policy.wants(1, 1);

    assertThatIllegalStateException().isThrownBy(this::dispatch).withMessage("in this test");

    verify(app).decUnconfirmedRes(assigned);
  }

  @Test
  void refusedJobIsPassedOverAndTheOthersGoOn() {
    yarn.willingApplication(1, "root.etl");
    FiCaSchedulerApp other = yarn.willingApplication(2, "root.etl");
    policy.wants(1, 5);
    policy.wants(2, 2);
    int[] commits = {0};
    committer = assignment -> ++commits[0] > 1;

    dispatch();

    assertThat(policy.decided).containsExactly(1, 2, 2);
    assertThat(started).containsExactly(FakeYarn.jobId(2), FakeYarn.jobId(2));
    verify(other, times(2)).assignContainers(any(), any(), any(), any(), any());
  }

  @Test
  void refusedJobIsConsideredAgainAfterItsBackOff() {
    yarn.willingApplication(1, "root.etl");
    policy.wants(1, 2);
    committer = assignment -> false;
    dispatch();
    committer = assignment -> true;

    dispatch();
    assertThat(policy.decided).containsExactly(1);

    nowNanos += TimeUnit.MILLISECONDS.toNanos(50);
    dispatch();
    assertThat(policy.decided).containsExactly(1, 1);
  }

  @Test
  void jobThatWaitsForABetterNodeIsPassedOverForThisCallOnly() {
    yarn.waitingApplication(1, "root.etl");
    yarn.willingApplication(2, "root.etl");
    policy.wants(1, 5);
    policy.wants(2, 1);

    dispatch();
    dispatch();

    assertThat(policy.decided).containsExactly(1, 2, 1);
  }

  @Test
  void jobThatEndsWhileItIsRefusedIsNotRemembered() {
    yarn.willingApplication(1, "root.etl");
    policy.wants(1, 1);
    committer =
        assignment -> {
          yarn.remove(1);
          return false;
        };

    dispatch();

    assertThat(backOff.isHeldBack(FakeYarn.jobId(1))).isFalse();
  }

  @Test
  void jobThatThePolicyInventsStartsNothing() {
    policy.ignoresTheView = true;
    policy.wants(1, 1);
    boolean[] committed = {false};
    committer = assignment -> committed[0] = true;

    dispatch();

    assertThat(policy.decided).isNotEmpty();
    assertThat(committed[0]).isFalse();
  }

  @Test
  void jobThatMovedToAQueueThatIsNotCoveredIsNotStarted() {
    FiCaSchedulerApp moved = yarn.willingApplication(1, "root.adhoc");
    policy.wants(1, 1);

    dispatch();

    verify(moved, never()).assignContainers(any(), any(), any(), any(), any());
  }

  @Test
  void reservedNodeIsLeftToCapacityScheduler() {
    yarn.willingApplication(1, "root.etl");
    policy.wants(1, 1);
    when(node.getReservedContainer()).thenReturn(mock(RMContainer.class));

    dispatch();

    assertThat(policy.seen).isEmpty();
  }

  @Test
  void nodeThatTakesNoWorkGetsNone() {
    yarn.willingApplication(1, "root.etl");
    policy.wants(1, 1);

    dispatcher()
        .dispatch(
            policy,
            PLAN,
            FakeYarn.node(NodeState.DECOMMISSIONING),
            FakeYarn.SMALLEST,
            FakeYarn.CLUSTER);

    assertThat(policy.seen).isEmpty();
  }

  @Test
  void noJobIsAskedAboutANodeWithoutRoomForTheSmallestContainer() {
    yarn.willingApplication(1, "root.etl");
    policy.wants(1, 1);
    when(node.getUnallocatedResource()).thenReturn(Resource.newInstance(8_192, 0));

    dispatch();

    assertThat(policy.seen).isEmpty();
  }

  private void dispatch() {
    dispatcher().dispatch(policy, PLAN, node, FakeYarn.SMALLEST, FakeYarn.CLUSTER);
  }

  private NodeDispatcher dispatcher() {
    return new NodeDispatcher(
        cluster,
        () -> Instant.EPOCH,
        backOff,
        new CoreGuard(
            new Submissions(),
            () -> {
              throw new AssertionError("No node has an agent.");
            },
            () -> Instant.EPOCH),
        assignment -> committer.commit(assignment),
        (job, at, held) -> started.add(job),
        offers,
        () -> kept);
  }

  /** Starts as many containers as each job wants, the jobs in order. */
  private static final class InOrderPolicy implements SchedulingPolicy {
    private record Want(int job, int containers) {}

    private final List<Want> wants = new ArrayList<>();
    final List<Integer> decided = new ArrayList<>();
    final List<NodeView> seen = new ArrayList<>();
    boolean ignoresTheView;

    void wants(int job, int containers) {
      wants.add(new Want(job, containers));
    }

    @Override
    public Dispatcher dispatcher(Plan plan, NodeAdmission admission) {
      return this::next;
    }

    private Decision next(NodeView node, DispatchView view, long nowMillis) {
      seen.add(node);
      for (Want want : wants) {
        boolean listed = ignoresTheView || view.job(FakeYarn.jobId(want.job())) != null;
        long begun = decided.stream().filter(job -> job == want.job()).count();
        if (listed && begun < want.containers()) {
          decided.add(want.job());
          return new Decision.Start(
              FakeYarn.jobId(want.job()), new Reason(Reason.Code.ARRIVAL_ORDER, "in a test"));
        }
      }
      return new Decision.Hold(
          Decision.Hold.Scope.NODE, new Reason(Reason.Code.NOTHING_FITS, "in a test"));
    }

    @Override
    public String name() {
      return "in order";
    }

    @Override
    public void onEvent(ClusterEvent event) {
      throw new UnsupportedOperationException("dispatch tells no events");
    }

    @Override
    public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
      throw new UnsupportedOperationException("dispatch makes no plans");
    }
  }
}
