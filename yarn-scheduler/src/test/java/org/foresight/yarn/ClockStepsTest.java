package org.foresight.yarn;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.outlook.Outlook;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.RuntimePredictor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The host's clock is put right by an hour under a whole ResourceManager that has work to do. */
class ClockStepsTest extends LocalYarn {
  private static final long HOUR_MILLIS = 3_600_000;
  private static final int RUNS_BEFORE = 20;

  /** The applications of these tests, which have no name: what they teach is one history's. */
  private static final JobFeatures NIGHTLY = new JobFeatures("ada", "", "root.on");

  ClockStepsTest() {
    super(WatchedScheduler.class);
    queues.set(PREFIX + "root.queues", "on");
    queues.set(PREFIX + "root.on.capacity", "100");
    queues.set(PREFIX + "maximum-am-resource-percent", "1");
    settings.put("foresight.mode", "on");
    settings.put("foresight.cycle-millis", "50"); // Time enough for the solver.
    settings.put("foresight.preemption", "true");
    settings.put("foresight.preemption.grace-millis", "100");
  }

  @AfterEach
  void putTheClockRight() {
    WatchedScheduler.CLOCK_AHEAD_MILLIS.set(0);
  }

  /** Six tasks run that nobody has to stop: there are three hours for a job that takes a minute. */
  @Test
  void nothingIsLostOrStoppedAndNoTaskHasRunForAnHour() throws Exception {
    start();
    RuntimePredictor predictor = scheduler().history().predictor();
    for (int i = 0; i < RUNS_BEFORE; i++) {
      predictor.learn(NIGHTLY, new JobOutcome(60_000, 1, 60_000));
    }
    addNode(4, 8);
    addNode(4, 8);
    MockAM waiting =
        launch("on", "foresight.class=slo", "foresight.deadline=PT3H", "foresight.max-wait=PT30M");
    MockAM running = launch("on");
    ask(running, request(TASK, 6));
    List<Container> tasks = served(running, 6);
    for (Container task : tasks) {
      report(task, ContainerState.RUNNING);
    }
    ask(waiting, request(TASK, 1));
    awaitPlan();
    assertRunForAMoment(tasks);
    assertStartedAMomentAgo(running);

    WatchedScheduler.CLOCK_AHEAD_MILLIS.set(HOUR_MILLIS);
    awaitPlan();
    assertRunForAMoment(tasks);
    assertStartedAMomentAgo(running);
    report(tasks.remove(0), ContainerState.COMPLETE);
    Container late = served(waiting, 1).get(0);
    report(late, ContainerState.RUNNING);

    WatchedScheduler.CLOCK_AHEAD_MILLIS.set(0);
    assertThat(status().ageMillis(scheduler().nowMillis()).orElseThrow()).isNotNegative();
    awaitPlan();
    assertRunForAMoment(tasks);
    assertStartedAMomentAgo(running);

    assertThat(scheduler().preemptionCounters().totals().told()).isZero();
    assertThat(app(waiting).getState()).isEqualTo(RMAppState.RUNNING);
    assertThat(app(running).getState()).isEqualTo(RMAppState.RUNNING);
    report(late, ContainerState.COMPLETE);
    for (Container task : tasks) {
      report(task, ContainerState.COMPLETE);
    }
    finish(waiting);
    finish(running);
    await()
        .atMost(PATIENCE)
        .until(() -> predictor.predict(NIGHTLY).orElseThrow().basis().samples() == RUNS_BEFORE + 2);
    assertThat(predictor.predict(NIGHTLY).orElseThrow().span().quantile(0.99))
        .isLessThan(HOUR_MILLIS / 2.0);
  }

  /** Until there is a plan that was made by the clock as it is now. */
  private void awaitPlan() {
    awaitUntil(
        () -> {
          beat();
          long nowMillis = scheduler().nowMillis();
          return status().isInCharge()
              && scheduler().seen().jobs().size() == 2
              && Math.abs(nowMillis - status().lane().planMillis().orElse(0)) < HOUR_MILLIS / 2;
        });
  }

  /** A plan sees these, and that they have run for a moment. */
  private void assertRunForAMoment(List<Container> tasks) {
    Set<String> ids =
        tasks.stream().map(task -> task.getId().toString()).collect(Collectors.toSet());
    awaitUntil(
        () -> {
          beat();
          return seen(ids).size() == ids.size();
        });
    long nowMillis = scheduler().nowMillis();
    assertThat(seen(ids))
        .allSatisfy(
            task -> assertThat(nowMillis - task.startMillis()).isBetween(0L, HOUR_MILLIS / 2));
  }

  /**
   * What is published says so of an application whose tasks were there before the clock stepped:
   * when others were created YARN notes here by a clock that did not step.
   */
  private void assertStartedAMomentAgo(MockAM master) {
    String id = app(master).getApplicationId().toString();
    awaitUntil(
        () -> {
          beat();
          return startedMillis(id).isPresent();
        });
    assertThat(scheduler().nowMillis() - startedMillis(id).orElseThrow())
        .isBetween(0L, HOUR_MILLIS / 2);
  }

  private OptionalLong startedMillis(String id) {
    return scheduler()
        .status()
        .job(id)
        .flatMap(JobStatus::outlook)
        .map(Outlook::startedMillis)
        .orElse(OptionalLong.empty());
  }

  private List<RunningTask> seen(Set<String> ids) {
    return scheduler().seen().jobs().stream()
        .flatMap(job -> job.running().stream())
        .filter(task -> ids.contains(task.taskId()))
        .toList();
  }

  private void finish(MockAM master) throws Exception {
    RMApp app = app(master);
    MockRM.finishAMAndVerifyAppState(
        app,
        yarn.resourceManager(),
        nodeOf(app.getCurrentAppAttempt().getMasterContainer()),
        master);
  }

  private RMApp app(MockAM master) {
    return requireNonNull(
        yarn.context().getRMApps().get(master.getApplicationAttemptId().getApplicationId()));
  }

  private PlannerStatus status() {
    return scheduler().status().planners().get(0);
  }

  private WatchedScheduler scheduler() {
    return (WatchedScheduler) yarn.scheduler();
  }
}
