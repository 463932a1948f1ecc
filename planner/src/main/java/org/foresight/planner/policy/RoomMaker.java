package org.foresight.planner.policy;

import com.google.common.collect.HashBasedTable;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Table;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.foresight.planner.MadeRoom;
import org.foresight.planner.Preemption;
import org.foresight.planner.Reason;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.KeptRoom;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.jspecify.annotations.Nullable;

/**
 * Chooses which tasks to stop so that what jobs wait for fits.
 *
 * <p>The jobs are given one after the other, in the order in which they will be served: each first
 * takes the room that is kept for it and that there is, so that no room is counted twice. For what
 * does not fit, tasks are taken into account from the one that started last to the one that started
 * first, until those on one node make room; of these, whichever is not needed is spared, the oldest
 * first. Gangs are stopped after all other tasks and whole: a part of one would take back its room
 * at once, since a gang that has begun goes on before all others. Not thread-safe.
 */
final class RoomMaker {

  private static final String WHY_STOPPED =
      "That job has a deadline to meet; what started before this task is spared if it can be.";

  private static final Comparator<Victim> LAST_STARTED_FIRST =
      Comparator.comparingLong((Victim victim) -> victim.task.startMillis())
          .reversed()
          .thenComparing(victim -> victim.jobId)
          .thenComparing(victim -> victim.task.taskId());

  private final NodeRooms rooms;
  private final ImmutableList<JobView> stoppable;
  private @Nullable Victims victims;
  private final List<MadeRoom> made = new ArrayList<>();

  /** How many containers of each job there is kept room for, by what they need. */
  private final Map<String, Map<ResourceVector, Integer>> kept = new HashMap<>();

  /** The same, by the class of their nodes. */
  private final Table<String, String, Integer> keptByClass = HashBasedTable.create();

  /** What does not fit even if all is stopped, which stays so as room is only used up. */
  private final Set<Portion> hopeless = new HashSet<>();

  /**
   * @param keptRooms what of the nodes' room is kept for whom
   * @param stoppable the jobs whose tasks may be stopped
   */
  RoomMaker(
      ImmutableList<NodeView> nodes, ImmutableList<KeptRoom> keptRooms, List<JobView> stoppable) {
    this.rooms = new NodeRooms(nodes);
    this.stoppable = ImmutableList.copyOf(stoppable);
    for (KeptRoom room : keptRooms) {
      Integer node = rooms.number(room.nodeId());
      if (node != null) {
        rooms.take(node, room.demand());
        Integer before = keptByClass.get(room.jobId(), rooms.nodeClass(node));
        keptByClass.put(room.jobId(), rooms.nodeClass(node), before == null ? 1 : before + 1);
        kept.computeIfAbsent(room.jobId(), job -> new HashMap<>())
            .merge(room.demand(), 1, Integer::sum);
      }
    }
  }

  /** Takes room for all that the job waits for, or for as much as there can be. */
  boolean makeRoom(JobView job) {
    return makeRoom(job, ImmutableMap.of());
  }

  /**
   * As above, on some of the nodes.
   *
   * @param mostByClass how much room to make on the nodes of each class, in tasks; empty where all
   *     nodes are the same
   * @return whether there is room for all that it waits for
   */
  boolean makeRoom(JobView job, ImmutableMap<String, Integer> mostByClass) {
    List<Portion> portions = portions(job, mostByClass);
    boolean gang = job.goal().gang() && job.runningTasks() == 0 && !job.waitsForMaster();
    if (gang) {
      return makeRoomForAll(job.id(), portions);
    }
    boolean all = true;
    for (Portion portion : portions) {
      if (makeRoom(portion, new Making(job.id(), true)) > 0) {
        hopeless.add(portion.ofOne());
        all = false;
      }
    }
    return all;
  }

  /** Tasks and the classes of nodes to make room on; no classes mean all. */
  private record Portion(TaskAsk ask, ImmutableSet<String> nodeClasses) {
    Portion ofOne() {
      return new Portion(ask.withCount(1), nodeClasses);
    }
  }

  private List<Portion> portions(JobView job, ImmutableMap<String, Integer> mostByClass) {
    List<Portion> portions = new ArrayList<>();
    boolean counted = mostByClass.values().stream().anyMatch(most -> most < Integer.MAX_VALUE);
    Map<String, Integer> left = new LinkedHashMap<>(mostByClass);
    keptByClass
        .row(job.id())
        .forEach(
            (nodeClass, has) ->
                left.computeIfPresent(nodeClass, (same, most) -> Math.max(0, most - has)));
    for (TaskAsk ask : withoutKept(job)) {
      if (!counted) {
        portions.add(new Portion(ask, mostByClass.keySet()));
        continue;
      }
      int wanted = ask.count();
      for (Map.Entry<String, Integer> part : left.entrySet()) {
        int count = Math.min(wanted, part.getValue());
        if (count > 0) {
          TaskAsk some = ask.withCount(count);
          portions.add(new Portion(some, ImmutableSet.of(part.getKey())));
          part.setValue(part.getValue() - count);
          wanted -= count;
        }
      }
    }
    return portions;
  }

  /** What the job waits for but has no kept room for. */
  private ImmutableList<TaskAsk> withoutKept(JobView job) {
    Map<ResourceVector, Integer> own = new HashMap<>(kept.getOrDefault(job.id(), Map.of()));
    if (own.isEmpty()) {
      return job.asks();
    }
    ImmutableList.Builder<TaskAsk> others = ImmutableList.builder();
    for (TaskAsk ask : job.asks()) {
      int has = Math.min(ask.count(), own.getOrDefault(ask.demand(), 0));
      own.merge(ask.demand(), -has, Integer::sum);
      if (has < ask.count()) {
        others.add(ask.withCount(ask.count() - has));
      }
    }
    return others.build();
  }

  /** What is made, for all jobs so far. */
  ImmutableList<MadeRoom> rooms() {
    return ImmutableList.copyOf(made);
  }

  private boolean makeRoomForAll(String jobId, List<Portion> portions) {
    List<ResourceVector> savedRooms = rooms.save();
    Victims savedVictims = victims == null ? null : victims.copy();
    Making whole = new Making(jobId, false);
    for (Portion portion : portions) {
      if (makeRoom(portion, whole) > 0) {
        rooms.restore(savedRooms);
        victims = savedVictims;
        return false;
      }
    }
    whole.finish();
    return true;
  }

  /** Tells how many of the portion there can be no room for. */
  private int makeRoom(Portion portion, Making making) {
    if (hopeless.contains(portion.ofOne())) {
      return portion.ask.count();
    }
    int left =
        rooms.place(
            portion.ask,
            portion.nodeClasses,
            portion.ask.count(),
            node -> making.found(node, portion.ask.demand()));
    if (left > 0) {
      if (victims == null) {
        victims = Victims.of(stoppable, rooms);
      }
      left = stopSingleTasks(portion, left, victims, making);
      left = stopGangs(portion, left, victims, making);
    }
    return left;
  }

  private int stopSingleTasks(Portion portion, int count, Victims from, Making making) {
    TaskAsk ask = portion.ask;
    int left = count;
    Map<Integer, Candidates> byNode = new HashMap<>();
    int first = from.stopped.nextClearBit(0);
    for (int i = first; i < from.single.size() && left > 0; i = from.stopped.nextClearBit(i + 1)) {
      Victim victim = from.single.get(i);
      if (!rooms.isIn(victim.node, ask.partition(), portion.nodeClasses)) {
        continue;
      }
      Candidates candidates =
          byNode.computeIfAbsent(victim.node, node -> new Candidates(rooms.free(node)));
      candidates.add(victim);
      while (left > 0 && ask.demand().fitsIn(candidates.room)) {
        List<Victim> needed = candidates.takeNeeded(ask.demand());
        rooms.take(victim.node, ask.demand());
        needed.forEach(each -> stop(each, from, making));
        making.made(victim.node, ask.demand());
        left--;
      }
    }
    return left;
  }

  private int stopGangs(Portion portion, int count, Victims from, Making making) {
    TaskAsk ask = portion.ask;
    int left = count;
    for (List<Victim> gang : from.gangs) {
      if (left == 0) {
        break;
      }
      if (from.stopped.get(gang.get(0).number)
          || gang.stream()
              .noneMatch(victim -> rooms.isIn(victim.node, ask.partition(), portion.nodeClasses))) {
        continue;
      }
      gang.forEach(victim -> rooms.give(victim.node, victim.task.held()));
      int before = left;
      Making withGang = making.whole();
      left =
          rooms.place(ask, portion.nodeClasses, left, node -> withGang.found(node, ask.demand()));
      left = left == 0 ? 0 : stopSingleTasks(portion, left, from, withGang);
      gang.forEach(victim -> rooms.take(victim.node, victim.task.held()));
      if (left < before) {
        gang.forEach(victim -> stop(victim, from, withGang));
        if (withGang != making) {
          withGang.finish();
        }
      }
    }
    return left;
  }

  private void stop(Victim victim, Victims from, Making making) {
    from.stopped.set(victim.number);
    rooms.give(victim.node, victim.task.held());
    Reason reason = new Reason(Reason.Code.PREEMPTED_FOR_DEADLINE, WHY_STOPPED);
    making.stops.add(new Preemption(victim.jobId, victim.task.taskId(), making.jobId, reason));
  }

  /** The room that is being made for a job. */
  private final class Making {
    private final String jobId;
    private final boolean taskByTask;
    private final List<KeptRoom> places = new ArrayList<>();
    private final List<Preemption> stops = new ArrayList<>();

    /**
     * @param taskByTask whether the room for each task is some on its own
     */
    Making(String jobId, boolean taskByTask) {
      this.jobId = jobId;
      this.taskByTask = taskByTask;
    }

    /** There is room for a task without stopping anything more. */
    void found(int node, ResourceVector demand) {
      if (!taskByTask) { // Else it may start right now, and no room need be kept for it.
        places.add(new KeptRoom(jobId, rooms.nodeId(node), demand));
      }
    }

    /** What was stopped makes room for a task. */
    void made(int node, ResourceVector demand) {
      places.add(new KeptRoom(jobId, rooms.nodeId(node), demand));
      if (taskByTask) {
        finish();
      }
    }

    /** The same, or one whose room is all or nothing. */
    Making whole() {
      return taskByTask ? new Making(jobId, false) : this;
    }

    void finish() {
      if (!stops.isEmpty()) {
        made.add(new MadeRoom(jobId, ImmutableList.copyOf(places), ImmutableList.copyOf(stops)));
      }
      places.clear();
      stops.clear();
    }
  }

  /** A task that may be stopped, with a number of its own. */
  private record Victim(String jobId, RunningTask task, int node, int number) {}

  /**
   * All tasks that may be stopped, those that started last first. The number of a single one is its
   * place; gangs are ordered by their last start, and their numbers follow.
   */
  private record Victims(
      ImmutableList<Victim> single, ImmutableList<ImmutableList<Victim>> gangs, BitSet stopped) {

    static Victims of(List<JobView> jobs, NodeRooms rooms) {
      List<Victim> single = new ArrayList<>();
      List<List<Victim>> gangs = new ArrayList<>();
      for (JobView job : jobs) {
        List<Victim> tasks = new ArrayList<>();
        for (RunningTask task : job.running()) {
          Integer node = rooms.number(task.nodeId());
          if (task.kind() == TaskAsk.Kind.TASK && node != null) {
            tasks.add(new Victim(job.id(), task, node, 0));
          }
        }
        if (!job.goal().gang()) {
          single.addAll(tasks);
        } else if (!tasks.isEmpty()) {
          tasks.sort(LAST_STARTED_FIRST);
          gangs.add(tasks);
        }
      }
      single.sort(LAST_STARTED_FIRST);
      gangs.sort(Comparator.comparing(gang -> gang.get(0), LAST_STARTED_FIRST));
      ImmutableList.Builder<ImmutableList<Victim>> numberedGangs = ImmutableList.builder();
      int next = single.size();
      for (List<Victim> gang : gangs) {
        numberedGangs.add(numbered(gang, next));
        next += gang.size();
      }
      return new Victims(numbered(single, 0), numberedGangs.build(), new BitSet(next));
    }

    private static ImmutableList<Victim> numbered(List<Victim> tasks, int first) {
      ImmutableList.Builder<Victim> numbered = ImmutableList.builder();
      int number = first;
      for (Victim victim : tasks) {
        numbered.add(new Victim(victim.jobId, victim.task, victim.node, number++));
      }
      return numbered.build();
    }

    Victims copy() {
      return new Victims(single, gangs, BitSet.valueOf(stopped.toLongArray()));
    }
  }

  /** The tasks of one node that are thought of, and the room there would be without them. */
  private static final class Candidates {
    private final List<Victim> victims = new ArrayList<>();
    private ResourceVector room;

    Candidates(ResourceVector free) {
      this.room = free;
    }

    void add(Victim victim) {
      victims.add(victim);
      room = room.plus(victim.task.held());
    }

    /** Takes out those without which {@code demand} does not fit, and the demand. */
    List<Victim> takeNeeded(ResourceVector demand) {
      List<Victim> needed = new ArrayList<>();
      ResourceVector without = room;
      for (int i = victims.size() - 1; i >= 0; i--) {
        ResourceVector spared = without.minus(victims.get(i).task.held());
        if (demand.fitsIn(spared)) {
          without = spared;
        } else {
          needed.add(victims.remove(i));
        }
      }
      room = room.minus(demand);
      return needed;
    }
  }
}
