package org.foresight.testbed;

import com.google.common.collect.ImmutableList;
import java.time.Duration;
import java.time.Instant;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.foresight.traces.WorkloadJob;

/**
 * Follows a workload's way through YARN, in real time. Called by the driver's own threads, several
 * at a time; must return soon.
 */
public interface ContainerListener {

  /** Hears nothing. */
  ContainerListener NONE = new ContainerListener() {};

  /** The workload starts now: its time 0. */
  default void begins(Instant start) {}

  /** A job is about to be submitted as this application. */
  default void submitted(ApplicationId application, WorkloadJob job) {}

  /** A job has come to an end before its tasks had, since something could not be done for it. */
  default void failed(WorkloadJob job, String why) {}

  /** An application master is about to send the first ask of a job that was submitted then. */
  default void asks(Instant submission, Instant now) {}

  /** An application master was given a container, whose task is to run for so long. */
  default void allocated(ContainerId container, Duration taskTime) {}

  /** The container's node has accepted to start the task. */
  default void launched(ContainerId container, Instant now) {}

  /** An application master knows that the task in the container has succeeded. */
  default void succeeded(ContainerId container, Instant now) {}

  /**
   * An application master knows that the container is gone without success.
   *
   * @param exitStatus as in {@link ContainerExitStatus}; {@code INVALID} if no node started it
   * @param diagnostics what YARN says of it
   */
  default void lost(ContainerId container, int exitStatus, String diagnostics, Instant now) {}

  /** All jobs have ended, or the time is over: what still runs is about to be killed. */
  default void ends(Instant now) {}

  /** Tells several listeners, one after the other. */
  static ContainerListener of(ContainerListener... listeners) {
    return new ListenerGroup(ImmutableList.copyOf(listeners));
  }
}
