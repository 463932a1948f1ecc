package org.foresight.planner.policy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Map;
import org.foresight.planner.MadeRoom;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Preemption;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.KeptRoom;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.placement.JobModel;
import org.foresight.planner.placement.NodeAllotment;
import org.foresight.planner.placement.NodeSets;

/**
 * Sees to it that what a plan starts now finds its room: says how many tasks of which job go to
 * which class of nodes, and which tasks are stopped for jobs with a deadline. The plan itself knows
 * sums alone. For one cycle; not thread-safe.
 */
final class DueStarts {

  /**
   * A job of the plan that is to start tasks now.
   *
   * @param set the nodes that they may run on
   */
  record Job(JobModel model, int set, PlannedJob planned) {

    /** How many tasks it is to start now; none if it is in line for what ends, wherever. */
    long starts() {
      if (planned.isInLine()) {
        return 0;
      }
      JobView job = model.job();
      return planned.gang() || job.waitsForMaster()
          ? job.asks().stream().mapToLong(TaskAsk::count).sum()
          : Math.min(job.pendingTasks(), (long) planned.parallelism() - job.runningTasks());
    }
  }

  private final NodeSets sets;
  private final ImmutableList<NodeView> nodes;
  private final ImmutableList<KeptRoom> kept;
  private final ImmutableList<JobView> stoppable;
  private ImmutableList<MadeRoom> rooms = ImmutableList.of();

  /**
   * @param stoppable the tasks that the plan lets go
   */
  DueStarts(NodeSets sets, ClusterSnapshot cluster, ImmutableList<JobView> stoppable) {
    this.sets = sets;
    this.nodes = cluster.nodes();
    this.kept = cluster.keptRooms();
    this.stoppable = stoppable;
  }

  /**
   * Stops, of what the plan lets go, what these jobs with a deadline need the room of. To be called
   * once, with all of them.
   */
  void makeRoom(List<Job> jobs) {
    if (stoppable.isEmpty() || jobs.isEmpty()) {
      return; // Most cycles stop nothing: they need not look at the room of every node.
    }
    RoomMaker roomMaker = new RoomMaker(nodes, kept, stoppable);
    long[][] room = free();
    for (JobView job : stoppable) {
      job.running().forEach(task -> give(room, task));
    }
    for (Job job : allotted(jobs, room)) {
      roomMaker.makeRoom(startingNow(job), toStart(job));
    }
    rooms = roomMaker.rooms();
  }

  /** The room that is made by stopping tasks. */
  ImmutableList<MadeRoom> rooms() {
    return rooms;
  }

  /** The jobs, each with its part of the nodes of every class, as far as there is room. */
  ImmutableList<Job> allotted(List<Job> jobs) {
    long[][] room = free();
    for (Preemption preemption : Plan.preemptions(rooms)) {
      for (JobView job : stoppable) {
        if (job.id().equals(preemption.jobId())) {
          job.running().stream()
              .filter(task -> task.taskId().equals(preemption.taskId()))
              .forEach(task -> give(room, task));
        }
      }
    }
    return allotted(jobs, room);
  }

  private ImmutableList<Job> allotted(List<Job> jobs, long[][] room) {
    if (sets.kinds() == 1 || jobs.isEmpty()) {
      return ImmutableList.copyOf(jobs);
    }
    int type = scarcestType(jobs, room);
    NodeAllotment allotment = new NodeAllotment(sets, room[type]);
    int[] numbers =
        jobs.stream()
            .mapToInt(
                job -> allotment.place(job.set, job.starts() * job.model.demand().amount(type)))
            .toArray();
    ImmutableList.Builder<Job> allotted = ImmutableList.builder();
    for (int i = 0; i < numbers.length; i++) {
      allotted.add(withParts(jobs.get(i), allotment, numbers[i], type));
    }
    return allotted.build();
  }

  private Job withParts(Job job, NodeAllotment allotment, int number, int type) {
    long each = job.model.demand().amount(type);
    // The parts are of the partition that the job is planned by; a gang starts in all of its own.
    if (each == 0 || job.planned.isInLine() || (job.planned.gang() && asksElsewhere(job.model))) {
      return job;
    }
    ImmutableMap.Builder<String, Integer> most = ImmutableMap.builder();
    long found = 0;
    for (Map.Entry<Integer, String> kind : sets.classesIn(job.set).entrySet()) {
      long tasks = allotment.amount(number, kind.getKey()) / each;
      found += tasks;
      most.put(
          kind.getValue(), Math.toIntExact(tasks) + runningOn(job.model.job(), kind.getValue()));
    }
    // What the parts leave out, for tasks are not divisible, the dispatcher may find room for.
    return found < job.starts()
        ? job
        : new Job(job.model, job.set, job.planned.allotted(most.buildOrThrow()));
  }

  private static boolean asksElsewhere(JobModel model) {
    return model.job().asks().stream().anyMatch(ask -> !ask.partition().equals(model.partition()));
  }

  /** Of the parts of a job that which is still to start. */
  private static ImmutableMap<String, Integer> toStart(Job job) {
    ImmutableMap.Builder<String, Integer> left = ImmutableMap.builder();
    job.planned
        .mostByClass()
        .forEach(
            (nodeClass, most) ->
                left.put(
                    nodeClass,
                    most == Integer.MAX_VALUE
                        ? most
                        : most - runningOn(job.model.job(), nodeClass)));
    return left.buildOrThrow();
  }

  private static int runningOn(JobView job, String nodeClass) {
    return (int)
        job.running().stream()
            .filter(task -> task.kind() == TaskAsk.Kind.TASK)
            .filter(task -> task.nodeClass().equals(nodeClass))
            .count();
  }

  /** The job with no more of its asks than may start now. */
  private static JobView startingNow(Job due) {
    JobView job = due.model.job();
    ImmutableList.Builder<TaskAsk> asks = ImmutableList.builder();
    long left = due.starts();
    for (TaskAsk ask : job.asks()) {
      int count = (int) Math.min(left, ask.count());
      if (count > 0) {
        asks.add(ask.withCount(count));
        left -= count;
      }
    }
    return JobView.of(
        job.id(), job.goal(), job.submitMillis(), asks.build(), job.running(), job.limits());
  }

  /** The type of resource of which the jobs want the most, measured by what there is. */
  private static int scarcestType(List<Job> jobs, long[][] room) {
    int scarcest = 0;
    double most = -1;
    for (int type = 0; type < room.length; type++) {
      double wanted = 0;
      for (Job job : jobs) {
        wanted += (double) job.starts() * job.model.demand().amount(type);
      }
      double there = 1;
      for (long amount : room[type]) {
        there += Math.max(0, amount);
      }
      if (wanted / there > most) {
        most = wanted / there;
        scarcest = type;
      }
    }
    return scarcest;
  }

  /** Free room by type of resource and kind of node. */
  private long[][] free() {
    long[][] room = new long[nodes.get(0).total().types()][sets.kinds()];
    for (NodeView node : nodes) {
      give(room, sets.kind(node.partition(), node.nodeClass()), node.free().orNothing());
    }
    return room;
  }

  private void give(long[][] room, RunningTask task) {
    int kind = sets.kindOf(task);
    if (kind >= 0) {
      give(room, kind, task.held());
    }
  }

  private static void give(long[][] room, int kind, ResourceVector amounts) {
    for (int type = 0; type < room.length; type++) {
      room[type][kind] += amounts.amount(type);
    }
  }
}
