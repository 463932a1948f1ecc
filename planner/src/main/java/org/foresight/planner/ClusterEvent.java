package org.foresight.planner;

import org.foresight.planner.cluster.JobGoal;
import org.foresight.predictor.JobFeatures;

/**
 * Something that happened in the cluster; each event carries the host's time of it. Events of tasks
 * are for durations: a host whose clock may step gives them a time that does not, {@link
 * HostClock#steadyMillis}.
 */
public sealed interface ClusterEvent {

  /** When it happened. */
  long atMillis();

  /** How a task ended. */
  enum TaskEnd {
    SUCCEEDED,
    /** It failed, was killed, pre-empted, or its node was lost. */
    LOST
  }

  /** A job was submitted. */
  record JobSubmitted(long atMillis, String jobId, JobFeatures features, JobGoal goal)
      implements ClusterEvent {}

  /** What a job waits for has changed. */
  record DemandChanged(long atMillis, String jobId) implements ClusterEvent {}

  /** A job has ended. */
  record JobFinished(long atMillis, String jobId, boolean succeeded) implements ClusterEvent {}

  /**
   * A working task runs.
   *
   * @param stage names the stage of its job
   * @param wasFound whether it was there before the host began, which knows no more of its job than
   *     what it sees of it now
   */
  record TaskStarted(long atMillis, String jobId, String taskId, String stage, boolean wasFound)
      implements ClusterEvent {

    /** One that the host has started. */
    public TaskStarted(long atMillis, String jobId, String taskId, String stage) {
      this(atMillis, jobId, taskId, stage, false);
    }
  }

  /** A working task has ended. */
  record TaskFinished(long atMillis, String jobId, String taskId, TaskEnd end)
      implements ClusterEvent {}

  /** A node came, went or changed. */
  record NodeChanged(long atMillis, String nodeId) implements ClusterEvent {}
}
