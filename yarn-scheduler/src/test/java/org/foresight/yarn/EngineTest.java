package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ClusterNodeTracker;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerQueueManager;
import org.foresight.planner.ForwardingPolicy;
import org.foresight.planner.Plan;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.Turns;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.policy.FifoPolicy;
import org.foresight.planner.preemption.PreemptionCounters;
import org.foresight.predictor.Predictors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EngineTest {
  private final CapacityScheduler scheduler = mock(CapacityScheduler.class);
  private final AtomicLong nanos = new AtomicLong();
  private final List<HangingPolicy> policies = new CopyOnWriteArrayList<>();
  private volatile boolean isClockBroken;
  private final ForesightConfiguration configuration;
  private final Engine engine;

  EngineTest() throws Exception {
    CapacitySchedulerQueueManager queues = mock(CapacitySchedulerQueueManager.class);
    when(queues.getQueues()).thenReturn(Map.of());
    when(scheduler.getCapacitySchedulerQueueManager()).thenReturn(queues);
    when(scheduler.getNodeTracker()).thenReturn(new ClusterNodeTracker<>());
    Configuration conf = new Configuration(false);
    when(scheduler.getConfig()).thenReturn(conf);
    conf.set("foresight.mode", "on");
    configuration = ForesightConfiguration.read(conf);
    engine =
        new Engine(
            scheduler,
            id -> null,
            (id, why) -> {},
            assignment -> false,
            (planning, history) -> hangingPolicy(),
            History.inMemory(() -> Predictors.create("default")),
            new Turns(nanos::get),
            mock(EngineObserver.class),
            new PreemptionCounters(),
            UnaryOperator.identity(),
            this::hostTime,
            nanos::get,
            configuration);
  }

  @BeforeEach
  void start() {
    engine.use(engine.make(configuration));
  }

  @AfterEach
  void stop() {
    engine.stop();
  }

  /** How long jobs wait goes by the clock. */
  @Test
  void plannerThatHangsIsReplacedAlsoWhileNobodyCanSayHowLongJobsWait() throws Exception {
    policies.get(0).hangs.await();
    isClockBroken = true;

    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(PlannerLane.LONGEST_PATIENCE_MILLIS));

    await().untilAsserted(() -> assertThat(policies).hasSizeGreaterThan(1));
  }

  private Instant hostTime() {
    if (isClockBroken) {
      throw new IllegalStateException("made up by a test");
    }
    return Instant.EPOCH;
  }

  private SchedulingPolicy hangingPolicy() {
    HangingPolicy policy = new HangingPolicy();
    policies.add(policy);
    return policy;
  }

  /** Never ends its first plan. */
  private static final class HangingPolicy extends ForwardingPolicy {
    final CountDownLatch hangs = new CountDownLatch(1);

    HangingPolicy() {
      super(new FifoPolicy("hanging"));
    }

    @Override
    public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
      hangs.countDown();
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) { // It is stopped.
        Thread.currentThread().interrupt();
      }
      return super.plan(cluster, nowMillis, stop);
    }
  }
}
