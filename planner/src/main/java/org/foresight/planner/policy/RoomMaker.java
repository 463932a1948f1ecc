package org.foresight.planner.policy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.foresight.planner.Preemption;
import org.foresight.planner.Reason;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.jspecify.annotations.Nullable;

/**
 * Chooses which tasks to stop so that what jobs wait for fits.
 *
 * <p>The jobs are given one after the other, in the order in which they will be served: each first
 * takes the room that there is, so that no room is counted twice. For what does not fit, tasks are
 * taken into account from the one that started last to the one that started first, until those on
 * one node make room; of these, whichever is not needed is spared, the oldest first. Gangs are
 * stopped after all other tasks and whole: a part of one would take back its room at once, since a
 * gang that has begun goes on before all others. Not thread-safe.
 */
final class RoomMaker {

  private static final Comparator<Victim> LAST_STARTED_FIRST =
      Comparator.comparingLong((Victim victim) -> victim.task.startMillis())
          .reversed()
          .thenComparing(victim -> victim.jobId)
          .thenComparing(victim -> victim.task.taskId());

  private final NodeRooms rooms;
  private final ImmutableList<JobView> stoppable;
  private final long nowMillis;
  private @Nullable Victims victims;
  private List<Preemption> preemptions = new ArrayList<>();

  /** What does not fit even if all is stopped, which stays so as room is only used up. */
  private final Set<Hopeless> hopeless = new HashSet<>();

  /**
   * @param stoppable the jobs whose tasks may be stopped
   */
  RoomMaker(ImmutableList<NodeView> nodes, List<JobView> stoppable, long nowMillis) {
    this.nowMillis = nowMillis;
    this.rooms = new NodeRooms(nodes);
    this.stoppable = ImmutableList.copyOf(stoppable);
  }

  /** Takes room for all that the job waits for, or for as much as there can be. */
  void makeRoom(JobView job) {
    makeRoom(job, ImmutableSet.of());
  }

  /**
   * As above, on some of the nodes.
   *
   * @param nodeClasses classes of nodes to make room on; empty for all
   * @return whether there is room for all that it waits for
   */
  boolean makeRoom(JobView job, ImmutableSet<String> nodeClasses) {
    boolean gang = job.goal().gang() && job.runningTasks() == 0 && !job.waitsForMaster();
    if (gang) {
      return makeRoomForAll(job, nodeClasses);
    }
    boolean all = true;
    for (TaskAsk ask : job.asks()) {
      if (makeRoom(job.id(), ask, nodeClasses) > 0) {
        hopeless.add(Hopeless.of(ask, nodeClasses));
        all = false;
      }
    }
    return all;
  }

  /** The tasks to stop, for all jobs so far. */
  ImmutableList<Preemption> preemptions() {
    return ImmutableList.copyOf(preemptions);
  }

  private boolean makeRoomForAll(JobView gang, ImmutableSet<String> nodeClasses) {
    List<ResourceVector> savedRooms = rooms.save();
    List<Preemption> savedPreemptions = List.copyOf(preemptions);
    Victims savedVictims = victims == null ? null : victims.copy();
    for (TaskAsk ask : gang.asks()) {
      if (makeRoom(gang.id(), ask, nodeClasses) > 0) {
        rooms.restore(savedRooms);
        preemptions = new ArrayList<>(savedPreemptions);
        victims = savedVictims;
        return false;
      }
    }
    return true;
  }

  /** Tells how many of the ask there can be no room for. */
  private int makeRoom(String jobId, TaskAsk ask, ImmutableSet<String> nodeClasses) {
    if (hopeless.contains(Hopeless.of(ask, nodeClasses))) {
      return ask.count();
    }
    int left = rooms.place(ask, nodeClasses, ask.count());
    if (left > 0) {
      if (victims == null) {
        victims = Victims.of(stoppable, rooms);
      }
      left = stopSingleTasks(jobId, ask, nodeClasses, left, victims);
      left = stopGangs(jobId, ask, nodeClasses, left, victims);
    }
    return left;
  }

  /** A demand that there is no room for on these nodes. */
  private record Hopeless(
      String partition, ImmutableSet<String> nodeClasses, ResourceVector demand) {
    static Hopeless of(TaskAsk ask, ImmutableSet<String> nodeClasses) {
      return new Hopeless(ask.partition(), nodeClasses, ask.demand());
    }
  }

  private int stopSingleTasks(
      String jobId, TaskAsk ask, ImmutableSet<String> nodeClasses, int count, Victims from) {
    int left = count;
    Map<Integer, Candidates> byNode = new HashMap<>();
    int first = from.stopped.nextClearBit(0);
    for (int i = first; i < from.single.size() && left > 0; i = from.stopped.nextClearBit(i + 1)) {
      Victim victim = from.single.get(i);
      if (!rooms.isIn(victim.node, ask.partition(), nodeClasses)) {
        continue;
      }
      Candidates candidates =
          byNode.computeIfAbsent(victim.node, node -> new Candidates(rooms.free(node)));
      candidates.add(victim);
      while (left > 0 && ask.demand().fitsIn(candidates.room)) {
        List<Victim> needed = candidates.takeNeeded(ask.demand());
        rooms.take(victim.node, ask.demand());
        needed.forEach(each -> stop(each, jobId, from));
        left--;
      }
    }
    return left;
  }

  private int stopGangs(
      String jobId, TaskAsk ask, ImmutableSet<String> nodeClasses, int count, Victims from) {
    int left = count;
    for (List<Victim> gang : from.gangs) {
      if (left == 0) {
        break;
      }
      if (from.stopped.get(gang.get(0).number)
          || gang.stream()
              .noneMatch(victim -> rooms.isIn(victim.node, ask.partition(), nodeClasses))) {
        continue;
      }
      gang.forEach(victim -> rooms.give(victim.node, victim.task.held()));
      int before = left;
      left = rooms.place(ask, nodeClasses, left);
      left = left == 0 ? 0 : stopSingleTasks(jobId, ask, nodeClasses, left, from);
      gang.forEach(victim -> rooms.take(victim.node, victim.task.held()));
      if (left < before) {
        gang.forEach(victim -> stop(victim, jobId, from));
      }
    }
    return left;
  }

  private void stop(Victim victim, String beneficiary, Victims from) {
    from.stopped.set(victim.number);
    rooms.give(victim.node, victim.task.held());
    String detail =
        "Stopped after "
            + Figures.seconds(nowMillis - victim.task.startMillis())
            + " to make room for "
            + beneficiary
            + ", which has a deadline to meet; what started before it was spared if it could be.";
    Reason reason = new Reason(Reason.Code.PREEMPTED_FOR_DEADLINE, detail);
    preemptions.add(new Preemption(victim.jobId, victim.task.taskId(), beneficiary, reason));
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
