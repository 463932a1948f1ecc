package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.policy.Policies;
import org.foresight.planner.policy.PolicyContext;
import org.foresight.planner.policy.RuntimeSource;
import org.foresight.planner.solver.PlanSolver;
import org.foresight.planner.solver.PlanSolvers;
import org.foresight.predictor.Predictors;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.predictor.store.HistoryStorage;
import org.foresight.predictor.store.LocalHistoryStorage;
import org.foresight.yarn.ForesightConfiguration.Planning;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What may take long is never done under YARN's write lock, for which every heartbeat waits. */
class YarnLocksTest extends LocalYarn {
  private static final String HISTORY = "test.history";

  /** What was called, by its parts' names. */
  private static final Set<String> CALLED = ConcurrentHashMap.newKeySet();

  /** What of it was called under the lock. */
  private static final Set<String> UNDER_THE_LOCK = ConcurrentHashMap.newKeySet();

  /** Looks, whenever one of its slow parts is called, whether the caller has the lock. */
  public static final class Looking extends ForesightScheduler {
    @Override
    SchedulingPolicy createPolicy(Planning planning, History history) {
      PlanSolver solver = PlanSolvers.create(planning.solver());
      return looking(
          SchedulingPolicy.class,
          Policies.create(
              planning.policy(),
              PolicyContext.of(
                  planning.settings(),
                  planning.gs(),
                  RuntimeSource.of(history.predictor()),
                  looking(PlanSolver.class, solver))));
    }

    @Override
    History createHistory(ForesightConfiguration configuration, Configuration conf) {
      return History.in(
          () -> looking(RuntimePredictor.class, Predictors.create(configuration.predictor())),
          looking(HistoryStorage.class, new LocalHistoryStorage(Path.of(conf.get(HISTORY)))),
          "a test");
    }

    private <T> T looking(Class<T> type, T good) {
      BooleanSupplier isLocked = writeLock::isHeldByCurrentThread;
      return type.cast(
          Proxy.newProxyInstance(
              type.getClassLoader(),
              new Class<?>[] {type},
              (proxy, method, arguments) -> {
                String call = type.getSimpleName() + "." + method.getName();
                CALLED.add(call);
                if (isLocked.getAsBoolean()) {
                  UNDER_THE_LOCK.add(call);
                }
                try {
                  return method.invoke(good, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              }));
    }
  }

  @TempDir private Path history;

  YarnLocksTest() {
    super(Looking.class);
    twoQueues();
    settings.put("foresight.cycle-millis", "5");
  }

  @BeforeEach
  void forget() {
    CALLED.clear();
    UNDER_THE_LOCK.clear();
  }

  @Test
  void nothingSlowIsDoneUnderTheWriteLock() throws Exception {
    settings.put(HISTORY, history.toString());
    settings.remove(
        "foresight.queue.root.on.mode"); // What is said at the start no refresh changes.
    start();
    addNode(8, 8);
    for (String mode : List.of("on", "off", "shadow", "on")) {
      yarn.set("foresight.queue.root.on.mode", mode);
      refresh();
      runOne("foresight.deadline=PT1H");
    }
    runOne();
    yarn.scheduler()
        .moveApplication(launch("off").getApplicationAttemptId().getApplicationId(), "root.on");

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(CALLED)
                    .contains(
                        "SchedulingPolicy.plan",
                        "SchedulingPolicy.onEvent",
                        "PlanSolver.solve",
                        "RuntimePredictor.predict",
                        "RuntimePredictor.learn")
                    .anyMatch(call -> call.startsWith("HistoryStorage.")));
    // A dispatcher carries out what has been planned, in heartbeats.
    assertThat(UNDER_THE_LOCK)
        .isSubsetOf(
            "SchedulingPolicy.name", "SchedulingPolicy.dispatcher", "RuntimePredictor.name");
  }

  /** An application of two tasks lives and ends. */
  private void runOne(String... tags) throws Exception {
    MockAM master = launch("on", tags);
    ask(master, request(TASK, 2));
    for (Container task : served(master, 2)) {
      report(task, ContainerState.RUNNING);
      report(task, ContainerState.COMPLETE);
    }
    MockRM.finishAMAndVerifyAppState(
        yarn.context().getRMApps().get(master.getApplicationAttemptId().getApplicationId()),
        yarn.resourceManager(),
        nodes.get(0),
        master);
  }
}
