package org.foresight.planner.outlook;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.OptionalLong;
import org.foresight.planner.MadeRoom;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Preemption;
import org.foresight.planner.Reason;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.KeptRoom;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceLimit;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.junit.jupiter.api.Test;

class WaitingReasonsTest {
  private static final String JOB = "job";
  private static final String LIMIT = "queue root.etl@";
  private static final long NOW = 1_000;

  /** Two nodes of four cores, of which so many are free. */
  private ImmutableList<NodeView> nodes = nodes(4, 4);

  private ImmutableList<ResourceLimit> limits = ImmutableList.of();
  private ImmutableList<MadeRoom> rooms = ImmutableList.of();
  private ImmutableList<KeptRoom> keptRooms = ImmutableList.of();
  private HostFacts facts = HostFacts.HELD;
  private JobGoal goal = JobGoal.BEST_EFFORT;
  private ImmutableList<RunningTask> running = ImmutableList.of();

  @Test
  void nodesThatNobodyHasAreMisconfigured() {
    Waiting waiting = of(job(task("gpu", 1, 1)), due(1));

    assertThat(waiting.reason()).isEqualTo(WaitingReason.MISCONFIGURED);
    assertThat(waiting.detail()).isEqualTo("It asks for nodes labelled (gpu), and there are none.");
  }

  @Test
  void moreThanTheLargestNodeOffersExceedsTheMaximum() {
    Waiting waiting = of(job(task("", 5, 1)), due(1));

    assertThat(waiting.reason()).isEqualTo(WaitingReason.EXCEEDS_MAXIMUM);
    assertThat(waiting.detail()).contains("5 vcores", "largest node offers 4096 MiB and 4 vcores");
  }

  @Test
  void gangThatAllNodesTogetherCannotHoldExceedsTheMaximum() {
    goal = new JobGoal(OptionalLong.empty(), true);

    assertThat(of(job(task("", 1, 9)), due(9)).reason()).isEqualTo(WaitingReason.EXCEEDS_MAXIMUM);
    assertThat(of(job(task("", 1, 8)), due(8)).reason()).isEqualTo(WaitingReason.STARTING);
  }

  @Test
  void gangOfSeveralKindsThatNeverFitsAsAWholeExceedsTheMaximum() {
    goal = new JobGoal(OptionalLong.empty(), true);

    Waiting waiting = of(job(task("", 3, 2), task("", 1, 3)), due(5));

    assertThat(waiting.reason()).isEqualTo(WaitingReason.EXCEEDS_MAXIMUM);
    assertThat(waiting.detail())
        .isEqualTo(
            "It needs at once 2 tasks of 3072 MiB and 3 vcores and 3 tasks of 1024 MiB and 1 vcore;"
                + " all nodes together have no room for that.");
    nodes = nodes(0, 0);
    assertThat(of(job(task("", 3, 2), task("", 1, 2)), due(4)).reason())
        .as("that fits once others have ended")
        .isEqualTo(WaitingReason.CAPACITY);
    running =
        ImmutableList.of(
            new RunningTask(
                "task", "node", TaskAsk.Kind.TASK, "", ResourceVector.of(1_024, 1), 500));
    assertThat(of(job(task("", 3, 2), task("", 1, 3)), due(6)).reason())
        .as("what has begun goes on one by one")
        .isEqualTo(WaitingReason.CAPACITY);
  }

  @Test
  void limitThatHasNoRoomIsThatOfItsHolder() {
    limits = ImmutableList.of(limit(ResourceLimit.Holder.QUEUE, 1));
    Waiting waiting = of(job(task("", 2, 1)), due(1));
    assertThat(waiting.reason()).isEqualTo(WaitingReason.QUEUE_LIMIT);
    assertThat(waiting.detail()).contains(LIMIT, "leaves 1024 MiB and 1 vcore");

    limits = ImmutableList.of(limit(ResourceLimit.Holder.USER, 1));
    assertThat(of(job(task("", 2, 1)), due(1)).reason()).isEqualTo(WaitingReason.USER_LIMIT);

    limits = ImmutableList.of(limit(ResourceLimit.Holder.USER, 2));
    assertThat(of(job(task("", 2, 1)), due(1)).reason()).isEqualTo(WaitingReason.STARTING);
  }

  /** It may start in what ends, but there is room now, which is for others. */
  @Test
  void whoeverIsInLineIsNotToldThatItStarts() {
    PlannedJob inLine =
        new PlannedJob(
            "job",
            OptionalLong.of(NOW),
            8,
            false,
            new Reason(Reason.Code.NEXT_IN_LINE, "It is in line."));

    Waiting waiting = of(job(task("", 1, 1)), inLine);

    assertThat(waiting.reason()).isEqualTo(WaitingReason.CAPACITY);
    assertThat(waiting.detail())
        .isEqualTo(
            "It runs 0 tasks, and the plan gives the room that there is to others. It is in line.");
  }

  @Test
  void limitThatIsAllThereIsHoldsNobodyBack() {
    nodes = nodes(0, 0);
    limits = ImmutableList.of(limit(ResourceLimit.Holder.QUEUE, 0));
    JobView waits = job(task("", 1, 1));

    assertThat(of(ofCores(7), waits).reason()).isEqualTo(WaitingReason.QUEUE_LIMIT);
    assertThat(of(ofCores(8), waits).reason()).isEqualTo(WaitingReason.CAPACITY);
  }

  private Waiting of(JobView other, JobView waits) {
    return new WaitingReasons(
            ClusterSnapshot.of(nodes, ImmutableList.of(other, waits), limits),
            new Plan(NOW, ImmutableList.of(due(1)), "made up"),
            NOW)
        .of(waits, facts)
        .orElseThrow();
  }

  /** A job of the same queue that holds so much. */
  private static JobView ofCores(int cores) {
    return holding(ImmutableList.of(LIMIT), running("", cores));
  }

  private static JobView holding(ImmutableList<String> limits, RunningTask... tasks) {
    return JobView.of(
        "other", JobGoal.BEST_EFFORT, 0, ImmutableList.of(), ImmutableList.copyOf(tasks), limits);
  }

  private static RunningTask running(String partition, int cores) {
    return new RunningTask("t", "node", TaskAsk.Kind.TASK, partition, cores(cores), 0);
  }

  private static ResourceVector cores(int cores) {
    return ResourceVector.of(1_024L * cores, cores);
  }

  /** At most four of the eight cores without a label, of which others hold the rest. */
  @Test
  void whatIsHeldInAnotherPartitionIsNoPartOfALimit() {
    String ofGpu = "queue root.etl@gpu";
    nodes =
        ImmutableList.<NodeView>builder()
            .addAll(nodes(0, 0))
            .add(new NodeView("gpu", "gpu", cores(8), cores(3)))
            .build();
    limits =
        ImmutableList.of(
            limit(ResourceLimit.Holder.QUEUE, 0),
            new ResourceLimit(ofGpu, "gpu", ResourceLimit.Counted.ALL_CONTAINERS, cores(3)));
    JobView other = holding(ImmutableList.of(LIMIT, ofGpu), running("", 4), running("gpu", 5));

    assertThat(of(other, job(task("", 1, 1))).reason()).isEqualTo(WaitingReason.QUEUE_LIMIT);
  }

  @Test
  void limitOnMastersCountsForMastersAlone() {
    limits =
        ImmutableList.of(
            new ResourceLimit(
                LIMIT, "", ResourceLimit.Counted.APPLICATION_MASTERS, ResourceVector.of(0, 0)));

    assertThat(of(job(master()), due(1)).reason()).isEqualTo(WaitingReason.AM_LIMIT);
    assertThat(of(job(task("", 1, 1)), due(1)).reason()).isEqualTo(WaitingReason.STARTING);
  }

  @Test
  void roomInPiecesIsFragmentation() {
    nodes = nodes(1, 1);

    Waiting waiting = of(job(task("", 2, 1)), due(1));

    assertThat(waiting.reason()).isEqualTo(WaitingReason.FRAGMENTATION);
  }

  @Test
  void overCommittedNodeTakesNoRoomFromOthers() {
    nodes = nodes(1, 1, -9);

    assertThat(of(job(task("", 2, 1)), due(1)).reason()).isEqualTo(WaitingReason.FRAGMENTATION);
  }

  @Test
  void plannedStartToComeIsTheReasonEvenIfThereIsRoom() {
    Waiting waiting = of(job(task("", 1, 1)), planned(OptionalLong.of(NOW + 2_500), 1));

    assertThat(waiting.reason()).isEqualTo(WaitingReason.PLANNED_START);
    assertThat(waiting.detail()).isEqualTo("It is to start in 2.5 s. By the plan.");
  }

  @Test
  void jobThatCannotMeetItsDeadlineIsToWaitForItNotToStart() {
    Waiting waiting =
        of(
            job(task("", 1, 1)),
            new PlannedJob(
                "job",
                OptionalLong.of(NOW + 2_500),
                1,
                false,
                new Reason(Reason.Code.NO_ROOM_WITHIN_LOOKAHEAD, "No room.")));

    assertThat(waiting.reason()).isEqualTo(WaitingReason.PLANNED_START);
    assertThat(waiting.detail())
        .isEqualTo(
            "It is to wait for its deadline, for 2.5 s, and to go on as best effort then. No"
                + " room.");
  }

  @Test
  void whatIsHeldWaitsForPilotsUntilOneOfTheseWaitsItself() {
    Waiting waiting = of(job(task("", 1, 6)), due(1).holding(6));

    assertThat(waiting.reason()).isEqualTo(WaitingReason.PILOTS);
    assertThat(waiting.detail()).isEqualTo("It has 6 tasks waiting and 0 running. By the plan.");
    assertThat(of(job(task("", 1, 6)), due(1).holding(5)).reason())
        .isEqualTo(WaitingReason.STARTING);
    nodes = nodes(0, 0);
    Waiting inFullCluster = of(job(task("", 1, 6)), due(1).holding(6));
    assertThat(inFullCluster.reason()).isEqualTo(WaitingReason.PILOTS);
    assertThat(inFullCluster.detail())
        .isEqualTo(
            "It has 6 tasks waiting and 0 running; there is also no room for more now. By the"
                + " plan.");
    nodes = nodes(4, 4);
    assertThat(of(job(master(), task("", 1, 6)), due(1).holding(6)).reason())
        .as("of several asks the lowest tier")
        .isEqualTo(WaitingReason.PILOTS);
    facts = HostFacts.LEFT_ALONE;
    assertThat(of(job(task("", 1, 6)), due(1).holding(6)).reason())
        .isEqualTo(WaitingReason.STARTING);
  }

  @Test
  void jobThatCameAfterThePlanWaitsForOne() {
    assertThat(of(job(task("", 1, 1))).reason()).isEqualTo(WaitingReason.PLANNED_START);
  }

  @Test
  void planDoesNotHoldWhatIsLeftAlone() {
    PlannedJob later = planned(OptionalLong.of(NOW + 1), 1);

    facts = HostFacts.LEFT_ALONE;
    assertThat(of(job(task("", 1, 1)), later).reason()).isEqualTo(WaitingReason.STARTING);
    facts = new HostFacts(true, true, false);
    assertThat(of(job(task("", 1, 1)), later).reason()).isEqualTo(WaitingReason.STARTING);
  }

  @Test
  void roomThatIsBeingMadeIsPreempted() {
    nodes = nodes(0, 0);
    Preemption stop =
        new Preemption("victim", "task", JOB, new Reason(Reason.Code.PREEMPTED_FOR_DEADLINE, ""));
    rooms = ImmutableList.of(new MadeRoom(JOB, ImmutableList.of(), ImmutableList.of(stop)));

    assertThat(of(job(task("", 1, 1)), due(1)).reason()).isEqualTo(WaitingReason.PREEMPTED_ROOM);
    facts = HostFacts.LEFT_ALONE;
    assertThat(of(job(task("", 1, 1)), due(1)).reason()).isEqualTo(WaitingReason.CAPACITY);
  }

  @Test
  void roomThatIsOnItsWayIsPreemptedThoughPlansCountOnIt() {
    keptRooms = ImmutableList.of(new KeptRoom(JOB, "node", ResourceVector.of(1_024, 1)));

    assertThat(of(job(task("", 1, 1)), due(1)).reason()).isEqualTo(WaitingReason.PREEMPTED_ROOM);
  }

  @Test
  void withoutRoomItIsCapacity() {
    nodes = nodes(0, 0);

    assertThat(of(job(task("", 1, 1)), due(1)).reason()).isEqualTo(WaitingReason.CAPACITY);
  }

  @Test
  void roomThatThePlanGivesToOthersIsNone() {
    assertThat(of(job(task("", 1, 1)), planned(OptionalLong.empty(), 0)).reason())
        .isEqualTo(WaitingReason.CAPACITY);
  }

  @Test
  void jobAsWideAsPlannedGetsNoMore() {
    running =
        ImmutableList.of(
            new RunningTask(
                "task", "node", TaskAsk.Kind.TASK, "", ResourceVector.of(1_024, 1), 500));

    assertThat(of(job(task("", 1, 1)), due(1)).detail()).startsWith("It runs 1 task, as many");
    assertThat(of(job(task("", 1, 1)), due(2)).reason()).isEqualTo(WaitingReason.STARTING);
  }

  @Test
  void whatWasRefusedIsTriedAgain() {
    facts = new HostFacts(true, false, true);

    assertThat(of(job(task("", 1, 1)), due(1)).detail()).contains("refused");
  }

  @Test
  void ofSeveralAsksTheLowestTierCounts() {
    assertThat(of(job(task("", 1, 1), task("gpu", 1, 1), task("", 9, 1)), due(1)).reason())
        .isEqualTo(WaitingReason.MISCONFIGURED);
  }

  @Test
  void jobThatWaitsForNothingHasNoReason() {
    assertThat(reasons().of(job(), facts)).isEmpty();
  }

  @Test
  void tokensAreUnlike() {
    assertThat(Arrays.stream(WaitingReason.values()).map(WaitingReason::token))
        .doesNotHaveDuplicates()
        .allMatch(token -> token.matches("[a-z]+(-[a-z]+)*"));
    assertThat(Arrays.stream(WaitingReason.values()).map(WaitingReason::tier)).isSorted();
  }

  private Waiting of(JobView job, PlannedJob... planned) {
    return reasons(planned).of(job, facts).orElseThrow();
  }

  private WaitingReasons reasons(PlannedJob... planned) {
    return new WaitingReasons(
        ClusterSnapshot.of(nodes, ImmutableList.of(), limits, keptRooms),
        new Plan(NOW, ImmutableList.copyOf(planned), rooms, "made up"),
        NOW);
  }

  private JobView job(TaskAsk... asks) {
    return JobView.of(
        JOB, goal, 0, ImmutableList.copyOf(asks), running, ImmutableList.of(LIMIT, "unknown"));
  }

  private static TaskAsk task(String partition, int cores, int count) {
    return new TaskAsk(
        TaskAsk.Kind.TASK, partition, ResourceVector.of(1_024L * cores, cores), count);
  }

  private static TaskAsk master() {
    return new TaskAsk(TaskAsk.Kind.APPLICATION_MASTER, "", ResourceVector.of(1_024, 1), 1);
  }

  private static ResourceLimit limit(ResourceLimit.Holder holder, int freeCores) {
    return new ResourceLimit(
        LIMIT,
        holder,
        "",
        ResourceLimit.Counted.ALL_CONTAINERS,
        ResourceVector.of(1_024L * freeCores, freeCores));
  }

  private static PlannedJob due(int parallelism) {
    return planned(OptionalLong.of(NOW), parallelism);
  }

  private static PlannedJob planned(OptionalLong startMillis, int parallelism) {
    return new PlannedJob(
        JOB,
        startMillis,
        parallelism,
        false,
        new Reason(Reason.Code.PLANNED_START, "By the plan."));
  }

  private static ImmutableList<NodeView> nodes(int... freeCores) {
    ImmutableList.Builder<NodeView> nodes = ImmutableList.builder();
    for (int i = 0; i < freeCores.length; i++) {
      nodes.add(
          new NodeView(
              "node" + i,
              "",
              ResourceVector.of(4_096, 4),
              ResourceVector.of(1_024L * freeCores[i], freeCores[i])));
    }
    return nodes.build();
  }
}
