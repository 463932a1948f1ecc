package org.foresight.yarn;

import java.util.concurrent.TimeUnit;
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

  /** Knows what applications want. */
  @FunctionalInterface
  interface Goals {
    /** What one wants that CapacityScheduler has accepted in the leaf queue of this path. */
    JobGoal of(RMApp app, String queuePath, Arrival arrival);
  }

  private final Function<ApplicationId, @Nullable RMApp> rmApps;
  private final Goals goals;
  private final Submissions submissions;
  private final HostClock clock;
  private final long reportMillis;
  private final Consumer<ClusterEvent> planner;
  private final Consumer<ClusterEvent.JobSubmitted> halfSeen;
  private final Consumer<ClusterEvent.TaskStarted> recovered;

  /**
   * @param rmApps finds the ResourceManager's view of an application; null if it is gone
   * @param goals what applications want
   * @param submissions is kept up to date
   * @param reportMillis the time from a report of a node to its next
   * @param planner takes every event but those of the others
   * @param halfSeenJobs takes the jobs that were there before anybody looked: the tasks that they
   *     ended before nobody saw
   * @param recoveredTasks takes the tasks that were launched before anybody looked
   */
  EventTranslator(
      Function<ApplicationId, @Nullable RMApp> rmApps,
      Goals goals,
      Submissions submissions,
      HostClock clock,
      long reportMillis,
      Consumer<ClusterEvent> planner,
      Consumer<ClusterEvent.JobSubmitted> halfSeenJobs,
      Consumer<ClusterEvent.TaskStarted> recoveredTasks) {
    this.rmApps = rmApps;
    this.goals = goals;
    this.submissions = submissions;
    this.clock = clock;
    this.reportMillis = reportMillis;
    this.planner = planner;
    this.halfSeen = halfSeenJobs;
    this.recovered = recoveredTasks;
  }

  /** An application was accepted in the leaf queue of this path. */
  void applicationAdded(ApplicationId id, String queuePath, Arrival arrival) {
    RMApp app = rmApps.apply(id);
    if (app == null) {
      return;
    }
    ClusterEvent.JobSubmitted submitted =
        new ClusterEvent.JobSubmitted(
            app.getSubmitTime(),
            id.toString(),
            features(app, queuePath),
            goals.of(app, queuePath, arrival));
    submissions.add(submitted); // Before anybody is told: who comes later finds it here.
    if (arrival.isHalfSeen()) {
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
      planner.accept(started(container, clock.steadyMillis(), false));
    }
  }

  /**
   * A node has told of a container that was launched before this ResourceManager began. Planners
   * alone are told: of its job they know no more than this, and nobody learns from a part.
   */
  void containerRecovered(RMContainer container) {
    if (!container.isAMContainer()) {
      recovered.accept(started(container, clock.steadyMillis() - aliveMillis(container), true));
    }
  }

  private ClusterEvent.TaskStarted started(
      RMContainer container, long steadyMillis, boolean wasFound) {
    ContainerId id = container.getContainerId();
    StageNames stages = StageNames.of(type(id.getApplicationAttemptId().getApplicationId()));
    return new ClusterEvent.TaskStarted(
        steadyMillis,
        jobId(id),
        id.toString(),
        stages.of(container.getAllocatedSchedulerKey()),
        wasFound);
  }

  private @Nullable String type(ApplicationId id) {
    RMApp app = rmApps.apply(id);
    return app == null ? null : app.getApplicationType();
  }

  /**
   * A container has ended.
   *
   * @param wasSeen whether its node had reported before that it ran
   */
  void containerCompleted(
      RMContainer container, ContainerStatus status, RMContainerEventType event, boolean wasSeen) {
    if (!container.isAMContainer()) {
      ContainerId id = container.getContainerId();
      TaskEnd end = hasEndedWell(id, status, event) ? TaskEnd.SUCCEEDED : TaskEnd.LOST;
      if (!wasSeen && event == RMContainerEventType.FINISHED && end == TaskEnd.SUCCEEDED) {
        planner.accept(
            started(container, clock.steadyMillis() - longestUnseenMillis(container), false));
      }
      planner.accept(
          new ClusterEvent.TaskFinished(clock.steadyMillis(), jobId(id), id.toString(), end));
    }
  }

  /**
   * How long a container can have run that began and ended between two reports of its node. Only
   * the node knows it better, and does not tell.
   */
  private long longestUnseenMillis(RMContainer container) {
    return Math.min(reportMillis, aliveMillis(container));
  }

  private long aliveMillis(RMContainer container) {
    return Math.max(0, clock.millis() - container.getCreationTime());
  }

  /**
   * A container has done its work if it ended by itself with success, if its application master
   * ended it, or if it still ran when its application succeeded (Spark's executors do). But
   * MapReduce lets the containers of tasks that succeed end by themselves, and ends those of tasks
   * that fail, hang, or have been overtaken by another attempt.
   */
  private boolean hasEndedWell(ContainerId id, ContainerStatus status, RMContainerEventType event) {
    return switch (event) {
      case FINISHED ->
          status.getExitStatus() == ContainerExitStatus.SUCCESS
              || (status.getExitStatus() == ContainerExitStatus.KILLED_BY_APPMASTER
                  && !isOfMapReduce(id));
      case RELEASED -> true;
      case KILL -> hasSucceeded(id.getApplicationAttemptId().getApplicationId());
      default -> false;
    };
  }

  private boolean isOfMapReduce(ContainerId id) {
    ApplicationId app = id.getApplicationAttemptId().getApplicationId();
    return StageNames.of(type(app)) == StageNames.OF_MAP_REDUCE;
  }

  private boolean hasSucceeded(ApplicationId id) {
    RMApp app = rmApps.apply(id);
    return app != null && app.getFinalApplicationStatus() == FinalApplicationStatus.SUCCEEDED;
  }

  private static String jobId(ContainerId id) {
    return id.getApplicationAttemptId().getApplicationId().toString();
  }
}
