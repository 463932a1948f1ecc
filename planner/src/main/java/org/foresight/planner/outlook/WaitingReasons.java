package org.foresight.planner.outlook;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableMap.toImmutableMap;
import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.util.stream.Collectors.joining;

import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Maps;
import com.google.common.collect.Multimaps;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Preemption;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.KeptRoom;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceLimit;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RoomAtOnce;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.SharedCores;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.predictor.Counts;
import org.jspecify.annotations.Nullable;

/**
 * Says why jobs wait, by a snapshot and the plan that was made of it. Where a job asks for several
 * things, the reason of the lowest tier counts.
 *
 * <p>Not thread-safe. What was found out of one demand serves all jobs with the same.
 */
public final class WaitingReasons {

  /** What a demand finds in a partition: how many such tasks there would be room for. */
  private record Room(
      boolean hasNodes, long inEmptyCluster, long onNodes, long together, ResourceVector largest) {}

  private record Demand(String partition, ResourceVector demand) {}

  private static final String SUCH_TASK = "such task";

  private final ImmutableListMultimap<String, NodeView> nodesByPartition;
  private final ImmutableMap<String, ResourceLimit> limits;
  private final ImmutableMap<String, PlannedJob> planned;
  private final ImmutableSet<String> beneficiaries;
  private final ImmutableSet<String> keptFor;
  private final long nowMillis;
  private final Map<Demand, Room> rooms = new HashMap<>();
  private final Supplier<ImmutableList<NodeView>> emptyNodes;

  /**
   * @param plan the plan in force, made of this snapshot
   * @param nowMillis the time that is asked about
   */
  public WaitingReasons(ClusterSnapshot snapshot, Plan plan, long nowMillis) {
    this.nodesByPartition = Multimaps.index(snapshot.nodes(), NodeView::partition);
    ImmutableMap<String, ResourceLimit> all =
        snapshot.limits().stream()
            .collect(toImmutableMap(ResourceLimit::id, limit -> limit, (one, same) -> one));
    Map<String, ResourceVector> held = held(snapshot, all);
    this.limits =
        ImmutableMap.copyOf(Maps.filterValues(all, limit -> isLess(limit, held.get(limit.id()))));
    this.planned =
        plan.jobs().stream()
            .collect(toImmutableMap(PlannedJob::jobId, job -> job, (one, same) -> one));
    this.beneficiaries =
        plan.preemptions().stream().map(Preemption::beneficiary).collect(toImmutableSet());
    this.keptFor = snapshot.keptRooms().stream().map(KeptRoom::jobId).collect(toImmutableSet());
    this.nowMillis = nowMillis;
    this.emptyNodes =
        Suppliers.memoize(
            () -> snapshot.nodes().stream().map(WaitingReasons::empty).collect(toImmutableList()));
  }

  /** What is held of each limit: a job has the limits of all partitions, a task is in one. */
  private static Map<String, ResourceVector> held(
      ClusterSnapshot snapshot, ImmutableMap<String, ResourceLimit> limits) {
    Map<String, ResourceVector> held = new HashMap<>();
    for (JobView job : snapshot.jobs()) {
      for (RunningTask task : job.running()) {
        for (String id : job.limits()) {
          ResourceLimit limit = limits.get(id);
          if (limit != null && limit.partition().equals(task.partition())) {
            held.merge(id, task.held(), ResourceVector::plus);
          }
        }
      }
    }
    return held;
  }

  /** Whether a limit is less than all nodes offer; else it is these that hold a job back. */
  private boolean isLess(ResourceLimit limit, @Nullable ResourceVector held) {
    ResourceVector most = held == null ? limit.free() : limit.free().plus(held);
    return nodesByPartition.get(limit.partition()).stream()
        .map(NodeView::total)
        .reduce(ResourceVector::plus)
        .filter(total -> !total.fitsIn(most))
        .isPresent();
  }

  /** Why a job of the snapshot waits; empty if it waits for nothing. */
  public Optional<Waiting> of(JobView job, HostFacts facts) {
    return Stream.concat(
            job.asks().stream().map(ask -> of(job, ask, facts)), neverTogether(job).stream())
        .min(Comparator.comparingInt(waiting -> waiting.reason().tier()));
  }

  /**
   * A gang of several kinds of tasks, each of which has room by itself, may have none as a whole.
   */
  private Optional<Waiting> neverTogether(JobView job) {
    if (!job.goal().gang() || job.runningTasks() > 0) {
      return Optional.empty();
    }
    ImmutableList<TaskAsk> tasks =
        job.asks().stream()
            .filter(ask -> ask.kind() == TaskAsk.Kind.TASK)
            .collect(toImmutableList());
    return tasks.size() < 2
            || RoomAtOnce.isFor(
                tasks, emptyNodes.get(), (node, ask) -> node.free(), any -> Integer.MAX_VALUE)
        ? Optional.empty()
        : Optional.of(
            waiting(
                WaitingReason.EXCEEDS_MAXIMUM,
                "It needs at once %s; all nodes together have no room for that.",
                tasks.stream()
                    .map(ask -> Counts.of(ask.count(), "task") + " of " + ask.demand().text())
                    .collect(joining(" and "))));
  }

  private static NodeView empty(NodeView node) {
    ResourceVector total = SharedCores.totalAtOnce(node);
    return new NodeView(node.id(), node.partition(), node.nodeClass(), total, total);
  }

  private Waiting of(JobView job, TaskAsk ask, HostFacts facts) {
    Room room = room(ask);
    // What a gang needs at once; its application master is not one of its tasks.
    boolean gang = job.goal().gang() && ask.kind() == TaskAsk.Kind.TASK && job.runningTasks() == 0;
    int needed = gang ? ask.count() : 1;
    if (!room.hasNodes) {
      return waiting(
          WaitingReason.MISCONFIGURED,
          "It asks for nodes %s, and there are none.",
          ask.partition().isEmpty() ? "without a label" : "labelled (" + ask.partition() + ")");
    }
    if (room.inEmptyCluster < needed) {
      return waiting(
          WaitingReason.EXCEEDS_MAXIMUM,
          "It needs %s; the largest node offers %s, all of them have room for %s.",
          atOnce(needed, ask),
          room.largest.text(),
          Counts.of(room.inEmptyCluster, SUCH_TASK));
    }
    ResourceLimit reached = limitReached(job, ask, needed);
    if (reached != null) {
      return waiting(
          reason(reached),
          "It needs %s%s; (%s) leaves %s.",
          needed > 1 ? needed + " times " : "",
          ask.demand().text(),
          reached.id(),
          reached.free().text());
    }
    return withinLimits(job, ask, facts, room, needed);
  }

  private Waiting withinLimits(JobView job, TaskAsk ask, HostFacts facts, Room room, int needed) {
    PlannedJob plan = planned.get(job.id());
    if (facts.isByPlan()) {
      if (plan == null) {
        return waiting(WaitingReason.PLANNED_START, "No plan has been made since it came.");
      }
      if (plan.startMillis().isPresent() && !plan.isDue(nowMillis)) {
        return waiting(
            WaitingReason.PLANNED_START,
            plan.isUnplaced()
                ? "It is to wait for its deadline, for %.1f s, and to go on as best effort then. %s"
                : "It is to start in %.1f s. %s",
            (plan.startMillis().getAsLong() - nowMillis) / 1000.0,
            plan.reason().detail());
      }
      if (isHeld(job, ask, plan)) {
        return waiting(
            WaitingReason.PILOTS,
            "It has %s waiting and %d running%s. %s",
            Counts.of(job.pendingTasks(), "task"),
            job.runningTasks(),
            room.onNodes < needed ? "; there is also no room for more now" : "",
            plan.reason().detail());
      }
    }
    boolean hasRoom = room.onNodes >= needed;
    if (!hasRoom && room.together >= needed) {
      return waiting(
          WaitingReason.FRAGMENTATION,
          "It needs %s; the free room is enough for %s together, but in pieces with room for %d.",
          atOnce(needed, ask),
          Counts.of(room.together, SUCH_TASK),
          room.onNodes);
    }
    boolean roomIsMade =
        keptFor.contains(job.id()) || (!hasRoom && beneficiaries.contains(job.id()));
    if (roomIsMade && facts.isByPlan()) {
      return waiting(
          WaitingReason.PREEMPTED_ROOM, "Tasks of others are being stopped to make room for it.");
    }
    if (!hasRoom) {
      return waiting(
          WaitingReason.CAPACITY,
          "It needs %s, and there is room for %s.%s",
          atOnce(needed, ask),
          Counts.of(room.onNodes, SUCH_TASK),
          plan == null ? "" : " " + plan.reason().detail());
    }
    if (facts.isByPlan() && plan != null && !mayStartMore(job, ask, plan)) {
      return waiting(
          WaitingReason.CAPACITY,
          plan.startMillis().isPresent() && !plan.isInLine()
              ? "It runs %s, as many at once as the plan gives it. %s"
              : "It runs %s, and the plan gives the room that there is to others. %s",
          Counts.of(job.runningTasks(), "task"),
          plan.reason().detail());
    }
    return waiting(
        WaitingReason.STARTING,
        facts.refused()
            ? "There is room for it; its last container was refused, and it is tried again."
            : "There is room for it; it waits for a node that suits it to report.");
  }

  /** For people: what must fit at once. */
  private static String atOnce(int needed, TaskAsk ask) {
    return (needed > 1 ? Counts.of(needed, "task") + " at once of " : "") + ask.demand().text();
  }

  /** Whether none of the tasks that a job waits for is one of its pilots. */
  private static boolean isHeld(JobView job, TaskAsk ask, PlannedJob plan) {
    return ask.kind() == TaskAsk.Kind.TASK && plan.heldTasks() >= job.pendingTasks();
  }

  private boolean mayStartMore(JobView job, TaskAsk ask, PlannedJob plan) {
    return plan.isGivenRoom(nowMillis)
        && (ask.kind() == TaskAsk.Kind.APPLICATION_MASTER
            || job.runningTasks() < plan.parallelism());
  }

  /** The first limit that has no room for what is needed. */
  private @Nullable ResourceLimit limitReached(JobView job, TaskAsk ask, int needed) {
    for (String id : job.limits()) {
      ResourceLimit limit = limits.get(id);
      if (limit != null
          && limit.partition().equals(ask.partition())
          && counts(limit, ask)
          && ask.demand().timesIn(limit.free()) < needed) {
        return limit;
      }
    }
    return null;
  }

  private static boolean counts(ResourceLimit limit, TaskAsk ask) {
    return limit.counted() == ResourceLimit.Counted.ALL_CONTAINERS
        || ask.kind() == TaskAsk.Kind.APPLICATION_MASTER;
  }

  private static WaitingReason reason(ResourceLimit limit) {
    if (limit.counted() == ResourceLimit.Counted.APPLICATION_MASTERS) {
      return WaitingReason.AM_LIMIT;
    }
    return switch (limit.holder()) {
      case QUEUE -> WaitingReason.QUEUE_LIMIT;
      case USER -> WaitingReason.USER_LIMIT;
    };
  }

  private Room room(TaskAsk ask) {
    return rooms.computeIfAbsent(new Demand(ask.partition(), ask.demand()), this::look);
  }

  private Room look(Demand asked) {
    ResourceVector demand = asked.demand();
    ResourceVector nothing = demand.minus(demand);
    ResourceVector largest = nothing;
    ResourceVector free = nothing;
    long inEmptyCluster = 0;
    long onNodes = 0;
    for (NodeView node : nodesByPartition.get(asked.partition())) {
      ResourceVector freeHere = SharedCores.freeAtOnce(node);
      largest = largest.max(SharedCores.totalAtOnce(node));
      free = free.plus(freeHere.max(nothing)); // An over-committed node takes nothing away.
      inEmptyCluster += demand.timesIn(SharedCores.totalAtOnce(node));
      onNodes += demand.timesIn(freeHere);
    }
    return new Room(
        nodesByPartition.containsKey(asked.partition()),
        inEmptyCluster,
        onNodes,
        demand.timesIn(free),
        largest);
  }

  private static Waiting waiting(WaitingReason reason, String detail, Object... numbers) {
    return new Waiting(reason, String.format(Locale.ROOT, detail, numbers));
  }
}
