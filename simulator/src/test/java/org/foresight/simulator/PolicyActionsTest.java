package org.foresight.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.foresight.simulator.TestJobs.job;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Decision;
import org.foresight.planner.Dispatcher;
import org.foresight.planner.MadeRoom;
import org.foresight.planner.NodeAdmission;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Preemption;
import org.foresight.planner.Reason;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.junit.jupiter.api.Test;

/** What policies can do, and what they must not. */
class PolicyActionsTest {
  private static final Reason REASON = new Reason(Reason.Code.ARRIVAL_ORDER, "a test says so");

  @Test
  void aPreemptedTaskLosesItsWorkAndRunsAgain() {
    SimulatedRun run =
        SimulatedRun.of(oracle -> new UrgentFirst(), ClusterSpec.ofSlots(1, 2))
            .with(SimulationParameters.builder().cycleMillis(0))
            .run(job("slow", 0, 10_000, 10_000), job("urgent", 4_000, 2_000));

    // One of slow's tasks is stopped at 4 s, begins again at 6 s and ends at 16 s.
    assertThat(run.firstStartMillis("urgent")).isEqualTo(4_000);
    assertThat(run.finishMillis("urgent")).isEqualTo(6_000);
    assertThat(run.finishMillis("slow")).isEqualTo(16_000);
    assertThat(run.job("slow").tasksRerun()).isEqualTo(1);
    assertThat(run.job("slow").lostWorkMillis()).isEqualTo(4_000);
    assertThat(run.result().preemptions()).isEqualTo(1);
  }

  @Test
  void aPlannedStartIsKeptThoughNothingHappensThen() {
    SchedulingPolicy inTenSeconds =
        new TestPolicy() {
          @Override
          public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
            return planOf(cluster, nowMillis, job -> job.submitMillis() + 10_000);
          }
        };

    SimulatedRun run =
        SimulatedRun.of(oracle -> inTenSeconds, ClusterSpec.ofSlots(1, 2))
            .run(job("a", 0, 1_000), job("b", 500, 1_000));

    assertThat(run.firstStartMillis("a")).isEqualTo(10_000);
    assertThat(run.firstStartMillis("b")).isEqualTo(10_500);
  }

  @Test
  void whatIsNeverPlannedIsLeftUnfinished() {
    SchedulingPolicy never =
        new TestPolicy() {
          @Override
          public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
            return Plan.empty(nowMillis);
          }
        };

    SimulatedRun run =
        SimulatedRun.of(oracle -> never, ClusterSpec.ofSlots(1, 2)).run(job("a", 0, 1_000));

    assertThat(run.result().unfinished()).isEqualTo(1);
    assertThat(run.job("a").succeeded()).isFalse();
  }

  @Test
  void aPolicyIsToldWhatHappensInOrder() {
    List<String> told = new ArrayList<>();
    SchedulingPolicy listens =
        new TestPolicy() {
          @Override
          public void onEvent(ClusterEvent event) {
            told.add(event.atMillis() + " " + event.getClass().getSimpleName());
          }
        };

    SimulatedRun.of(oracle -> listens, ClusterSpec.ofSlots(1, 1))
        .with(SimulationParameters.builder().cycleMillis(0))
        .run(job("a", 5, 1_000, 1_000));

    assertThat(told)
        .containsExactly(
            "5 JobSubmitted",
            "5 TaskStarted",
            "1005 TaskFinished",
            "1005 TaskStarted",
            "2005 TaskFinished",
            "2005 JobFinished");
  }

  @Test
  void theOracleKnowsTheWorkOfLivingJobs() {
    List<Long> seen = new ArrayList<>();
    SimulatedRun.of(
            oracle ->
                new TestPolicy() {
                  @Override
                  public void onEvent(ClusterEvent event) {
                    if (event instanceof ClusterEvent.JobSubmitted submitted) {
                      seen.add(oracle.outcome(submitted.jobId()).workMillis());
                    }
                  }
                },
            ClusterSpec.ofSlots(1, 1))
        .run(job("a", 0, 1_000, 500), job("b", 10, 70));

    assertThat(seen).containsExactly(1_500L, 70L);
  }

  @Test
  void aStartThatDoesNotFitIsAViolationThatNamesTheEvent() {
    SchedulingPolicy tooMuch =
        new TestPolicy() {
          @Override
          public Dispatcher dispatcher(Plan plan, NodeAdmission admission) {
            return (node, view, nowMillis) -> new Decision.Start("large", REASON);
          }
        };
    var two = com.google.common.collect.ImmutableSortedMap.of("vcores", 2L);

    assertThatExceptionOfType(InvariantViolation.class)
        .isThrownBy(
            () ->
                SimulatedRun.of(oracle -> tooMuch, ClusterSpec.ofSlots(1, 3))
                    .run(
                        job("small", 7, 1_000, 1_000),
                        TestJobs.staged("large", 7, TestJobs.stageOf(two, "", 9_000, 9_000))))
        .withMessageMatching(
            "At 7 ms, at the submission of a job: large is started on node-0, where nothing that"
                + " it waits for fits");
  }

  @Test
  void aStartOfAJobThatDoesNotLiveIsAViolation() {
    SchedulingPolicy ghost =
        new TestPolicy() {
          @Override
          public Dispatcher dispatcher(Plan plan, NodeAdmission admission) {
            return (node, view, nowMillis) -> new Decision.Start("ghost", REASON);
          }
        };

    assertThatExceptionOfType(InvariantViolation.class)
        .isThrownBy(
            () -> SimulatedRun.of(oracle -> ghost, ClusterSpec.ofSlots(1, 1)).run(job("a", 0, 1)))
        .withMessageContaining("the policy test starts ghost, which does not live");
  }

  /** Starts everything in the order of submission. */
  private abstract static class TestPolicy implements SchedulingPolicy {
    @Override
    public String name() {
      return "test";
    }

    @Override
    public void onEvent(ClusterEvent event) {}

    @Override
    public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
      return planOf(cluster, nowMillis, job -> nowMillis);
    }

    static Plan planOf(
        ClusterSnapshot cluster,
        long nowMillis,
        java.util.function.ToLongFunction<JobView> startMillis) {
      ImmutableList.Builder<PlannedJob> jobs = ImmutableList.builder();
      for (JobView job : cluster.jobs()) {
        OptionalLong start = OptionalLong.of(startMillis.applyAsLong(job));
        jobs.add(new PlannedJob(job.id(), start, Integer.MAX_VALUE, false, REASON));
      }
      return new Plan(nowMillis, jobs.build(), "a test's plan");
    }
  }

  /** Stops a task of another job for every task that the job called urgent waits for. */
  private static final class UrgentFirst extends TestPolicy {
    @Override
    public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
      ImmutableList.Builder<MadeRoom> rooms = ImmutableList.builder();
      ImmutableList.Builder<PlannedJob> order = ImmutableList.builder();
      for (JobView job : cluster.jobs()) {
        if (job.id().equals("urgent")) {
          order.add(due(job, nowMillis));
          if (job.pendingTasks() > 0 && nowMillis == job.submitMillis()) {
            JobView victim = cluster.jobs().get(0);
            Preemption stopped =
                new Preemption(victim.id(), victim.running().get(0).taskId(), job.id(), REASON);
            rooms.add(new MadeRoom(job.id(), ImmutableList.of(), ImmutableList.of(stopped)));
          }
        }
      }
      cluster.jobs().stream()
          .filter(job -> !job.id().equals("urgent"))
          .forEach(job -> order.add(due(job, nowMillis)));
      return new Plan(nowMillis, order.build(), rooms.build(), "urgent first");
    }

    private static PlannedJob due(JobView job, long nowMillis) {
      return new PlannedJob(job.id(), OptionalLong.of(nowMillis), Integer.MAX_VALUE, false, REASON);
    }
  }
}
