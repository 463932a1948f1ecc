package org.foresight.planner.policy;

import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.placement.JobModel;
import org.foresight.planner.placement.NodeSets;
import org.foresight.planner.placement.PlanGrid;
import org.foresight.planner.placement.PlanRows;
import org.foresight.planner.placement.SpareCapacity;
import org.foresight.planner.policy.PlanningProblem.Waiting;
import org.foresight.predictor.RuntimeDistribution;

/**
 * Gives best-effort jobs the room that the plan of the jobs with deadlines leaves, by the queues of
 * GS: first to every job its share of its queue, then to each what it can use, in the same order,
 * and last to tasks that are held back for pilots. A task starts where it has room for as long as
 * it will most likely run: so no job with a deadline finds its room taken.
 *
 * <p>Room that no node has by itself is no room: a job gets no more than fits on nodes as they are.
 * Of jobs whose containers fit on none, the first of each size gets one, for the node that has room
 * next.
 *
 * <p>Where no job with a deadline waits, what ends before the next plan is made leaves room for the
 * first in line, each up to its share and then what it can use: they may start as much as now runs,
 * with what is free beside it, wherever that comes free. But none behind a job that waits for a
 * node with room for larger containers, and none while a job has its turn with the host.
 *
 * <p>A gang starts whole or not at all. One that has waited for long keeps the room that there is
 * from those behind it, so that it comes together in the end. For one plan.
 */
final class BestEffortQueues implements PlanReader.Rest {

  /** With this probability a task has ended when its room is needed. */
  private static final double MOST_LIKELY = 0.9;

  /** How long a gang lets others pass. */
  private static final long GANG_PATIENCE_MILLIS = 600_000;

  /** How long a job lets smaller containers have what ends, of which none may be enough for it. */
  private static final long LINE_PATIENCE_MILLIS = 30_000;

  private static final double ROUNDING = 1e-6;

  /** The set of a job whose partition has no nodes now; it is not servable. */
  private static final int NO_NODES = -1;

  /** What is free on a node of a kind. */
  private record Room(int kind, ResourceVector free) {}

  /** A container on the nodes of a set. */
  private record Size(int set, ResourceVector demand) {}

  private final GsQueues queues;
  private final JobSizing sizing;
  private final ClusterSnapshot cluster;
  private final PlanGrid grid;
  private final PlanRows rows;
  private final Predicate<JobView> isSlo;
  private final boolean deadlineWaits;

  private final Supplier<Map<Room, Integer>> rooms = Suppliers.memoize(this::rooms);

  /** How many containers fit on nodes now, each node by itself. */
  private final Map<Size, Long> fitting = new HashMap<>();

  /** Those of which none fits and for which a job waits on a node that has room next. */
  private final Set<Size> awaited = new HashSet<>();

  /**
   * @param isSlo whether a job has a deadline left to meet
   * @param deadlineWaits whether one of these waits for something
   */
  BestEffortQueues(
      GsQueues queues,
      JobSizing sizing,
      ClusterSnapshot cluster,
      PlanGrid grid,
      PlanRows rows,
      Predicate<JobView> isSlo,
      boolean deadlineWaits) {
    this.queues = queues;
    this.sizing = sizing;
    this.cluster = cluster;
    this.grid = grid;
    this.rows = rows;
    this.isSlo = isSlo;
    this.deadlineWaits = deadlineWaits;
  }

  @Override
  public ImmutableList<PlannedJob> plan(List<Waiting> jobs, SpareCapacity spare) {
    Map<String, Waiting> waiting = new HashMap<>();
    jobs.forEach(job -> waiting.put(job.model().job().id(), job));
    List<Turn> turns = new ArrayList<>();
    for (PlannedJob planned : inQueues()) {
      Waiting job = waiting.get(planned.jobId());
      if (job != null) {
        turns.add(new Turn(job, planned));
      }
    }
    Set<Integer> keptFor = new HashSet<>();
    for (Turn turn : turns) {
      if (turn.isGang()) {
        startGang(turn, spare, keptFor);
      } else {
        turn.take(spare, turn.withinShare());
      }
    }
    for (Turn turn : turns) {
      if (!turn.isGang()) {
        turn.take(spare, turn.startable());
      }
    }
    for (Turn turn : turns) {
      if (!turn.isGang()) {
        turn.take(spare, turn.pending);
      }
    }
    if (keptFor.isEmpty() && !deadlineWaits && !cluster.hasTurns()) {
      line(turns, spare);
    }
    return turns.stream().map(Turn::planned).collect(ImmutableList.toImmutableList());
  }

  /** As what is free: first to every job its share, then to each what it can use. */
  private void line(List<Turn> turns, SpareCapacity spare) {
    Map<String, ResourceVector> ending = ending(turns);
    line(turns, spare, ending, Turn::withinShare);
    line(turns, spare, ending, Turn::startable);
  }

  private static void line(
      List<Turn> turns,
      SpareCapacity spare,
      Map<String, ResourceVector> ending,
      ToIntFunction<Turn> most) {
    Set<Size> before = new HashSet<>();
    for (Turn turn : turns) {
      if (!turn.isGang()) {
        turn.line(spare, ending, before, most.applyAsInt(turn));
        if (turn.keepsPlace()) {
          before.add(turn.size());
        }
      }
    }
  }

  /**
   * What all that runs holds of each partition, and what is free beside it and has been given to
   * nobody: there can be no more until the next plan.
   */
  private Map<String, ResourceVector> ending(List<Turn> turns) {
    Map<String, ResourceVector> ending = new HashMap<>();
    for (JobView job : cluster.jobs()) {
      for (RunningTask task : job.running()) {
        ending.merge(task.partition(), task.held(), ResourceVector::plus);
      }
    }
    for (NodeView node : cluster.nodes()) {
      ResourceVector free = cluster.bestEffortRoom(node).orNothing();
      ending.computeIfPresent(node.partition(), (same, held) -> held.plus(free));
    }
    for (Turn turn : turns) {
      JobModel model = turn.job.model();
      ending.computeIfPresent(
          model.partition(), (same, all) -> all.minus(model.demand().times(turn.taken)));
    }
    return ending;
  }

  /** All best-effort jobs in the order in which they are served, each with its share. */
  private ImmutableList<PlannedJob> inQueues() {
    ClusterResources resources = new ClusterResources(cluster);
    double part = 1.0;
    List<Standing> standings = new ArrayList<>();
    for (JobView job : cluster.jobs()) {
      if (isSlo.test(job)) {
        part -= resources.demand(job).heldShare();
      } else {
        standings.add(queues.standing(job, sizing.size(job, grid.nowMillis())));
      }
    }
    return queues.planner().plan(cluster, standings, grid.nowMillis(), part);
  }

  private void startGang(Turn turn, SpareCapacity spare, Set<Integer> keptFor) {
    if (!turn.job.servable()) {
      return;
    }
    JobModel model = turn.job.model();
    ImmutableList<TaskAsk> here = asks(model, true);
    if (asks(model, false).stream().allMatch(this::fitsInItsPartition)
        && spare.takeAll(model, turn.set, turn.untilSlot, here)) {
      turn.taken = turn.pending;
    } else if (grid.nowMillis() - model.job().submitMillis() > GANG_PATIENCE_MILLIS
        && keptFor.add(turn.set)) {
      int tasks = here.stream().mapToInt(TaskAsk::count).sum();
      int unused = spare.take(model, turn.set, grid.slots(), tasks);
    }
  }

  /** What the job asks for in the partition that it is planned by, or in the others. */
  private static ImmutableList<TaskAsk> asks(JobModel model, boolean here) {
    return model.job().asks().stream()
        .filter(ask -> ask.partition().equals(model.partition()) == here)
        .collect(ImmutableList.toImmutableList());
  }

  private boolean fitsInItsPartition(TaskAsk ask) {
    return ask.count()
        <= cluster.nodes().stream()
            .filter(node -> node.partition().equals(ask.partition()))
            .mapToLong(node -> ask.demand().timesIn(cluster.bestEffortRoom(node).orNothing()))
            .sum();
  }

  private long fitting(Size size) {
    return fitting.computeIfAbsent(
        size,
        unseen -> {
          long tasks = 0;
          for (Map.Entry<Room, Integer> nodes : rooms.get().entrySet()) {
            Room room = nodes.getKey();
            if (rows.sets().contains(size.set, room.kind)) {
              tasks += nodes.getValue() * size.demand.timesIn(room.free);
            }
          }
          return tasks;
        });
  }

  /** How many nodes have the same room, if any: there are thousands of nodes, but few rooms. */
  private Map<Room, Integer> rooms() {
    Map<Room, Integer> all = new HashMap<>();
    for (NodeView node : cluster.nodes()) {
      int kind = rows.sets().kind(node.partition(), node.nodeClass());
      ResourceVector free = cluster.bestEffortRoom(node);
      if (kind >= 0 && free.amount(0) > 0 && free.equals(free.orNothing())) {
        all.merge(new Room(kind, free), 1, Integer::sum);
      }
    }
    return all;
  }

  /** A job that waits, while room is given out. */
  private final class Turn {
    private final Waiting job;
    private final PlannedJob inQueue;
    private final int set;
    private final int untilSlot;
    private final int running;

    /** How many containers it waits for. */
    private final int pending;

    /** How many it may start. */
    private int taken;

    /** Whether that is room of several nodes, and it waits for one of them to have it. */
    private boolean waitsForNode;

    /** How many more it may start in what ends before the next plan. */
    private int next;

    Turn(Waiting job, PlannedJob inQueue) {
      this.job = job;
      this.inQueue = inQueue;
      JobModel model = job.model();
      JobView view = model.job();
      ImmutableList<NodeSets.Choice> choices = rows.choices(model);
      this.set = choices.isEmpty() ? NO_NODES : choices.get(choices.size() - 1).set();
      this.running = view.runningTasks();
      this.pending = view.waitsForMaster() ? 1 : view.pendingTasks();
      RuntimeDistribution runtime =
          isGang() ? model.estimate().span() : model.estimate().taskRuntime();
      double longestMillis = runtime.quantile(MOST_LIKELY);
      this.untilSlot =
          longestMillis >= grid.lookAheadMillis() || view.goal().service()
              ? grid.slots()
              : grid.slotAt(grid.nowMillis() + Math.max(0, (long) Math.ceil(longestMillis) - 1))
                  + 1;
    }

    boolean isGang() {
      JobView view = job.model().job();
      return view.goal().gang() && !view.waitsForMaster() && view.runningTasks() == 0;
    }

    int withinShare() {
      if (job.model().job().waitsForMaster()) {
        return 1;
      }
      double most = Math.floor(inQueue.share() + ROUNDING) - running;
      return (int) Math.max(0, Math.min(startable(), most));
    }

    /** How many containers are not held back. */
    int startable() {
      // A job's master is none of the tasks that are held back.
      return job.model().job().waitsForMaster() ? 1 : Math.max(0, pending - inQueue.heldTasks());
    }

    /** Takes room until it may start so many. */
    void take(SpareCapacity spare, int most) {
      if (most > taken && job.servable()) {
        boolean fits = fitting() > 0;
        if (!fits && awaited.contains(size())) {
          return;
        }
        int now = (int) Math.min(most, fits ? fitting() : 1);
        int given = now > taken ? spare.take(job.model(), set, untilSlot, now - taken) : 0;
        taken += given;
        if (!fits && given > 0) {
          awaited.add(size());
          waitsForNode = true;
        }
      }
    }

    /**
     * Gets in line for what ends until it may start so many, as far as those before it leave any,
     * and limits allow. Not where it would take, piece by piece, what larger containers before it
     * need on one node.
     */
    void line(SpareCapacity spare, Map<String, ResourceVector> ending, Set<Size> before, int most) {
      JobModel model = job.model();
      ResourceVector left = ending.get(model.partition());
      int more = most - taken - next;
      boolean isBehindLarger =
          before.stream().anyMatch(size -> size.set == set && !size.demand.fitsIn(model.demand()));
      if (left != null && more > 0 && job.servable() && !isBehindLarger) {
        more = spare.takeOfLimits(model, (int) Math.min(more, model.demand().timesIn(left)));
        next += more;
        ending.put(model.partition(), left.minus(model.demand().times(more)));
      }
    }

    /** Whether it needs more on one node than smaller containers behind it would leave it. */
    boolean keepsPlace() {
      return waitsForNode || (taken == 0 && next > 0 && waitedMillis() > LINE_PATIENCE_MILLIS);
    }

    /** For how long it has got nothing more. */
    private long waitedMillis() {
      JobView view = job.model().job();
      long gotMillis = view.running().stream().mapToLong(RunningTask::startMillis).max().orElse(0);
      return grid.nowMillis() - Math.max(view.submitMillis(), gotMillis);
    }

    Size size() {
      return new Size(set, job.model().demand());
    }

    private long fitting() {
      long tasks = 0;
      for (TaskAsk ask : asks(job.model(), true)) {
        tasks = Math.max(tasks, BestEffortQueues.this.fitting(new Size(set, ask.demand())));
      }
      return tasks;
    }

    PlannedJob planned() {
      if (taken > 0) {
        return atMost(inQueue.startMillis(), running + taken + next, inQueue.reason());
      }
      if (job.servable() && startable() == 0) {
        return atMost(OptionalLong.empty(), running, inQueue.reason()); // No room was looked for.
      }
      String detail = whyNone() + inQueue.reason().detail();
      return next > 0
          ? atMost(
              inQueue.startMillis(), running + next, new Reason(Reason.Code.NEXT_IN_LINE, detail))
          : atMost(OptionalLong.empty(), running, new Reason(Reason.Code.NO_ROOM_NOW, detail));
    }

    private String whyNone() {
      if (!job.servable()) {
        return "None of its tasks fits the cluster. ";
      }
      String why =
          fitting() == 0
              ? "No node has room for one of its tasks now"
              : "What is free now is planned for others";
      return why + (next > 0 ? "; it is in line for what ends next. " : ". ");
    }

    private PlannedJob atMost(OptionalLong startMillis, int parallelism, Reason reason) {
      return new PlannedJob(
              inQueue.jobId(), startMillis, parallelism, inQueue.share(), inQueue.gang(), reason)
          .holding(inQueue.heldTasks());
    }
  }
}
