package org.foresight.testbed;

import java.time.Duration;
import java.time.Instant;
import org.apache.hadoop.yarn.api.records.ContainerId;

/**
 * Follows a workload's way through YARN, in real time. Called by the driver's own threads, several
 * at a time; must return soon.
 */
public interface ContainerListener {

  /** Hears nothing. */
  ContainerListener NONE = new ContainerListener() {};

  /** An application master is about to send the first ask of a job that was submitted then. */
  default void asks(Instant submission, Instant now) {}

  /** An application master was given a container, whose task is to run for so long. */
  default void allocated(ContainerId container, Duration taskTime) {}

  /** The container's node has accepted to start the task. */
  default void launched(ContainerId container, Instant now) {}

  /** An application master knows that the task in the container has succeeded. */
  default void succeeded(ContainerId container, Instant now) {}

  /** An application master knows that the container is gone without success. */
  default void lost(ContainerId container) {}
}
