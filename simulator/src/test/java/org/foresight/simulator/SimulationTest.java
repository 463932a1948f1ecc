package org.foresight.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.foresight.simulator.TestJobs.gang;
import static org.foresight.simulator.TestJobs.job;
import static org.foresight.simulator.TestJobs.preferring;
import static org.foresight.simulator.TestJobs.stage;
import static org.foresight.simulator.TestJobs.stageAfter;
import static org.foresight.simulator.TestJobs.stageOf;
import static org.foresight.simulator.TestJobs.staged;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.ImmutableLongArray;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.traces.NodePreference;
import org.foresight.traces.WorkloadStage;
import org.junit.jupiter.api.Test;

/** Schedules that are small enough to be worked out by hand. */
class SimulationTest {
  private static final ImmutableList<String> GPU_RESOURCES =
      ImmutableList.of("memory-mb", "vcores", "gpu");

  @Test
  void jobsRunInTheOrderOfSubmissionOnTwoSlots() {
    SimulatedRun run =
        fifo(ClusterSpec.ofSlots(1, 2))
            .run(
                job("a", 0, 10_000, 10_000, 4_000),
                job("b", 1_000, 3_000),
                job("c", 2_000, 1_000, 1_000));

    // Both slots run a until 10 s; then a's third task until 14 s beside b until 13 s, then c.
    assertThat(run.finishMillis("a")).isEqualTo(14_000);
    assertThat(run.firstStartMillis("b")).isEqualTo(10_000);
    assertThat(run.finishMillis("b")).isEqualTo(13_000);
    assertThat(run.firstStartMillis("c")).isEqualTo(13_000);
    assertThat(run.finishMillis("c")).isEqualTo(15_000);
    assertThat(run.result().taskEvents()).isEqualTo(12);
    assertThat(run.result().endMillis()).isEqualTo(15_000);
    assertThat(run.result().finished()).isEqualTo(3);
  }

  @Test
  void usageIsTheMeanOfEveryStep() {
    SimulatedRun run = fifo(ClusterSpec.ofSlots(1, 2)).run(job("a", 0, 1_500, 1_000, 500));

    // Two slots until 1.5 s, the third task from 1 s on.
    SimulationResult.Usage usage = run.result().usage();
    assertThat(usage.stepMillis()).isEqualTo(1_000);
    assertThat(usage.usedVcores().asList()).containsExactly(2.0, 2.0);
    assertThat(usage.waitingTasks().asList()).containsExactly(1.0, 0.0);
    assertThat(usage.totalVcores()).isEqualTo(2);
  }

  @Test
  void aStageStartsWhenItsParentsHaveEnded() {
    SimulatedRun run =
        fifo(ClusterSpec.ofSlots(1, 4))
            .run(
                staged(
                    "diamond",
                    0,
                    stage(1_000, 2_000),
                    stageAfter(0, 3_000),
                    stageAfter(0, 5_000),
                    new WorkloadStage(
                        ImmutableLongArray.of(4_000),
                        ImmutableIntArray.of(1, 2),
                        WorkloadStage.ONE_SLOT,
                        "")));

    assertThat(run.finishMillis("diamond")).isEqualTo(2_000 + 5_000 + 4_000);
  }

  @Test
  void aGangWaitsUntilAllOfItFits() {
    SimulatedRun run =
        fifo(ClusterSpec.ofSlots(2, 2))
            .run(
                job("a", 0, 9_000, 5_000),
                gang("g", 1_000, 2_000, 2_000, 2_000),
                job("c", 2_000, 1_000));

    // Two slots are free from the beginning, the third one at 5 s; c needs no more than one.
    assertThat(run.firstStartMillis("c")).isEqualTo(2_000);
    assertThat(run.firstStartMillis("g")).isEqualTo(5_000);
    assertThat(run.finishMillis("g")).isEqualTo(7_000);
  }

  @Test
  void anApplicationMasterTakesASlotAndItsTime() {
    ResourceVector slot = ResourceVector.of(1024, 1);
    SimulatedRun run =
        fifo(ClusterSpec.ofSlots(1, 2))
            .with(
                SimulationParameters.builder()
                    .cycleMillis(0)
                    .master(new MasterModel(slot, 1_000, 500)))
            .run(job("a", 0, 3_000, 3_000), job("b", 4_000, 1_000));

    // a: its master alone until 1 s, then one task after the other beside it. b's master starts in
    // the slot that a's second task leaves at 7 s, b's task in that of a's master, free since 7.5
    // s.
    assertThat(run.firstStartMillis("a")).isEqualTo(1_000);
    assertThat(run.finishMillis("a")).isEqualTo(7_000);
    assertThat(run.firstStartMillis("b")).isEqualTo(8_000);
    assertThat(run.finishMillis("b")).isEqualTo(9_000);
    assertThat(run.result().endMillis()).isEqualTo(9_500);
  }

  @Test
  void delaysAddUp() {
    SimulatedRun run =
        fifo(ClusterSpec.ofSlots(1, 1))
            .with(
                SimulationParameters.builder()
                    .cycleMillis(0)
                    .networkDelayMillis(10)
                    .containerStartMillis(100)
                    .reportMillis(1_000))
            .run(job("a", 0, 5_000), job("b", 0, 5_000));

    // There and back 20 ms and 100 ms to start; a second until the job knows.
    assertThat(run.finishMillis("a")).isEqualTo(6_120);
    assertThat(run.firstStartMillis("b")).isEqualTo(5_120);
    assertThat(run.finishMillis("b")).isEqualTo(11_240);
  }

  @Test
  void onReportsANodeHasNewsAndGetsTasksOnceAnInterval() {
    SimulatedRun run =
        fifo(ClusterSpec.ofSlots(2, 1))
            .with(
                SimulationParameters.builder()
                    .cycleMillis(0)
                    .heartbeatMillis(1_000)
                    .asynchronous(false))
            .run(job("a", 100, 700, 700), job("b", 200, 100));

    // The nodes report at 0, 1000, … and at 500, 1500, …: a's tasks start at 500 and at 1000 and
    // are known to have ended at 1500 and 2000; b starts in the first slot that is known to be
    // free.
    assertThat(run.firstStartMillis("a")).isEqualTo(500);
    assertThat(run.finishMillis("a")).isEqualTo(2_000);
    assertThat(run.firstStartMillis("b")).isEqualTo(1_500);
    assertThat(run.finishMillis("b")).isEqualTo(2_500);
  }

  @Test
  void asynchronousDispatchDoesNotWaitForReports() {
    SimulatedRun run =
        fifo(ClusterSpec.ofSlots(2, 1))
            .with(SimulationParameters.builder().cycleMillis(0).heartbeatMillis(1_000))
            .run(job("a", 100, 700, 700));

    // Both tasks start at once; the second node tells of its end at 1500.
    assertThat(run.firstStartMillis("a")).isEqualTo(100);
    assertThat(run.finishMillis("a")).isEqualTo(1_500);
  }

  @Test
  void planningHappensOnceACycleAndWhenItIsNeeded() {
    SimulatedRun run =
        fifo(ClusterSpec.ofSlots(1, 1))
            .with(SimulationParameters.builder().cycleMillis(1_000))
            .run(job("a", 0, 100), job("b", 300, 100), job("c", 5_000, 100_000));

    // b comes within the cycle of the plan made for a.
    assertThat(run.firstStartMillis("a")).isEqualTo(0);
    assertThat(run.firstStartMillis("b")).isEqualTo(1_000);
    assertThat(run.firstStartMillis("c")).isEqualTo(5_000);
    assertThat(run.result().plans()).isEqualTo(3);
  }

  @Test
  void aPlanThatTakesTimeComesIntoForceLate() {
    SimulatedRun run =
        fifo(ClusterSpec.ofSlots(1, 1))
            .with(SimulationParameters.builder().cycleMillis(1_000).planMillis(400))
            .run(job("a", 0, 100), job("b", 1_100, 100));

    assertThat(run.firstStartMillis("a")).isEqualTo(400);
    assertThat(run.firstStartMillis("b")).isEqualTo(1_500);
  }

  @Test
  void tasksRunFasterOnFasterNodesAndSlowerWhereTheyAreNotAtHome() {
    ClusterSpec cluster =
        new ClusterSpec(
            ImmutableList.of("memory-mb", "vcores"),
            ImmutableList.of(
                new NodeClass("fast", 1, ResourceVector.of(1024, 1), "", 2.0, 0),
                NodeClass.ofSlots("plain", 1, 1)));
    NodePreference fast = new NodePreference(ImmutableSet.of("fast"), 1.5);

    SimulatedRun run = fifo(cluster).run(preferring("a", 0, fast, 10_000, 10_000));

    // One task on each node: 10 s ÷ 2 and 10 s × 1.5.
    assertThat(run.finishMillis("a")).isEqualTo(15_000);
    assertThat(run.result().usage().usedVcores().get(0)).isEqualTo(2.0);
    assertThat(run.result().usage().usedVcores().get(6)).isEqualTo(1.0);
  }

  @Test
  void everyResourceAndTheLabelCount() {
    ClusterSpec cluster =
        new ClusterSpec(
            GPU_RESOURCES,
            ImmutableList.of(
                new NodeClass("plain", 1, vector(8192, 8, 0), "", 1.0, 0),
                new NodeClass("gpu", 1, vector(8192, 8, 2), "gpu", 1.0, 0)));
    ImmutableSortedMap<String, Long> oneGpu =
        ImmutableSortedMap.of("gpu", 1L, "memory-mb", 1024L, "vcores", 1L);
    ImmutableSortedMap<String, Long> muchMemory =
        ImmutableSortedMap.of("memory-mb", 5000L, "vcores", 1L);

    SimulatedRun run =
        fifo(cluster)
            .run(
                staged("train", 0, stageOf(oneGpu, "gpu", 1_000, 1_000, 1_000)),
                staged("sort", 0, stageOf(muchMemory, "", 1_000, 1_000)));

    // Two GPUs for three tasks; memory for one sorting task at a time, and none beside the label.
    assertThat(run.finishMillis("train")).isEqualTo(2_000);
    assertThat(run.finishMillis("sort")).isEqualTo(2_000);
  }

  @Test
  void nodesTakeNoWaitingTasksWithoutSomebodyToHaveThemWait() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> fifo(ClusterSpec.ofSlots(1, 1).withWaitingTasks(2)).run(job("a", 0, 100)))
        .withMessageContaining("waitingTasks (2) of the node class (node)");
  }

  @Test
  void whatNoEmptyClusterCouldRunIsRefusedWithAReason() {
    SimulatedRun run =
        fifo(ClusterSpec.ofSlots(2, 2))
            .run(
                gang("wide", 0, 1, 1, 1, 1, 1),
                staged("large", 0, stageOf(ImmutableSortedMap.of("vcores", 3L), "", 1_000)),
                staged("label", 0, stageOf(ImmutableSortedMap.of("vcores", 1L), "gpu", 1_000)),
                job("fine", 0, 1_000));

    assertThat(run.refusals())
        .containsExactly(
            "wide: its 5 tasks must run together and the cluster has room for 4",
            "large: a task of it fits no node of the partition \"\"",
            "label: a task of it fits no node of the partition \"gpu\"");
    assertThat(run.result().refused()).isEqualTo(3);
    assertThat(run.result().finished()).isEqualTo(1);
  }

  @Test
  void aGangNeedsRoomBesideItsApplicationMaster() {
    SimulatedRun run =
        fifo(ClusterSpec.ofSlots(2, 2))
            .with(
                SimulationParameters.builder()
                    .cycleMillis(0)
                    .master(new MasterModel(ResourceVector.of(1024, 1), 0, 0)))
            .run(gang("wide", 0, 1, 1, 1, 1), gang("fits", 0, 1, 1, 1));

    assertThat(run.refusals())
        .containsExactly("wide: its 4 tasks must run together and the cluster has room for 3");
    assertThat(run.job("fits").succeeded()).isTrue();
  }

  @Test
  void isCutOffWhereTheParametersSay() {
    SimulatedRun run =
        fifo(ClusterSpec.ofSlots(1, 1))
            .with(SimulationParameters.builder().longestMillis(1_500))
            .run(job("a", 0, 1_000), job("b", 0, 1_000));

    assertThat(run.finishMillis("a")).isEqualTo(1_000);
    assertThat(run.job("b").succeeded()).isFalse();
    assertThat(run.result().unfinished()).isEqualTo(1);
    assertThat(run.result().endMillis()).isEqualTo(1_500);
  }

  @Test
  void noJobsIsARunToo() {
    SimulationResult result = fifo(ClusterSpec.ofSlots(1, 1)).run().result();

    assertThat(result.jobs()).isZero();
    assertThat(result.endMillis()).isZero();
  }

  @Test
  void jobsMustComeInTheOrderOfSubmissionHaveIdsOfTheirOwnAndNeedKnownResources() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> fifo(ClusterSpec.ofSlots(1, 1)).run(job("a", 0, 1_000), job("a", 4, 1_000)))
        .withMessage("The job (a) is submitted while another one of this id lives.");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> fifo(ClusterSpec.ofSlots(1, 1)).run(job("a", 5, 1_000), job("b", 4, 1_000)))
        .withMessageContaining("The job (b) is submitted at 4 ms, the one before it at 5 ms");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                fifo(ClusterSpec.ofSlots(1, 1))
                    .run(staged("x", 0, stageOf(ImmutableSortedMap.of("fpga", 1L), "", 1_000))))
        .withMessage("The job (x) needs the resource (fpga), the cluster has [memory-mb, vcores].");
  }

  private static SimulatedRun fifo(ClusterSpec cluster) {
    return SimulatedRun.of("fifo", cluster);
  }

  private static ResourceVector vector(long memoryMib, long vcores, long gpus) {
    return new ResourceVector(ImmutableLongArray.of(memoryMib, vcores, gpus));
  }
}
