package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.google.common.collect.ImmutableList;
import java.time.Instant;
import java.util.List;
import org.foresight.planner.MadeRoom;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Preemption;
import org.foresight.planner.Reason;
import org.foresight.planner.VirtualCluster;
import org.foresight.planner.VirtualCluster.Job;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.KeptRoom;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.placement.Snapshots;
import org.junit.jupiter.api.Test;

class PrioPolicyTest {

  private static final long NOW_MILLIS = 100_000;
  private static final JobGoal SLO = JobGoal.by(Instant.ofEpochMilli(NOW_MILLIS + 1));
  private static final JobGoal MISSED = JobGoal.by(Instant.ofEpochMilli(NOW_MILLIS));

  private final PrioPolicy policy = PrioPolicy.demoting();

  @Test
  void stopsTheTaskThatStartedLastAndRunsItAgain() {
    VirtualCluster cluster = new VirtualCluster(policy, 2, 2, 1_000, 1_000);

    cluster.run(
        List.of(
            Job.bestEffort("early", 0, 2, 50_000),
            Job.bestEffort("late", 1_000, 2, 50_000),
            Job.slo("slo", 5_000, 90_000, 1, 10_000)),
        120_000);

    assertThat(cluster.preemptions()).extracting(Preemption::jobId).containsExactly("late");
    assertThat(cluster.startsMillis("slo")).containsExactly(5_000L);
    assertThat(cluster.startsMillis("early")).containsExactly(0L, 0L);
    assertThat(cluster.startsMillis("late")).containsExactly(1_000L, 1_000L, 15_000L);
    assertThat(cluster.endMillis("late")).isEqualTo(65_000);
  }

  @Test
  void sloJobsGoFirstThenBothInTheOrderOfSubmission() {
    Plan plan =
        plan(
            ImmutableList.of(Snapshots.node("", 9, 9)),
            waiting("be-late", JobGoal.BEST_EFFORT, 30),
            waiting("missed", MISSED, 20),
            waiting("be-early", JobGoal.BEST_EFFORT, 10),
            waiting("slo-late", SLO, 50),
            waiting("slo-early", SLO, 40));

    assertThat(plan.jobs())
        .extracting(PlannedJob::jobId)
        .containsExactly("slo-early", "slo-late", "be-early", "missed", "be-late");
    assertThat(plan.jobs())
        .extracting(job -> job.reason().code())
        .containsExactly(
            Reason.Code.DEADLINE_FIRST,
            Reason.Code.DEADLINE_FIRST,
            Reason.Code.ARRIVAL_ORDER,
            Reason.Code.ARRIVAL_ORDER,
            Reason.Code.ARRIVAL_ORDER);
    assertThat(plan.jobs().get(0).reason().detail())
        .isEqualTo(
            "Had 0.0 s until its deadline when it was planned; next of such jobs in the order of"
                + " submission.");
    assertThat(plan.preemptions()).isEmpty();
    assertThat(plan.summary())
        .isEqualTo("prio-demoting: 2 jobs with a deadline before 3 others, 0 tasks to stop");
  }

  @Test
  void strictlyAJobKeepsItsPriorityBeyondItsDeadline() {
    JobGoal missed = JobGoal.by(Instant.ofEpochMilli(NOW_MILLIS - 1_500));
    Plan plan =
        PrioPolicy.strict()
            .plan(
                Snapshots.cluster(
                    ImmutableList.of(Snapshots.node("", 9, 9)),
                    new JobView[] {
                      waiting("be", JobGoal.BEST_EFFORT, 10),
                      waiting("missed", missed, 20),
                      waiting("slo", SLO, 40)
                    }),
                NOW_MILLIS,
                () -> false);

    assertThat(plan.jobs()).extracting(PlannedJob::jobId).containsExactly("missed", "slo", "be");
    assertThat(plan.jobs().get(0).reason().detail()).startsWith("Was 1.5 s beyond its deadline");
  }

  @Test
  void nobodyIsStoppedForRoomThatThereIs() {
    JobView slo = asking("slo", SLO, 1, 2);

    assertThat(plan(nodes(2, 0), running("be", task("be/1", "n0", 10, 1)), slo).preemptions())
        .isEmpty();
  }

  /** The free slots are the first job's; so the second must have others. */
  @Test
  void roomIsNotCountedTwice() {
    JobView busy = running("be", task("t1", "n1", 10, 1), task("t2", "n1", 20, 1));

    Plan plan = plan(nodes(2, 0), busy, asking("slo1", SLO, 1, 2), asking("slo2", SLO, 1, 1));

    assertThat(plan.preemptions())
        .extracting(Preemption::taskId, Preemption::beneficiary)
        .containsExactly(tuple("t2", "slo2"));
  }

  @Test
  void tasksThatTogetherMakeRoomAreOnOneNode() {
    JobView be =
        running(
            "be",
            task("n0-old", "n0", 10, 1),
            task("n1-old", "n1", 20, 1),
            task("n1-new", "n1", 30, 1),
            task("n0-new", "n0", 40, 1));

    Plan plan = plan(nodes(0, 0), be, asking("slo", SLO, 2, 1));

    // The newest of all is on n0, but n1 is the first to have room for two slots.
    assertThat(plan.preemptions())
        .extracting(Preemption::taskId)
        .containsExactlyInAnyOrder("n1-old", "n1-new");
  }

  @Test
  void whatIsNotNeededIsSparedTheOldestFirst() {
    JobView be =
        running(
            "be",
            task("large", "n0", 10, 3),
            task("small", "n0", 20, 1),
            task("smaller", "n0", 30, 1));

    Plan plan = plan(nodes(0), be, asking("slo", SLO, 3, 1));

    assertThat(plan.preemptions()).extracting(Preemption::taskId).containsExactly("large");
    assertThat(plan.preemptions().get(0).reason().code())
        .isEqualTo(Reason.Code.PREEMPTED_FOR_DEADLINE);
    assertThat(plan.preemptions().get(0).reason().detail())
        .isEqualTo(
            "That job has a deadline to meet; what started before this task is spared if it can"
                + " be.");
    assertThat(plan.preemptions().get(0).saying("To be stopped").reason().detail())
        .startsWith("To be stopped to make room for slo. That job has a deadline to meet;");
  }

  @Test
  void whatIsLeftOfAStoppedTaskServesTheNext() {
    JobView be = running("be", task("old", "n0", 10, 1), task("new", "n0", 20, 3));

    Plan plan = plan(nodes(0), be, asking("slo1", SLO, 1, 2), asking("slo2", SLO, 1, 1));

    assertThat(plan.preemptions()).extracting(Preemption::taskId).containsExactly("new");
  }

  @Test
  void neitherApplicationMastersNorSloJobsNorGoneNodesAreTouched() {
    RunningTask master =
        new RunningTask("am", "n0", TaskAsk.Kind.APPLICATION_MASTER, "", slots(1), 90);
    JobView be = running("be", master, task("gone", "n9", 80, 1));
    JobView other =
        JobView.of("slo", SLO, 0, ImmutableList.of(), ImmutableList.of(task("t", "n0", 70, 1)));

    assertThat(plan(nodes(0), be, other, asking("waits", SLO, 1, 1)).preemptions()).isEmpty();
  }

  @Test
  void nothingIsStoppedForWhatFitsNowhere() {
    JobView be = running("be", task("t1", "n0", 10, 1), task("t2", "n1", 20, 1));

    assertThat(plan(nodes(0, 0), be, asking("slo", SLO, 2, 1)).preemptions()).isEmpty();
    assertThat(plan(nodes(0, 0), be, asking("late", MISSED, 1, 1)).preemptions()).isEmpty();
  }

  @Test
  void anElasticJobTakesWhatThereCanBe() {
    JobView be = running("be", task("t1", "n0", 10, 1), task("t2", "n1", 20, 1));

    assertThat(plan(nodes(0, 0), be, asking("slo", SLO, 1, 9)).preemptions()).hasSize(2);
  }

  @Test
  void aGangHasRoomForAllOfItOrStopsNobody() {
    JobView be = running("be", task("t1", "n0", 10, 1), task("t2", "n1", 20, 1));
    JobGoal gang = new JobGoal(SLO.deadlineMillis(), true);

    assertThat(plan(nodes(0, 0), be, asking("slo", gang, 1, 3)).preemptions()).isEmpty();
    assertThat(plan(nodes(0, 0), be, asking("slo", gang, 1, 2)).preemptions()).hasSize(2);
    // What the gang cannot use another job can.
    assertThat(plan(nodes(0, 0), be, asking("a", gang, 1, 3), asking("b", SLO, 1, 1)).preemptions())
        .extracting(Preemption::taskId, Preemption::beneficiary)
        .containsExactly(tuple("t2", "b"));
  }

  @Test
  void aGangIsStoppedWholeAndAfterAllOthers() {
    JobView gang =
        JobView.of(
            "gang",
            Snapshots.GANG,
            0,
            ImmutableList.of(),
            ImmutableList.of(task("g1", "n0", 50, 1), task("g2", "n1", 60, 1)));
    JobView be = running("be", task("t1", "n0", 10, 1));

    assertThat(plan(nodes(0, 0), gang, be, asking("slo", SLO, 1, 1)).preemptions())
        .extracting(Preemption::taskId)
        .containsExactly("t1");
    assertThat(plan(nodes(0, 0), gang, be, asking("slo", SLO, 1, 2)).preemptions())
        .extracting(Preemption::taskId)
        .containsExactly("t1", "g2", "g1");
    // On n0 both together make room for two.
    assertThat(plan(nodes(0, 0), gang, be, asking("slo", SLO, 2, 1)).preemptions())
        .extracting(Preemption::taskId)
        .containsExactly("t1", "g2", "g1");
  }

  @Test
  void saysWhichTasksMakeRoomForWhichContainer() {
    JobView be = running("be", task("t1", "n0", 10, 1), task("t2", "n1", 20, 1));

    assertThat(plan(nodes(0, 0), be, asking("slo", SLO, 1, 2)).rooms())
        .extracting(MadeRoom::beneficiary, MadeRoom::places, room -> stopped(room))
        .containsExactly(
            tuple("slo", ImmutableList.of(place("slo", "n1", 1)), List.of("t2")),
            tuple("slo", ImmutableList.of(place("slo", "n0", 1)), List.of("t1")));
  }

  @Test
  void roomOfAGangIsOneWithThatWhichIsFree() {
    JobGoal gang = new JobGoal(SLO.deadlineMillis(), true);
    JobView be = running("be", task("t1", "n0", 10, 1), task("t2", "n1", 20, 1));

    assertThat(plan(nodes(1, 0), be, asking("slo", gang, 1, 3)).rooms())
        .singleElement()
        .satisfies(
            room -> {
              assertThat(room.places())
                  .containsExactly(
                      place("slo", "n0", 1), place("slo", "n1", 1), place("slo", "n0", 1));
              assertThat(stopped(room)).containsExactly("t2", "t1");
            });
    assertThat(plan(nodes(3, 0), be, asking("slo", gang, 1, 3)).rooms()).isEmpty();
  }

  @Test
  void roomThatIsKeptIsForTheOneThatItIsKeptForAlone() {
    JobView be = running("be", task("t1", "n1", 10, 1));
    ImmutableList<KeptRoom> kept = ImmutableList.of(place("first", "n0", 1));

    assertThat(plan(kept, nodes(1, 0), be, asking("first", SLO, 1, 1)).rooms()).isEmpty();
    assertThat(plan(kept, nodes(1, 0), be, asking("slo", SLO, 1, 1)).rooms()).hasSize(1);
    assertThat(plan(kept, nodes(1, 0), be, asking("first", SLO, 1, 2)).rooms())
        .as("beyond what is kept for it")
        .hasSize(1);
  }

  private static List<String> stopped(MadeRoom room) {
    return room.preemptions().stream().map(Preemption::taskId).toList();
  }

  private static KeptRoom place(String job, String node, int slots) {
    return new KeptRoom(job, node, slots(slots));
  }

  private Plan plan(ImmutableList<KeptRoom> kept, ImmutableList<NodeView> nodes, JobView... jobs) {
    ClusterSnapshot withKept =
        ClusterSnapshot.of(nodes, ImmutableList.copyOf(jobs), ImmutableList.of(), kept);
    return policy.plan(withKept, NOW_MILLIS, () -> false);
  }

  private Plan plan(ImmutableList<NodeView> nodes, JobView... jobs) {
    return policy.plan(Snapshots.cluster(nodes, jobs), NOW_MILLIS, () -> false);
  }

  /** Nodes n0, n1, … of ten slots with so many free. */
  private static ImmutableList<NodeView> nodes(int... free) {
    ImmutableList.Builder<NodeView> nodes = ImmutableList.builder();
    for (int node = 0; node < free.length; node++) {
      nodes.add(new NodeView("n" + node, "", slots(10), slots(free[node])));
    }
    return nodes.build();
  }

  private static ResourceVector slots(int count) {
    return ResourceVector.of(1_024L * count, count);
  }

  private static RunningTask task(String id, String node, long startMillis, int slots) {
    return new RunningTask(id, node, TaskAsk.Kind.TASK, "", slots(slots), startMillis);
  }

  private static JobView running(String id, RunningTask... tasks) {
    return JobView.of(id, JobGoal.BEST_EFFORT, 0, ImmutableList.of(), ImmutableList.copyOf(tasks));
  }

  private static JobView asking(String id, JobGoal goal, int slots, int count) {
    TaskAsk ask = new TaskAsk(TaskAsk.Kind.TASK, "", slots(slots), count);
    return JobView.of(id, goal, 0, ImmutableList.of(ask), ImmutableList.of());
  }

  private static JobView waiting(String id, JobGoal goal, long submitMillis) {
    return JobView.of(id, goal, submitMillis, Snapshots.tasks(1), ImmutableList.of());
  }
}
