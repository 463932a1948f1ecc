package org.foresight.agent;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import org.apache.hadoop.yarn.server.nodemanager.ContainerStateTransitionListener;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEventType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerImpl;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears of every transition of every container of a NodeManager, on whose dispatcher's thread it is
 * called. It passes on which of them run, and does not wait.
 *
 * <p>To be named in {@code yarn.nodemanager.container-state-transition-listener.classes}.
 */
public final class ContainerListener implements ContainerStateTransitionListener {
  private static final Logger LOG = LoggerFactory.getLogger(ContainerListener.class);

  /** After each of these a container that runs is stopped, for good or not, or is over. */
  private static final ImmutableSet<ContainerEventType> ENDINGS =
      Sets.immutableEnumSet(
          ContainerEventType.KILL_CONTAINER,
          ContainerEventType.REINITIALIZE_CONTAINER,
          ContainerEventType.ROLLBACK_REINIT,
          ContainerEventType.PAUSE_CONTAINER,
          ContainerEventType.CONTAINER_EXITED_WITH_SUCCESS,
          ContainerEventType.CONTAINER_EXITED_WITH_FAILURE,
          ContainerEventType.CONTAINER_KILLED_ON_REQUEST);

  /** Is told which containers run. Must not wait. */
  interface Listener {
    /** The processes of a container run, or are about to begin. */
    void runs(Container container);

    /** They are about to be stopped, or have ended. */
    void ends(Container container);
  }

  private volatile @Nullable Listener listener;

  @Override
  public void init(Context context) {
    NodeManagers.add(context, this);
    LOG.info("Listens to containers.");
  }

  /** From now on, this one is told. */
  void tell(@Nullable Listener newListener) {
    listener = newListener;
  }

  @Override
  public void preTransition(ContainerImpl container, ContainerState before, ContainerEvent event) {
    Listener told = listener;
    if (told != null && before == ContainerState.RUNNING && ENDINGS.contains(event.getType())) {
      try {
        told.ends(container);
      } catch (RuntimeException | Error e) {
        fail(e);
      }
    }
  }

  @Override
  public void postTransition(
      ContainerImpl container, ContainerState before, ContainerState after, ContainerEvent event) {
    Listener told = listener;
    if (told == null) {
      return;
    }
    try {
      if (after == ContainerState.RUNNING) {
        if (before != ContainerState.RUNNING || ENDINGS.contains(event.getType())) {
          told.runs(container);
        }
      } else if (before == ContainerState.RUNNING) {
        told.ends(container);
      }
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  private static void fail(Throwable failure) {
    LOG.error("A container's transition could not be passed on.", failure);
  }
}
