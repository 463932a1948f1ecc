package org.foresight.yarn;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.monitor.capacity.ProportionalCapacityPreemptionPolicy;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.foresight.yarn.ForesightConfiguration.Planning;
import org.junit.jupiter.api.Test;

/**
 * YARN's own preemption monitor beside a queue that is on: it takes what a plan holds back for
 * demand, and stops containers of other queues for it, but for those that forbid it.
 */
class StockMonitorTest extends LocalYarn {
  private static final String MONITOR = "yarn.resourcemanager.monitor.capacity.preemption.";
  private static final int ROUNDS = 5;

  /** With a master each, the queue that is on has less than its half, the other one has more. */
  private static final int HELD_TASKS = 6;

  private static final int OTHERS_TASKS = 12;

  /** Masters start at once, and tasks in an hour. */
  public static final class Later extends ForesightScheduler {
    @Override
    SchedulingPolicy createPolicy(Planning planning, History learned) {
      return new SchedulingPolicy() {
        @Override
        public String name() {
          return "in an hour";
        }

        @Override
        public void onEvent(ClusterEvent event) {}

        @Override
        public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
          return new Plan(
              nowMillis,
              cluster.jobs().stream()
                  .map(job -> planned(job, nowMillis))
                  .collect(toImmutableList()),
              "in a test");
        }
      };
    }

    private static PlannedJob planned(JobView job, long nowMillis) {
      long laterMillis = job.waitsForMaster() ? 0 : Duration.ofHours(1).toMillis();
      return new PlannedJob(
          job.id(),
          OptionalLong.of(nowMillis + laterMillis),
          Integer.MAX_VALUE,
          false,
          new Reason(Reason.Code.WAITING_FOR_PLANNED_START, "in a test"));
    }
  }

  StockMonitorTest() {
    super(Later.class);
    twoQueues();
    settings.put("foresight.cycle-millis", "20");
    settings.put(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, "true");
    settings.put(MONITOR + "monitoring_interval", "3600000"); // The test runs it.
    settings.put(MONITOR + "max_wait_before_kill", "0");
    settings.put(MONITOR + "total_preemption_per_round", "1");
    settings.put(MONITOR + "natural_termination_factor", "1");
  }

  @Test
  void stopsContainersOfOthersForWhatAPlanHoldsBack() throws Exception {
    Sight sight = look();

    assertThat(sight.stopped).isNotEmpty();
    assertThat(sight.stopped)
        .extracting(ContainerStatus::getExitStatus)
        .containsOnly(ContainerExitStatus.PREEMPTED);
    assertThat(sight.started).as("though there is room").isEmpty();
  }

  @Test
  void stopsNoneOfAQueueThatForbidsIt() throws Exception {
    queues.set(PREFIX + "root.off.disable_preemption", "true");

    Sight sight = look();

    assertThat(sight.stopped).isEmpty();
    assertThat(sight.started).as("though there is room").isEmpty();
  }

  /**
   * What became of two queues.
   *
   * @param stopped of the one that is off and has more than it is guaranteed
   * @param started of the one that is on, whose plan holds back what it waits for
   */
  private record Sight(ImmutableList<ContainerStatus> stopped, ImmutableList<Container> started) {}

  /** Lets the monitor look several times. */
  private Sight look() throws Exception {
    start();
    addNode(8, 8);
    addNode(8, 8);
    MockAM held = launch("on");
    MockAM other = launch("off");
    ask(other, request(TASK, OTHERS_TASKS));
    for (Container task : served(other, OTHERS_TASKS)) {
      report(task, ContainerState.RUNNING);
    }
    awaitUntil(() -> ((ForesightScheduler) yarn.scheduler()).holds("root.on"));
    ask(held, request(TASK, HELD_TASKS));
    ProportionalCapacityPreemptionPolicy monitor =
        new ProportionalCapacityPreemptionPolicy(
            yarn.context(), yarn.scheduler(), () -> 0); // All happens at once.
    ImmutableList.Builder<ContainerStatus> stopped = ImmutableList.builder();
    for (int round = 0; round < ROUNDS; round++) {
      monitor.editSchedule();
      yarn.resourceManager().drainEvents();
      stopped.addAll(other.schedule().getCompletedContainersStatuses());
    }
    return new Sight(stopped.build(), ImmutableList.copyOf(servedLater(held)));
  }
}
