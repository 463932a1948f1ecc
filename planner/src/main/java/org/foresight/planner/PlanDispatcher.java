package org.foresight.planner;

import com.google.common.collect.ImmutableList;
import java.util.HashMap;
import java.util.Map;
import org.foresight.planner.cluster.DispatchView;
import org.foresight.planner.cluster.DispatchView.DispatchableJob;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.TaskAsk;
import org.jspecify.annotations.Nullable;

/**
 * Starts the first job in the plan's order that is due, runs fewer tasks than planned, and has a
 * container that fits. Jobs that run their share already come after all others, the one that has
 * used its share up the fewest times first; so no room is left that a job could use.
 *
 * <p>The jobs at the head of the plan that wait for nothing, or are gone, are passed over for good,
 * so that a start costs the same however many jobs run before the first that waits.
 */
final class PlanDispatcher implements Dispatcher {

  private static final Decision NOTHING_FITS =
      new Decision.Hold(
          Decision.Hold.Scope.NODES_WITH_NO_MORE_ROOM,
          new Reason(Reason.Code.NOTHING_FITS, "No due job has a container that fits here."));

  private static final Decision NOTHING_WAITS =
      new Decision.Hold(
          Decision.Hold.Scope.CLUSTER,
          new Reason(Reason.Code.NOTHING_WAITS, "No due job waits for anything."));

  private final Plan plan;
  private final boolean smallestPartFirst;

  /** How many jobs at the head of the plan have nothing left to start. */
  private int exhausted;

  /**
   * @param smallestPartFirst whether the job that runs the smallest part of its share goes first,
   *     rather than the first in the plan's order that does not run its share yet
   */
  PlanDispatcher(Plan plan, boolean smallestPartFirst) {
    this.plan = plan;
    this.smallestPartFirst = smallestPartFirst;
  }

  @Override
  public Decision next(NodeView node, DispatchView view, long nowMillis) {
    // A gang that has begun goes before all others, so that nobody takes the room it began in.
    for (PlannedJob planned : plan.gangs()) {
      DispatchableJob job = planned.isDue(nowMillis) ? view.job(planned.jobId()) : null;
      if (job != null && job.runningTasks() > 0 && mayStart(planned, job, job.asks(), node, view)) {
        return new Decision.Start(planned.jobId(), planned.reason());
      }
    }
    ImmutableList<PlannedJob> jobs = plan.jobs();
    boolean waits = false;
    PlannedJob best = null;
    double leastUsed = Double.POSITIVE_INFINITY;
    for (int i = exhausted; i < jobs.size(); i++) {
      PlannedJob planned = jobs.get(i);
      if (!planned.isDue(nowMillis)) {
        continue;
      }
      DispatchableJob job = view.job(planned.jobId());
      // Read once: a host puts it together each time.
      ImmutableList<TaskAsk> asks = job == null ? ImmutableList.of() : job.asks();
      if (job == null || asks.isEmpty()) {
        if (i == exhausted) {
          exhausted++;
        }
        continue;
      }
      waits = true;
      double used = sharesUsed(planned, job, asks);
      boolean better = best == null || used < leastUsed;
      if (better && mayStart(planned, job, asks, node, view)) {
        best = planned;
        leastUsed = used;
        if (used == 0) {
          break; // No other can have used less.
        }
      }
    }
    if (best != null) {
      return new Decision.Start(best.jobId(), best.reason());
    }
    return waits ? NOTHING_FITS : NOTHING_WAITS;
  }

  /**
   * The smaller, the sooner the job is served. An application master is within every share: without
   * it the job can use none.
   */
  private double sharesUsed(PlannedJob planned, DispatchableJob job, ImmutableList<TaskAsk> asks) {
    boolean within =
        asks.get(0).kind() == TaskAsk.Kind.APPLICATION_MASTER
            || (!smallestPartFirst && planned.isWithinShare(job.runningTasks()));
    return within ? 0 : planned.sharesUsed(job.runningTasks());
  }

  private static boolean mayStart(
      PlannedJob planned,
      DispatchableJob job,
      ImmutableList<TaskAsk> asks,
      NodeView node,
      DispatchView view) {
    TaskAsk ask = firstFitting(asks, node);
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
    return !planned.gang() || running > 0 || fitsAtOnce(planned, ask, view);
  }

  private static boolean hasItsPartOf(NodeView node, PlannedJob planned, DispatchableJob job) {
    int most = planned.mostOn(node.nodeClass());
    return most != Integer.MAX_VALUE && job.runningTasks(node.nodeClass()) >= most;
  }

  private static @Nullable TaskAsk firstFitting(ImmutableList<TaskAsk> asks, NodeView node) {
    for (TaskAsk ask : asks) {
      if (ask.partition().equals(node.partition()) && ask.demand().fitsIn(node.free())) {
        return ask;
      }
    }
    return null;
  }

  private static boolean fitsAtOnce(PlannedJob planned, TaskAsk ask, DispatchView view) {
    long room = 0;
    Map<String, Long> roomByClass = new HashMap<>();
    for (NodeView node : view.nodes()) {
      if (node.partition().equals(ask.partition())) {
        long used = roomByClass.getOrDefault(node.nodeClass(), 0L);
        long more =
            Math.min(ask.demand().timesIn(node.free()), planned.mostOn(node.nodeClass()) - used);
        roomByClass.put(node.nodeClass(), used + more);
        room += more;
      }
      if (room >= planned.parallelism()) {
        return true;
      }
    }
    return false;
  }
}
