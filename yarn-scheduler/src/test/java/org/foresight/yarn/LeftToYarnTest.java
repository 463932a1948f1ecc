package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AppSchedulingInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerApp;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.TaskAsk;
import org.junit.jupiter.api.Test;

class LeftToYarnTest {
  private static final Plan NO_PLAN = Plan.empty(0);
  private static final ResourceVector TASK = ResourceVector.of(1_024, 1);

  @Test
  void jobsThatAskForNodesWithoutALabelMayBeLentThoseWithOne() {
    LeftToYarn left =
        LeftToYarn.of(
            NO_PLAN,
            snapshot(List.of("", "gpu"), job(1, false, ""), job(2, false, "gpu")),
            Set.of(),
            Set.of());

    assertThat(left.hasAny("gpu")).isTrue();
    assertThat(left.includes(application(1), "gpu")).isTrue();
    assertThat(left.includes(application(2), "gpu")).isFalse();
    assertThat(left.hasAny("")).isFalse();
    assertThat(left.includes(application(1), "")).isFalse();
  }

  @Test
  void noJobIsLentNodesOfAPartitionThatItAsksForItself() {
    LeftToYarn left =
        LeftToYarn.of(
            NO_PLAN,
            snapshot(List.of("", "gpu", "ssd"), job(1, false, "", "gpu")),
            Set.of(),
            Set.of());

    assertThat(left.includes(application(1), "gpu")).isFalse();
    assertThat(left.includes(application(1), "ssd")).isTrue();
  }

  @Test
  void gangIsLentNothing() {
    LeftToYarn left =
        LeftToYarn.of(NO_PLAN, snapshot(List.of("", "gpu"), job(1, true, "")), Set.of(), Set.of());

    assertThat(left).isEqualTo(LeftToYarn.NOTHING);
  }

  @Test
  void whereNoNodeHasALabelNothingIsLent() {
    assertThat(LeftToYarn.of(NO_PLAN, snapshot(List.of(""), job(1, false, "")), Set.of(), Set.of()))
        .isEqualTo(LeftToYarn.NOTHING);
  }

  @Test
  void jobsThatThePlannerDoesNotSeeAndThoseWithATurnAreLeftToItEverywhere() {
    LeftToYarn left =
        LeftToYarn.of(
            NO_PLAN, snapshot(List.of("")), Set.of(FakeYarn.jobId(1)), Set.of(FakeYarn.jobId(2)));

    assertThat(left)
        .isEqualTo(
            new LeftToYarn(
                ImmutableMap.of(FakeYarn.jobId(1), 0, FakeYarn.jobId(2), 0), ImmutableMap.of()));
    assertThat(left.hasAny("")).isTrue();
    assertThat(left.includes(application(1), "")).isTrue();
    assertThat(left.includes(application(2), "gpu")).isTrue();
    assertThat(left.includes(application(3), "")).isFalse();
  }

  @Test
  void jobThatHasReservedANodeReservesNoOther() {
    LeftToYarn left =
        LeftToYarn.of(NO_PLAN, snapshot(List.of("")), Set.of(), Set.of(FakeYarn.jobId(1)));
    FiCaSchedulerApp reserving = application(1);
    when(reserving.getReservedContainers()).thenReturn(List.of(mock(RMContainer.class)));

    assertThat(left.includes(reserving, "")).isFalse();
  }

  @Test
  void whatThePlanHoldsBackIsNotLeftToItInATurnEither() {
    PlannedJob sampled =
        new PlannedJob(
                FakeYarn.jobId(1),
                OptionalLong.of(0),
                5,
                false,
                new Reason(Reason.Code.PILOTS_FIRST, "in a test"))
            .holding(4);
    LeftToYarn left =
        LeftToYarn.of(
            new Plan(0, ImmutableList.of(sampled), "made by hand"),
            snapshot(List.of("")),
            Set.of(),
            Set.of(FakeYarn.jobId(1)));

    assertThat(left.includes(waiting(5), "")).isTrue();
    assertThat(left.includes(waiting(4), "")).isFalse();
  }

  @Test
  void ofAGangInItsTurnItsMasterAloneIsLeftToIt() {
    LeftToYarn left =
        LeftToYarn.of(
            NO_PLAN, snapshot(List.of(""), job(1, true, "")), Set.of(), Set.of(FakeYarn.jobId(1)));
    FiCaSchedulerApp waitsForMaster = application(1);
    when(waitsForMaster.isWaitingForAMContainer()).thenReturn(true);

    assertThat(left.includes(waitsForMaster, "")).isTrue();
    assertThat(left.includes(waiting(5), "")).isFalse();
  }

  private static FiCaSchedulerApp waiting(int containers) {
    SchedulerRequestKey key = mock(SchedulerRequestKey.class);
    AppSchedulingInfo info = mock(AppSchedulingInfo.class);
    when(info.getSchedulerKeys()).thenReturn(List.of(key));
    when(info.getPendingAsk(key))
        .thenReturn(new PendingAsk(Resource.newInstance(1_024, 1), containers));
    FiCaSchedulerApp application = application(1);
    when(application.getAppSchedulingInfo()).thenReturn(info);
    return application;
  }

  private static FiCaSchedulerApp application(int number) {
    FiCaSchedulerApp application = mock(FiCaSchedulerApp.class);
    when(application.getApplicationId()).thenReturn(FakeYarn.id(number));
    when(application.getReservedContainers()).thenReturn(List.of());
    return application;
  }

  private static JobView job(int number, boolean gang, String... partitions) {
    return JobView.of(
        FakeYarn.jobId(number),
        new JobGoal(OptionalLong.empty(), gang),
        0,
        Stream.of(partitions)
            .map(partition -> new TaskAsk(TaskAsk.Kind.TASK, partition, TASK, 1))
            .collect(ImmutableList.toImmutableList()),
        ImmutableList.of());
  }

  private static ClusterSnapshot snapshot(List<String> partitionsOfNodes, JobView... jobs) {
    return ClusterSnapshot.of(
        partitionsOfNodes.stream()
            .map(partition -> new NodeView("node@" + partition, partition, TASK, TASK))
            .collect(ImmutableList.toImmutableList()),
        ImmutableList.copyOf(jobs));
  }
}
