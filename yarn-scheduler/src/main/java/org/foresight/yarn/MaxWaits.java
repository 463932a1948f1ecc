package org.foresight.yarn;

import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerApp;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.HostClock;
import org.foresight.planner.admission.WaitLimits;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the applications in queues that are on that have waited for their first task longer than
 * they were to. One whose application master runs and asks for nothing when its time is over is not
 * waiting, and is left alone from then on. Thread-safe.
 */
final class MaxWaits {
  private static final Logger LOG = LoggerFactory.getLogger(MaxWaits.class);

  private final WaitLimits limits;
  private final Function<String, @Nullable FiCaSchedulerApp> applications;
  private final BiConsumer<ApplicationId, String> killer;

  /**
   * @param applications finds an application in a queue that is on
   * @param clock the one by which applications are submitted
   * @param killer ends an application, with a reason for its user
   */
  MaxWaits(
      Function<String, @Nullable FiCaSchedulerApp> applications,
      HostClock clock,
      BiConsumer<ApplicationId, String> killer) {
    this.applications = applications;
    this.limits = new WaitLimits(clock);
    this.killer = killer;
  }

  void onEvent(ClusterEvent event) {
    limits.onEvent(event);
  }

  void onHalfSeen(ClusterEvent.JobSubmitted submitted) {
    limits.onHalfSeen(submitted);
  }

  /**
   * Ends those whose time is over. To be called now and then. One that can't be looked at does not
   * keep the others waiting, and is looked at again the next time.
   */
  void review() {
    int failures = 0;
    Throwable last = null;
    for (WaitLimits.Waiting job : limits.expired()) {
      try {
        review(job);
      } catch (RuntimeException | Error failure) {
        failures++;
        last = failure;
      }
    }
    if (last != null) {
      SafeLog.error(
          LOG,
          "Foresight could not see whether {} of the applications have waited too long.",
          failures,
          last);
    }
  }

  private void review(WaitLimits.Waiting job) {
    FiCaSchedulerApp app = applications.apply(job.jobId());
    if (app == null) {
      return; // In a queue that is not on, or between two attempts.
    }
    if (hasGotNothing(app, job.halfSeen())) {
      killer.accept(
          app.getApplicationId(),
          "Foresight ends application "
              + job.jobId()
              + ": none of its tasks has started within "
              + Duration.ofMillis(job.maxWaitMillis())
              + " after its submission, the longest that it was to wait (foresight."
              + GoalParser.MAX_WAIT
              + ").");
    }
    limits.forget(job.jobId());
  }

  /**
   * Of one that was not seen from its beginning a master that runs, and one before the one that it
   * waits for, may have had tasks.
   */
  private static boolean hasGotNothing(FiCaSchedulerApp app, boolean halfSeen) {
    if (halfSeen) {
      return app.isWaitingForAMContainer() && app.getApplicationAttemptId().getAttemptId() == 1;
    }
    return app.isWaitingForAMContainer()
        || (Applications.runningTasks(app) == 0 && waitsForTasks(app));
  }

  private static boolean waitsForTasks(FiCaSchedulerApp app) {
    return !Applications.asks(app, Vectors.ALL_TYPES, StageNames.BY_PRIORITY).isEmpty();
  }
}
