package org.foresight.throughput;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplication;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEventType;
import org.jspecify.annotations.Nullable;

/**
 * What is measured of the scheduler of this process. There is one, since a ResourceManager makes
 * its scheduler by reflection and hands it nothing that could hold a meter. Thread-safe.
 */
public final class Meter {

  private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(10);
  private static final int DIGITS = 3;

  private static final Meter OF_THIS_PROCESS = new Meter();

  private final Recorder allocates = new Recorder(LONGEST_NANOS, DIGITS);
  private final Recorder nodeUpdates = new Recorder(LONGEST_NANOS, DIGITS);
  private final AtomicInteger plans = new AtomicInteger();
  private final AtomicLong planNanos = new AtomicLong();
  private final AtomicLong longestPlanNanos = new AtomicLong();
  private final AtomicInteger mostDeadlineJobs = new AtomicInteger();

  private volatile @Nullable AbstractYarnScheduler<?, ?> scheduler;
  private volatile @Nullable Supplier<ResourceManager> resourceManager;
  private volatile boolean measures;

  private Meter() {}

  /** The only one. */
  public static Meter ofThisProcess() {
    return OF_THIS_PROCESS;
  }

  /**
   * Tells what the scheduler is; called by its constructor.
   *
   * @param itsManager its ResourceManager, once the scheduler knows
   */
  public void attach(AbstractYarnScheduler<?, ?> made, Supplier<ResourceManager> itsManager) {
    resourceManager = itsManager;
    scheduler = made;
  }

  /** The scheduler; there is one as soon as the ResourceManager has started. */
  AbstractYarnScheduler<?, ?> scheduler() {
    AbstractYarnScheduler<?, ?> made = scheduler;
    if (made == null) {
      throw new IllegalStateException("The ResourceManager has made no measured scheduler.");
    }
    return made;
  }

  /** The ResourceManager of the scheduler. */
  ResourceManager resourceManager() {
    Supplier<ResourceManager> known = resourceManager;
    if (known == null) {
      throw new IllegalStateException("The ResourceManager has made no measured scheduler.");
    }
    return known.get();
  }

  /** From now on what is told counts. */
  void begin() {
    measures = true;
  }

  /** From now on nothing counts. */
  void end() {
    measures = false;
  }

  /** Measures how long an application's heartbeat takes, unless it is the big one's. */
  public <T> T allocate(ApplicationAttemptId attempt, Supplier<T> call) {
    long startNanos = System.nanoTime();
    T result = call.get();
    if (measures && !isBig(attempt)) {
      record(allocates, startNanos);
    }
    return result;
  }

  private boolean isBig(ApplicationAttemptId attempt) {
    AbstractYarnScheduler<?, ?> known = scheduler;
    SchedulerApplication<?> app =
        known == null ? null : known.getSchedulerApplications().get(attempt.getApplicationId());
    return app != null && app.getQueue().getQueueName().endsWith(Load.BIG_QUEUE);
  }

  /** Measures how long an event takes to be handled, if it is a node's heartbeat. */
  public void handle(SchedulerEventType type, Runnable call) {
    long startNanos = System.nanoTime();
    call.run();
    if (measures && type == SchedulerEventType.NODE_UPDATE) {
      record(nodeUpdates, startNanos);
    }
  }

  /** A plan was made, for so many jobs with deadlines among others. */
  public void planned(long nanos, int deadlineJobs) {
    if (measures) {
      plans.incrementAndGet();
      planNanos.addAndGet(nanos);
      longestPlanNanos.accumulateAndGet(nanos, Math::max);
      mostDeadlineJobs.accumulateAndGet(deadlineJobs, Math::max);
    }
  }

  private static void record(Recorder recorder, long startNanos) {
    recorder.recordValue(Math.min(LONGEST_NANOS, System.nanoTime() - startNanos));
  }

  Histogram allocateNanos() {
    return allocates.getIntervalHistogram();
  }

  Histogram nodeUpdateNanos() {
    return nodeUpdates.getIntervalHistogram();
  }

  int plans() {
    return plans.get();
  }

  long planNanos() {
    return planNanos.get();
  }

  long longestPlanNanos() {
    return longestPlanNanos.get();
  }

  int mostDeadlineJobs() {
    return mostDeadlineJobs.get();
  }
}
