package org.foresight.agent;

import com.google.common.collect.ImmutableSet;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.server.api.ContainerType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.foresight.planner.node.SuspensionTags;

/**
 * What a NodeManager knows of its containers, in the agent's words.
 *
 * <p>Whether a container may be suspended the ResourceManager says in its token, which nobody else
 * can write: by its type, and by allocation tags. Thread-safe.
 *
 * @param suspends which containers may be suspended
 * @param before those that were here before the agent
 */
record ContainerFacts(AgentKeys.Suspends suspends, ImmutableSet<ContainerId> before) {

  /**
   * A container that runs.
   *
   * @param nowMillis what the host's clock shows
   */
  TaskFacts of(Container container, long nowMillis) {
    // Of a container that was here before nobody has counted: it ran for all of its time at most.
    long attainedMillis =
        before.contains(container.getContainerId())
            ? Math.max(0, nowMillis - container.getContainerStartTime())
            : 0;
    return new TaskFacts(
        container.getContainerId().toString(),
        container.getContainerId().getApplicationAttemptId().getApplicationId().toString(),
        container.getResource().getVirtualCores(),
        container.getResource().getMemorySize(),
        isSuspendable(container.getContainerTokenIdentifier()),
        attainedMillis);
  }

  /**
   * Whether a container counts: opportunistic ones are YARN's own to queue and to stop, and use
   * what the others leave.
   */
  static boolean counts(Container container) {
    return container.getContainerTokenIdentifier().getExecutionType()
        != ExecutionType.OPPORTUNISTIC;
  }

  private boolean isSuspendable(ContainerTokenIdentifier token) {
    Set<String> tags = token.getAllcationTags();
    if (token.getContainerType() == ContainerType.APPLICATION_MASTER
        || (tags != null && tags.contains(SuspensionTags.NEVER_SUSPENDED))) {
      return false;
    }
    return switch (suspends) {
      case ALL -> true;
      case MARKED -> tags != null && tags.contains(SuspensionTags.SUSPENDABLE);
    };
  }
}
