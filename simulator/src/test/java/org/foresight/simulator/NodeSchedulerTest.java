package org.foresight.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.foresight.simulator.TestJobs.job;

import com.google.common.collect.ImmutableList;
import org.foresight.planner.cluster.ResourceVector;
import org.junit.jupiter.api.Test;

/** Tasks that take turns on the cores of their node. */
class NodeSchedulerTest {

  /** A node of one core that admits two tasks more. */
  private static final ClusterSpec ONE_CORE =
      new ClusterSpec(
          ImmutableList.of("memory-mb", "vcores"),
          ImmutableList.of(new NodeClass("node", 1, ResourceVector.of(4096, 1), "", 1.0, 2)));

  @Test
  void tasksThatShareACoreEquallySlowEachOtherDown() {
    SimulatedRun run =
        SimulatedRun.of("fifo", ONE_CORE)
            .with(SimulationParameters.builder().cycleMillis(0))
            .with(new EqualShares())
            .run(job("a", 0, 10_000), job("b", 4_000, 3_000));

    // a alone until 4 s; both at half speed until b's 3 s are done at 10 s; a's last 3 s alone.
    assertThat(run.finishMillis("b")).isEqualTo(10_000);
    assertThat(run.finishMillis("a")).isEqualTo(13_000);
  }

  @Test
  void aSuspendedTaskKeepsItsWorkAndGoesOn() {
    SimulatedRun run =
        SimulatedRun.of("fifo", ONE_CORE)
            .with(SimulationParameters.builder().cycleMillis(0))
            .with(new RoundRobin(1_000))
            .run(job("a", 0, 3_000), job("b", 0, 1_500));

    // In turns of a second: a b a b(0.5) a.
    assertThat(run.finishMillis("b")).isEqualTo(3_500);
    assertThat(run.finishMillis("a")).isEqualTo(4_500);
    assertThat(run.job("a").tasksRerun()).isZero();
  }

  @Test
  void moreTasksThanAreAdmittedWait() {
    SimulatedRun run =
        SimulatedRun.of("fifo", ONE_CORE)
            .with(SimulationParameters.builder().cycleMillis(0))
            .with(new EqualShares())
            .run(job("a", 0, 3_000, 3_000, 3_000), job("d", 0, 1_000));

    assertThat(run.firstStartMillis("d")).isEqualTo(9_000);
  }

  @Test
  void anEndIsKnownThoughTurnsAreShorterThanItsNewsTake() {
    SimulatedRun run =
        SimulatedRun.of("fifo", ONE_CORE)
            .with(SimulationParameters.builder().cycleMillis(0).networkDelayMillis(1_500))
            .with(new RoundRobin(1_000))
            .run(job("a", 0, 3_000), job("b", 0, 1_500));

    // Both arrive at 1.5 s and take turns: a b a b, in whose second turn b ends at 5 s. That is
    // known
    // at 6.5 s; until then b is given one more turn, in vain. a's last turn ends at 7.5 s.
    assertThat(run.finishMillis("b")).isEqualTo(6_500);
    assertThat(run.finishMillis("a")).isEqualTo(9_000);
  }

  @Test
  void suspendedTasksUseNoCores() {
    SimulatedRun run =
        SimulatedRun.of("fifo", ONE_CORE)
            .with(SimulationParameters.builder().cycleMillis(0))
            .with(new RoundRobin(1_000))
            .run(job("a", 0, 3_000), job("b", 0, 3_000), job("c", 0, 3_000));

    assertThat(run.result().usage().usedVcores().asList())
        .containsExactly(1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0);
  }

  @Test
  void moreCoresThanThereAreIsAViolation() {
    NodeScheduler everybodyRuns =
        new EqualShares() {
          @Override
          void share(NodeTasks node) {
            node.tasks().forEach(task -> node.setShare(task, 1.0));
          }
        };

    assertThatExceptionOfType(InvariantViolation.class)
        .isThrownBy(
            () ->
                SimulatedRun.of("fifo", ONE_CORE)
                    .with(everybodyRuns)
                    .run(job("a", 0, 1_000, 1_000)))
        .withMessageContaining("the shares on node-0 need 2.0 virtual cores, it has 1");
  }

  /** Processor sharing. */
  private static class EqualShares implements NodeScheduler {
    @Override
    public void arrived(NodeTasks node, NodeTasks.Task task, long nowMillis) {
      share(node);
    }

    @Override
    public void left(NodeTasks node, NodeTasks.Task task, long nowMillis) {
      share(node);
    }

    @Override
    public void woken(NodeTasks node, long nowMillis) {
      throw new AssertionError("Nobody asked to be woken.");
    }

    void share(NodeTasks node) {
      long wanted = node.tasks().stream().mapToLong(NodeTasks.Task::vcores).sum();
      double share = Math.min(1.0, (double) node.vcores() / wanted);
      node.tasks().forEach(task -> node.setShare(task, share));
    }
  }

  /** One task at a time, the one that ran least next. */
  private record RoundRobin(long quantumMillis) implements NodeScheduler {
    @Override
    public void arrived(NodeTasks node, NodeTasks.Task task, long nowMillis) {
      if (node.tasks().size() == 1) {
        next(node, nowMillis);
      }
    }

    @Override
    public void left(NodeTasks node, NodeTasks.Task task, long nowMillis) {
      next(node, nowMillis);
    }

    @Override
    public void woken(NodeTasks node, long nowMillis) {
      next(node, nowMillis);
    }

    private void next(NodeTasks node, long nowMillis) {
      NodeTasks.Task least = null;
      for (NodeTasks.Task task : node.tasks()) {
        node.setShare(task, 0);
        if (least == null || task.attainedMillis(nowMillis) < least.attainedMillis(nowMillis)) {
          least = task;
        }
      }
      if (least != null) {
        node.setShare(least, 1);
        node.wakeAt(nowMillis + quantumMillis);
      }
    }
  }
}
