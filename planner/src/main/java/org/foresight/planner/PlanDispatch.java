package org.foresight.planner;

import org.foresight.planner.cluster.DispatchView;
import org.foresight.planner.cluster.DispatchView.DispatchableJob;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.TaskAsk;
import org.jspecify.annotations.Nullable;

/**
 * Dispatches from a plan: the first job in the plan's order that is due, runs fewer tasks than
 * planned, and has a container that fits. Stateless.
 */
final class PlanDispatch {

  private static final Decision NOTHING_FITS =
      new Decision.Hold(
          new Reason(Reason.Code.NOTHING_FITS, "No due job has a container that fits here."));

  private PlanDispatch() {}

  static Decision next(Plan plan, NodeView node, DispatchView view, long nowMillis) {
    // A gang that has begun goes before all others, so that nobody takes the room it began in.
    for (PlannedJob planned : plan.gangs()) {
      DispatchableJob job = due(planned, view, nowMillis);
      if (job != null && job.runningTasks() > 0 && mayStart(planned, job, node, view)) {
        return new Decision.Start(planned.jobId(), planned.reason());
      }
    }
    for (PlannedJob planned : plan.jobs()) {
      DispatchableJob job = due(planned, view, nowMillis);
      if (job != null && mayStart(planned, job, node, view)) {
        return new Decision.Start(planned.jobId(), planned.reason());
      }
    }
    return NOTHING_FITS;
  }

  private static @Nullable DispatchableJob due(
      PlannedJob planned, DispatchView view, long nowMillis) {
    return planned.isDue(nowMillis) ? view.job(planned.jobId()) : null;
  }

  private static boolean mayStart(
      PlannedJob planned, DispatchableJob job, NodeView node, DispatchView view) {
    TaskAsk ask = firstFitting(job, node);
    if (ask == null) {
      return false;
    }
    if (ask.kind() == TaskAsk.Kind.APPLICATION_MASTER) {
      return true;
    }
    int running = job.runningTasks();
    if (running >= planned.parallelism()) {
      return false;
    }
    // A gang that has begun goes on: its first task started only because all of them had room.
    return !planned.gang() || running > 0 || fitsAtOnce(planned.parallelism(), ask, view);
  }

  private static @Nullable TaskAsk firstFitting(DispatchableJob job, NodeView node) {
    for (TaskAsk ask : job.asks()) {
      if (ask.partition().equals(node.partition()) && ask.demand().fitsIn(node.free())) {
        return ask;
      }
    }
    return null;
  }

  private static boolean fitsAtOnce(int tasks, TaskAsk ask, DispatchView view) {
    long room = 0;
    for (NodeView node : view.nodes()) {
      if (node.partition().equals(ask.partition())) {
        room += ask.demand().timesIn(node.free());
      }
      if (room >= tasks) {
        return true;
      }
    }
    return false;
  }
}
