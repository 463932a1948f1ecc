package org.foresight.yarn;

import com.google.common.collect.ImmutableList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.foresight.planner.HostClock;
import org.foresight.planner.StartTime;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.jspecify.annotations.Nullable;

/**
 * Reads containers as running tasks. A large cluster has a hundred thousand of them, and a snapshot
 * is made every second: what never changes of a container is read once in its life, and what all
 * containers of a node share once a look.
 *
 * <p>Thread-safe; each {@link Look} is of one thread.
 */
final class RunningContainers {

  /** What never changes of a container. */
  private record Known(String taskId, NodeId nodeId, StartTime start) {}

  /** What containers of a node share. */
  private record Place(String nodeId, String partition, String nodeClass) {}

  private final HostClock clock;

  /**
   * Of all containers of the last look, each by its identity, which YARN keeps for as long as it
   * lives: a hundred thousand of them are looked up a second, and what their ids hash to is
   * scattered over the heap. Never changed once it is here.
   */
  private volatile IdentityHashMap<RMContainer, Known> known = new IdentityHashMap<>();

  /**
   * @param clock the one by which containers are created
   */
  RunningContainers(HostClock clock) {
    this.clock = clock;
  }

  /** Begins a look at all running containers. */
  Look look(Collection<FiCaSchedulerNode> nodes, NodeClasses classes, Vectors vectors) {
    return new Look(nodes, classes, vectors);
  }

  /**
   * A few containers as tasks, at any time; those of nodes that are gone are left out.
   *
   * @param nodes finds a node; null if it is gone
   */
  ImmutableList<RunningTask> few(
      Collection<RMContainer> containers,
      Function<NodeId, @Nullable FiCaSchedulerNode> nodes,
      NodeClasses classes,
      Vectors vectors) {
    IdentityHashMap<RMContainer, Known> before = known;
    long steppedMillis = clock.steppedMillis();
    long nowMillis = clock.millis();
    ImmutableList.Builder<RunningTask> tasks = ImmutableList.builder();
    for (RMContainer container : containers) {
      Known one = before.get(container);
      if (one == null) {
        one = known(container, steppedMillis);
      }
      FiCaSchedulerNode node = nodes.apply(one.nodeId());
      if (node != null) {
        tasks.add(task(container, one, place(node, classes), vectors, steppedMillis, nowMillis));
      }
    }
    return tasks.build();
  }

  private static Place place(FiCaSchedulerNode node, NodeClasses classes) {
    return new Place(node.getNodeID().toString(), node.getPartition(), classes.of(node));
  }

  private static Known known(RMContainer container, long steppedMillis) {
    // One that was recovered has no launch event, and was created by its node's clock.
    return new Known(
        container.getContainerId().toString(),
        container.getAllocatedNode(),
        new StartTime(container.getCreationTime(), steppedMillis));
  }

  private static RunningTask task(
      RMContainer container,
      Known known,
      Place place,
      Vectors vectors,
      long steppedMillis,
      long nowMillis) {
    return new RunningTask(
        known.taskId(),
        place.nodeId(),
        container.isAMContainer() ? TaskAsk.Kind.APPLICATION_MASTER : TaskAsk.Kind.TASK,
        place.partition(),
        place.nodeClass(),
        vectors.of(container.getAllocatedResource()),
        known.start().millis(steppedMillis, nowMillis));
  }

  /** One look at all running containers. */
  final class Look {
    private final Vectors vectors;
    private final Map<NodeId, Place> places;
    private final IdentityHashMap<RMContainer, Known> before = known;
    private final IdentityHashMap<RMContainer, Known> seen =
        new IdentityHashMap<>(before.size() + before.size() / 8);
    private final long steppedMillis = clock.steppedMillis();
    private final long nowMillis = clock.millis();

    private Look(Collection<FiCaSchedulerNode> nodes, NodeClasses classes, Vectors vectors) {
      this.vectors = vectors;
      this.places = new HashMap<>();
      for (FiCaSchedulerNode node : nodes) {
        places.put(node.getNodeID(), place(node, classes));
      }
    }

    /** These containers as tasks, but for those of nodes that are gone. */
    ImmutableList<RunningTask> tasks(Collection<RMContainer> containers) {
      ImmutableList.Builder<RunningTask> tasks =
          ImmutableList.builderWithExpectedSize(containers.size());
      for (RMContainer container : containers) {
        Known one = before.get(container);
        if (one == null) {
          one = known(container, steppedMillis);
        }
        Place place = places.get(one.nodeId());
        if (place != null) {
          seen.put(container, one);
          tasks.add(task(container, one, place, vectors, steppedMillis, nowMillis));
        }
      }
      return tasks.build();
    }

    /** Ends the look: containers that it has not seen are forgotten. */
    void end() {
      known = seen;
    }
  }
}
