package org.foresight.yarn;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.OptionalLong;
import org.foresight.planner.policy.CapacityQueues;
import org.foresight.simulator.ClusterSpec;
import org.foresight.simulator.SimulationParameters;
import org.foresight.testbed.LocalYarnCluster;
import org.foresight.testbed.LocalYarnParameters;
import org.foresight.traces.JobRun;
import org.foresight.traces.WorkloadJob;
import org.junit.jupiter.api.Test;

/**
 * Runs the same jobs in the same queues under Hadoop's CapacityScheduler and under the policy that
 * simulates it.
 *
 * <p>On the reports of nodes, since there CapacityScheduler decides on each container by the state
 * of that moment. At any time, which is Hadoop's default, it decides on containers before earlier
 * ones are committed (CapacityScheduler.submitResourceCommitRequest), and a queue may get one too
 * many.
 *
 * <p>The simulation is told when the jobs were really submitted, and has no application masters,
 * since the real ones are unmanaged: they hold no container.
 */
class CapacityAgreementIT {

  /** What a container's way through YARN takes here; the tolerance covers what it varies. */
  private static final SimulationParameters LATENCIES =
      SimulationParameters.builder()
          .asynchronous(false)
          .cycleMillis(0)
          .heartbeatMillis(LocalYarnParameters.DEFAULTS.nodeHeartbeat().toMillis())
          .containerStartMillis(250)
          .reportMillis(100)
          .build();

  /** From a job's submission until its application master has registered and asks. */
  private static final long ASK_MILLIS = 350;

  /**
   * How far apart the starts of a job may be, and its ends. Some half a second a container is due
   * to YARN; a task that runs in another round than it should is off by twice the tolerance.
   */
  private static final long TOLERANCE_MILLIS = 1_500;

  private static final long TASK_MILLIS = 3_000;
  private static final int NODES = 2;

  /** How often a real cluster may be asked: a busy machine is slow in some runs. */
  private static final int MOST_RUNS = 3;

  @Test
  void aQueueGivesBackWhatItUsedOfTheOthersGuaranteeAsItsTasksEnd() throws Exception {
    compare(
        4,
        ImmutableMap.<String, String>builder()
            .putAll(queue("production", 50, 100, 2))
            .putAll(queue("adhoc", 50, 100, 2))
            .buildOrThrow(),
        job("wide", 0, "alice", "production", 16),
        job("behind", 1_000, "alice", "production", 4),
        job("other", 1_200, "bob", "adhoc", 8));
  }

  @Test
  void aQueueStaysBelowItsMaximumThoughRoomIsLeft() throws Exception {
    compare(
        4,
        ImmutableMap.<String, String>builder()
            .putAll(queue("production", 50, 75, 2))
            .putAll(queue("adhoc", 50, 100, 2))
            .buildOrThrow(),
        job("capped", 0, "alice", "production", 12),
        job("free", 1_200, "bob", "adhoc", 2));
  }

  @Test
  void aUserStaysAtTheQueuesGuaranteeAndTheNextUserGetsTheRest() throws Exception {
    compare(
        4,
        ImmutableMap.<String, String>builder()
            .putAll(queue("production", 50, 100, 1))
            .putAll(queue("adhoc", 50, 100, 1))
            .buildOrThrow(),
        job("alices", 0, "alice", "production", 10),
        job("bobs", 1_200, "bob", "production", 12));
  }

  @Test
  void threeQueuesShareByTheirGuaranteesAndServeFirstInFirstOut() throws Exception {
    compare(
        5,
        ImmutableMap.<String, String>builder()
            .put("yarn.scheduler.capacity.root.queues", "small,middle,large")
            .putAll(queue("small", 20, 100, 5))
            .putAll(queue("middle", 30, 100, 4))
            .putAll(queue("large", 50, 100, 2))
            .buildOrThrow(),
        job("first", 0, "alice", "large", 10),
        job("large", 1_000, "alice", "large", 10),
        job("middle", 1_200, "bob", "middle", 6),
        job("small", 1_400, "carol", "small", 2),
        job("small-behind", 1_600, "carol", "small", 2));
  }

  private static ImmutableMap<String, String> queue(
      String name, int capacityPercent, int maximumPercent, int userLimitFactor) {
    String prefix = "yarn.scheduler.capacity.root." + name + ".";
    return ImmutableMap.of(
        prefix + "capacity", Integer.toString(capacityPercent),
        prefix + "maximum-capacity", Integer.toString(maximumPercent),
        prefix + "user-limit-factor", Integer.toString(userLimitFactor));
  }

  private static WorkloadJob job(
      String id, long submitMillis, String user, String queue, int tasks) {
    return Workloads.job(id, user, queue, OptionalLong.empty(), tasks, TASK_MILLIS)
        .at(id, submitMillis, OptionalLong.empty());
  }

  /** What is simulated is another schedule if no real run of the same jobs was like it. */
  private static void compare(
      int slotsPerNode, ImmutableMap<String, String> queues, WorkloadJob... jobs) throws Exception {
    AssertionError last = null;
    for (int run = 0; run < MOST_RUNS; run++) {
      try {
        compareOnce(slotsPerNode, queues, jobs);
        return;
      } catch (AssertionError e) {
        if (last != null) {
          e.addSuppressed(last);
        }
        last = e;
      }
    }
    throw requireNonNull(last);
  }

  private static void compareOnce(
      int slotsPerNode, ImmutableMap<String, String> queues, WorkloadJob... jobs) throws Exception {
    LocalYarnParameters parameters =
        LocalYarnParameters.DEFAULTS
            .withSize(NODES, slotsPerNode)
            .withScheduler(
                LocalYarnParameters.CAPACITY_SCHEDULER,
                false,
                ImmutableMap.<String, String>builder()
                    .put("yarn.scheduler.capacity.maximum-am-resource-percent", "1")
                    .putAll(queues)
                    .buildOrThrow());
    CapacityRun real;
    CapacityQueues realQueues;
    try (LocalYarnCluster cluster = LocalYarnCluster.start(parameters)) {
      RealCapacityScheduler scheduler = new RealCapacityScheduler(cluster);
      realQueues = CapacityQueues.parse(scheduler.settings());
      real = scheduler.run(ImmutableList.copyOf(jobs));
    }
    CapacityRun simulated =
        SimulatedCapacityScheduler.run(
            realQueues,
            ClusterSpec.ofSlots(NODES, slotsPerNode),
            LATENCIES,
            real.jobs().stream().map(CapacityAgreementIT::asSubmitted).collect(toImmutableList()));

    assertThat(real.jobs())
        .allSatisfy(
            run -> {
              assertThat(run.succeeded()).isTrue();
              assertThat(run.tasksRerun()).isZero();
            });
    assertThat(simulated.mostTasks()).as("most tasks at once").isEqualTo(real.mostTasks());
    for (int i = 0; i < jobs.length; i++) {
      JobRun realRun = real.jobs().get(i);
      JobRun simulatedRun = simulated.jobs().get(i);
      assertThat(simulatedRun.firstTaskStartMillis().orElseThrow())
          .as("simulated start of %s", realRun.id())
          .isCloseTo(realRun.firstTaskStartMillis().orElseThrow(), within(TOLERANCE_MILLIS));
      assertThat(simulatedRun.finishMillis().orElseThrow())
          .as("simulated end of %s", realRun.id())
          .isCloseTo(realRun.finishMillis().orElseThrow(), within(TOLERANCE_MILLIS));
    }
  }

  private static WorkloadJob asSubmitted(JobRun run) {
    return run.job().at(run.id(), run.submitMillis() + ASK_MILLIS, OptionalLong.empty());
  }
}
