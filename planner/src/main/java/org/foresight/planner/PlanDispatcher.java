package org.foresight.planner;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.foresight.planner.cluster.DispatchView;
import org.foresight.planner.cluster.DispatchView.DispatchableJob;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.RoomAtOnce;
import org.foresight.planner.cluster.TaskAsk;
import org.jspecify.annotations.Nullable;

/**
 * Starts the first job in the plan's order that is due, runs fewer tasks than planned, and has a
 * container that fits. Jobs that run their share already come after all others, the one that has
 * used its share up the fewest times first; so no room is left that a job could use. Tasks that the
 * plan holds back start last of all, in the plan's order: for what nobody else can use. Those that
 * run ahead of them, the pilots of their job, are spread over the nodes (see {@link PilotSpread}).
 *
 * <p>Jobs that wait for nothing, or for nothing but what is held back, are remembered until they
 * are said to wait again, and so is the partition of those that wait in one alone. Of the others
 * none is looked at closer that has used its share up more often than the best one so far: a start
 * costs a few looks at jobs, however many there are.
 */
final class PlanDispatcher implements Dispatcher {

  private static final Reason FITS_NOT =
      new Reason(Reason.Code.NOTHING_FITS, "No due job has a container that fits here.");

  private static final Decision NOTHING_FITS =
      new Decision.Hold(Decision.Hold.Scope.NODES_WITH_NO_MORE_ROOM, FITS_NOT);

  /** Of a node that suspends tasks the free room does not tell what it takes. */
  private static final Decision NOTHING_FITS_HERE =
      new Decision.Hold(Decision.Hold.Scope.NODE, FITS_NOT);

  private static final Decision NOTHING_FITS_BEHIND =
      new Decision.Hold(Decision.Hold.Scope.CLUSTER, FITS_NOT);

  private static final Decision PILOTS_ELSEWHERE =
      new Decision.Hold(
          Decision.Hold.Scope.NODE,
          new Reason(
              Reason.Code.PILOTS_FIRST,
              "What fits here are pilots, and there is room for them where fewer of their job's tasks"
                  + " run."));

  private static final Decision NOTHING_WAITS =
      new Decision.Hold(
          Decision.Hold.Scope.CLUSTER,
          new Reason(Reason.Code.NOTHING_WAITS, "No due job waits for anything."));

  /**
   * Of how many jobs it is asked in one decision whether another node suits their pilots better;
   * those behind them start where there is room.
   */
  private static final int MOST_SPREADS = 8;

  private final Plan plan;
  private final boolean smallestPartFirst;
  private final NodeAdmission admission;
  private final Standing[] standings;

  /** Where in the plan jobs are; empty until that is asked for. */
  private final Map<String, Integer> indices = new HashMap<>();

  /** What is remembered of a job of the plan until it waits for more. */
  private static final class Standing {
    /**
     * How it was seen last, for the number of its tasks; null before, and while it is not shown.
     */
    @Nullable DispatchableJob seen;

    boolean waitsForMaster;

    /** Whether it waited for nothing. */
    boolean isIdle;

    /** Whether all that it waited for is to stay waiting. */
    boolean isHeldBack;

    /** Where all that it waited for was; null before, and if that was in several partitions. */
    @Nullable String onlyPartition;

    boolean isElsewhere(String partition) {
      return onlyPartition != null && !onlyPartition.equals(partition);
    }
  }

  /**
   * @param smallestPartFirst whether the job that runs the smallest part of its share goes first,
   *     rather than the first in the plan's order that does not run its share yet
   * @param admission how much of a node each job may use
   */
  PlanDispatcher(Plan plan, boolean smallestPartFirst, NodeAdmission admission) {
    this.plan = plan;
    this.smallestPartFirst = smallestPartFirst;
    this.admission = admission;
    this.standings = new Standing[plan.jobs().size()];
    Arrays.setAll(standings, i -> new Standing());
  }

  @Override
  public void waitsAgain(String jobId) {
    if (indices.isEmpty()) {
      for (int i = 0; i < standings.length; i++) {
        indices.put(plan.jobs().get(i).jobId(), i);
      }
    }
    Integer index = indices.get(jobId);
    if (index != null) {
      standings[index] = new Standing();
    }
  }

  @Override
  public Decision next(NodeView node, DispatchView view, long nowMillis) {
    // A gang that has begun goes before all others, so that nobody takes the room it began in.
    for (PlannedJob planned : plan.gangs()) {
      DispatchableJob job = planned.isDue(nowMillis) ? view.job(planned.jobId()) : null;
      if (job != null && job.runningTasks() > 0 && mayStart(planned, job, job.asks(), node, view)) {
        return start(planned);
      }
    }
    ImmutableList<PlannedJob> jobs = plan.jobs();
    boolean waits = false;
    int spreads = 0;
    boolean leavesPilots = false;
    PlannedJob best = null;
    boolean startsMaster = false;
    double leastUsed = Double.POSITIVE_INFINITY;
    for (int i = 0; i < standings.length; i++) {
      Standing standing = standings[i];
      PlannedJob planned = jobs.get(i);
      if (standing.isIdle || !planned.isDue(nowMillis)) {
        continue;
      }
      if (standing.isHeldBack || standing.isElsewhere(node.partition())) {
        waits = true;
        continue;
      }
      if (standing.seen != null && !standing.waitsForMaster) {
        int running = standing.seen.runningTasks();
        if (running >= planned.parallelism()
            || (best != null && sharesUsed(planned, running) >= leastUsed)) {
          waits = true;
          continue;
        }
      }
      DispatchableJob job = view.job(planned.jobId());
      standing.seen = job;
      if (job == null) {
        continue;
      }
      // Read once: a host puts it together each time.
      ImmutableList<TaskAsk> asks = job.asks();
      standing.isIdle = asks.isEmpty();
      if (standing.isIdle) {
        continue;
      }
      waits = true;
      standing.onlyPartition = onlyPartition(asks);
      standing.waitsForMaster = asks.get(0).kind() == TaskAsk.Kind.APPLICATION_MASTER;
      standing.isHeldBack = planned.heldTasks() > 0 && holdsBack(planned, asks);
      if (standing.isHeldBack) {
        continue;
      }
      double used = standing.waitsForMaster ? 0 : sharesUsed(planned, job.runningTasks());
      boolean better = best == null || used < leastUsed;
      if (better && mayStart(planned, job, asks, node, view)) {
        boolean isPilot = planned.heldTasks() > 0 && !standing.waitsForMaster;
        if (isPilot
            && spreads++ < MOST_SPREADS
            && !isGoodForPilot(planned, job, asks, node, view, nowMillis)) {
          leavesPilots = true;
          continue;
        }
        best = planned;
        startsMaster = standing.waitsForMaster;
        leastUsed = used;
        if (used == 0) {
          break; // No other can have used less.
        }
      }
    }
    if (best == null) {
      best = firstHeld(node, view, nowMillis);
    }
    if (best != null) {
      return start(startsMaster ? best.suspendable(false) : best);
    }
    if (leavesPilots) {
      return PILOTS_ELSEWHERE;
    }
    if (!waits) {
      return NOTHING_WAITS;
    }
    if (node.las().isEmpty()) {
      return NOTHING_FITS;
    }
    return view.keepsNodeOrder() && nothingFitsBehind(node, view, nowMillis)
        ? NOTHING_FITS_BEHIND
        : NOTHING_FITS_HERE;
  }

  /** Whether nothing that waits may start on the nodes that come after this one. */
  private boolean nothingFitsBehind(NodeView node, DispatchView view, long nowMillis) {
    ImmutableList<PlannedJob> jobs = plan.jobs();
    for (int i = 0; i < standings.length; i++) {
      PlannedJob planned = jobs.get(i);
      if (standings[i].isIdle || !planned.isDue(nowMillis)) {
        continue;
      }
      DispatchableJob job = view.job(planned.jobId());
      if (job != null) {
        for (TaskAsk ask : job.asks()) {
          if (admission.mayFitBehind(node, planned, ask)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private static Decision start(PlannedJob job) {
    return new Decision.Start(job.jobId(), job.suspendable(), job.reason());
  }

  /** The first job in the plan's order that is held back and has a task that may start here. */
  private @Nullable PlannedJob firstHeld(NodeView node, DispatchView view, long nowMillis) {
    ImmutableList<PlannedJob> jobs = plan.jobs();
    for (int i = 0; i < standings.length; i++) {
      PlannedJob planned = jobs.get(i);
      if (standings[i].isHeldBack
          && !standings[i].isElsewhere(node.partition())
          && planned.isDue(nowMillis)) {
        DispatchableJob job = view.job(planned.jobId());
        if (job != null && mayStart(planned, job, job.asks(), node, view)) {
          return planned;
        }
      }
    }
    return null;
  }

  private boolean isGoodForPilot(
      PlannedJob planned,
      DispatchableJob job,
      ImmutableList<TaskAsk> asks,
      NodeView node,
      DispatchView view,
      long nowMillis) {
    return new PilotSpread(job)
        .allows(
            node,
            view::nodes,
            other ->
                firstFitting(planned, asks, other) != null && !hasItsPartOf(other, planned, job),
            nowMillis);
  }

  /** Whether all that the job waits for is to stay waiting. */
  private static boolean holdsBack(PlannedJob planned, ImmutableList<TaskAsk> asks) {
    return asks.stream().noneMatch(ask -> ask.kind() == TaskAsk.Kind.APPLICATION_MASTER)
        && waiting(asks) <= planned.heldTasks();
  }

  private static @Nullable String onlyPartition(ImmutableList<TaskAsk> asks) {
    String first = asks.get(0).partition();
    for (TaskAsk ask : asks) {
      if (!ask.partition().equals(first)) {
        return null;
      }
    }
    return first;
  }

  /** How much waits; of a gang it may be more than when the plan was made. */
  private static long waiting(ImmutableList<TaskAsk> asks) {
    long waiting = 0;
    for (TaskAsk ask : asks) {
      waiting += ask.count();
    }
    return waiting;
  }

  /**
   * The smaller, the sooner the job is served. An application master is within every share: without
   * it the job can use none.
   */
  private double sharesUsed(PlannedJob planned, int running) {
    boolean isWithin = !smallestPartFirst && planned.isWithinShare(running);
    return isWithin ? 0 : planned.sharesUsed(running);
  }

  private boolean mayStart(
      PlannedJob planned,
      DispatchableJob job,
      ImmutableList<TaskAsk> asks,
      NodeView node,
      DispatchView view) {
    TaskAsk ask = firstFitting(planned, asks, node);
    if (ask == null) {
      return false;
    }
    if (ask.kind() == TaskAsk.Kind.APPLICATION_MASTER) {
      return true;
    }
    int running = job.runningTasks();
    if (running >= planned.parallelism() || hasItsPartOf(node, planned, job)) {
      return false;
    }
    // A gang that has begun goes on: its first task started only because all of them had room.
    return !planned.gang()
        || running > 0
        || (waiting(asks) <= planned.parallelism()
            && RoomAtOnce.isFor(
                asks,
                view.nodes(),
                (other, each) -> admission.room(other, planned, each),
                planned::mostOn));
  }

  private static boolean hasItsPartOf(NodeView node, PlannedJob planned, DispatchableJob job) {
    int most = planned.mostOn(node.nodeClass());
    return most != Integer.MAX_VALUE && job.runningTasks(node.nodeClass()) >= most;
  }

  private @Nullable TaskAsk firstFitting(
      PlannedJob planned, ImmutableList<TaskAsk> asks, NodeView node) {
    for (TaskAsk ask : asks) {
      if (ask.partition().equals(node.partition())
          && ask.demand().fitsIn(admission.room(node, planned, ask))) {
        return ask;
      }
    }
    return null;
  }
}
