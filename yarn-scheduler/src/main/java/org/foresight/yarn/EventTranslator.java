package org.foresight.yarn;

import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationTimeoutType;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.ClusterEvent.TaskEnd;
import org.foresight.planner.HostClock;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.predictor.JobFeatures;
import org.jspecify.annotations.Nullable;

/**
 * Translates what happens in the ResourceManager into the planner's events. Called under YARN's
 * locks; it only reads and hands on.
 */
final class EventTranslator {
  private final Function<ApplicationId, @Nullable RMApp> rmApps;
  private final BiFunction<RMApp, String, JobGoal> goals;
  private final Submissions submissions;
  private final HostClock clock;
  private final Consumer<ClusterEvent> planner;
  private final Consumer<ClusterEvent.JobSubmitted> halfSeen;

  /**
   * @param rmApps finds the ResourceManager's view of an application; null if it is gone
   * @param goals what an application in the queue of a path wants
   * @param submissions is kept up to date
   * @param planner takes every event but those of {@code halfSeenJobs}
   * @param halfSeenJobs takes the jobs that were there before anybody looked: the tasks that they
   *     ended before nobody saw
   */
  EventTranslator(
      Function<ApplicationId, @Nullable RMApp> rmApps,
      BiFunction<RMApp, String, JobGoal> goals,
      Submissions submissions,
      HostClock clock,
      Consumer<ClusterEvent> planner,
      Consumer<ClusterEvent.JobSubmitted> halfSeenJobs) {
    this.rmApps = rmApps;
    this.goals = goals;
    this.submissions = submissions;
    this.clock = clock;
    this.planner = planner;
    this.halfSeen = halfSeenJobs;
  }

  /**
   * An application was accepted in the leaf queue of this path.
   *
   * @param isHalfSeen whether it was there before anybody looked
   */
  void applicationAdded(ApplicationId id, String queuePath, boolean isHalfSeen) {
    RMApp app = rmApps.apply(id);
    if (app == null) {
      return;
    }
    ClusterEvent.JobSubmitted submitted =
        new ClusterEvent.JobSubmitted(
            app.getSubmitTime(),
            id.toString(),
            features(app, queuePath),
            goals.apply(app, queuePath));
    submissions.add(submitted); // Before anybody is told: who comes later finds it here.
    if (isHalfSeen) {
      halfSeen.accept(submitted);
    } else {
      planner.accept(submitted);
    }
  }

  /** What is known of an application when it is submitted. */
  static JobFeatures features(RMApp app, String queuePath) {
    JobFeatures.Builder features =
        JobFeatures.builder(app.getUser(), app.getName(), queuePath)
            .jobType(app.getApplicationType())
            .priority(app.getApplicationPriority().getPriority())
            .submitEpochMillis(app.getSubmitTime());
    Long lifetimeSeconds =
        app.getApplicationSubmissionContext()
            .getApplicationTimeouts()
            .get(ApplicationTimeoutType.LIFETIME);
    if (lifetimeSeconds != null && lifetimeSeconds > 0) {
      features.requestedMillis(TimeUnit.SECONDS.toMillis(lifetimeSeconds));
    }
    return features.build();
  }

  void applicationRemoved(ApplicationId id) {
    submissions.remove(id.toString());
    planner.accept(new ClusterEvent.JobFinished(clock.millis(), id.toString(), hasSucceeded(id)));
  }

  void demandChanged(ApplicationId id) {
    planner.accept(new ClusterEvent.DemandChanged(clock.millis(), id.toString()));
  }

  void nodeChanged(String nodeId) {
    planner.accept(new ClusterEvent.NodeChanged(clock.millis(), nodeId));
  }

  void containerLaunched(ContainerId id, @Nullable RMContainer container) {
    if (container != null && !container.isAMContainer()) {
      planner.accept(
          new ClusterEvent.TaskStarted(
              clock.steadyMillis(), jobId(id), id.toString(), stage(container)));
    }
  }

  void containerCompleted(
      RMContainer container, ContainerStatus status, RMContainerEventType event) {
    if (!container.isAMContainer()) {
      ContainerId id = container.getContainerId();
      TaskEnd end = hasEndedWell(id, status, event) ? TaskEnd.SUCCEEDED : TaskEnd.LOST;
      planner.accept(
          new ClusterEvent.TaskFinished(clock.steadyMillis(), jobId(id), id.toString(), end));
    }
  }

  /**
   * A container has done its work if it ended by itself with success, if its application master
   * ended it, or if it still ran when its application succeeded (Spark's executors do).
   */
  private boolean hasEndedWell(ContainerId id, ContainerStatus status, RMContainerEventType event) {
    return switch (event) {
      case FINISHED ->
          status.getExitStatus() == ContainerExitStatus.SUCCESS
              || status.getExitStatus() == ContainerExitStatus.KILLED_BY_APPMASTER;
      case RELEASED -> true;
      case KILL -> hasSucceeded(id.getApplicationAttemptId().getApplicationId());
      default -> false;
    };
  }

  private boolean hasSucceeded(ApplicationId id) {
    RMApp app = rmApps.apply(id);
    return app != null && app.getFinalApplicationStatus() == FinalApplicationStatus.SUCCEEDED;
  }

  private static String jobId(ContainerId id) {
    return id.getApplicationAttemptId().getApplicationId().toString();
  }

  /** A stage is the tasks of one YARN priority. */
  private static String stage(RMContainer container) {
    return Integer.toString(container.getAllocatedSchedulerKey().getPriority().getPriority());
  }
}
