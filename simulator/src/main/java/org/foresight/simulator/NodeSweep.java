package org.foresight.simulator;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.foresight.planner.Decision;
import org.foresight.planner.cluster.NodeView;
import org.jspecify.annotations.Nullable;

/**
 * Decides which nodes are asked about when something has changed: at once all that have room, as
 * the threads of an asynchronous scheduler do, or each when it reports.
 */
final class NodeSweep {

  /** Starts a task on a node, or answers why it does not. */
  @FunctionalInterface
  interface NodeDispatch {
    Decision.@Nullable Hold startOne(SimNode node, long nowMillis);
  }

  private final SimCluster cluster;
  private final CandidateNodes candidates;
  private final NodeDispatch dispatch;
  private final EventQueue queue;
  private final @Nullable NodeRanking ranking;
  private final @Nullable ReportSweep reportSweep;

  /** Rooms in which nothing fits, as long as nothing starts. */
  private final List<NodeView> held = new ArrayList<>();

  private boolean isDue;
  private int cursor;

  /**
   * @param ranking the order in which nodes are asked about, one task at a time; null for any
   */
  NodeSweep(
      SimCluster cluster,
      CandidateNodes candidates,
      @Nullable NodeRanking ranking,
      boolean onReports,
      EventQueue queue,
      NodeDispatch dispatch) {
    this.cluster = cluster;
    this.candidates = candidates;
    this.ranking = ranking;
    this.dispatch = dispatch;
    this.queue = queue;
    this.reportSweep = onReports ? new ReportSweep() : null;
  }

  /** Something has changed, so that tasks may start that could not before. */
  void request() {
    isDue = true;
  }

  void run(long nowMillis) {
    if (!isDue) {
      return;
    }
    isDue = false;
    if (cluster.waitingTasks() == 0) {
      return;
    }
    if (reportSweep != null) {
      reportSweep.request(nowMillis);
    } else if (ranking != null) {
      sweep(ranking, nowMillis);
    } else {
      sweep(nowMillis);
    }
  }

  /** Gives the best node a task, and then whichever is the best. */
  private void sweep(NodeRanking order, long nowMillis) {
    SimNode node = order.best();
    while (node != null && cluster.waitingTasks() > 0) {
      Decision.Hold hold = dispatch.startOne(node, nowMillis);
      if (hold != null) {
        if (hold.scope() == Decision.Hold.Scope.CLUSTER) {
          break;
        }
        order.setAside(node);
      }
      node = order.best();
    }
    order.restore(candidates);
  }

  /** Starts all that is to start on a node and answers why nothing more is. */
  private Decision.Hold startAll(SimNode node, long nowMillis) {
    Decision.Hold hold = dispatch.startOne(node, nowMillis);
    while (hold == null) {
      hold = dispatch.startOne(node, nowMillis);
    }
    return hold;
  }

  /** Goes round until nothing more starts. */
  private void sweep(long nowMillis) {
    boolean started;
    do {
      started = false;
      held.clear();
      int first = cursor;
      for (int index = candidates.next(first); index >= 0; index = candidates.next(index + 1)) {
        Outcome outcome = visit(index, nowMillis);
        if (outcome == Outcome.NOTHING_WAITS) {
          return;
        }
        started |= outcome == Outcome.STARTED;
      }
      for (int index = candidates.next(0);
          index >= 0 && index < first;
          index = candidates.next(index + 1)) {
        Outcome outcome = visit(index, nowMillis);
        if (outcome == Outcome.NOTHING_WAITS) {
          return;
        }
        started |= outcome == Outcome.STARTED;
      }
    } while (started);
  }

  private enum Outcome {
    STARTED,
    HELD,
    /** Neither here nor on any other node. */
    NOTHING_WAITS
  }

  private Outcome visit(int index, long nowMillis) {
    SimNode node = cluster.nodes().get(index);
    if (isHeld(node)) {
      return Outcome.HELD;
    }
    long before = cluster.waitingTasks();
    Decision.Hold hold = startAll(node, nowMillis);
    cursor = index + 1;
    boolean started = cluster.waitingTasks() != before;
    if (started) {
      held.clear();
    }
    if (cluster.waitingTasks() == 0 || hold.scope() == Decision.Hold.Scope.CLUSTER) {
      return Outcome.NOTHING_WAITS;
    }
    if (hold.scope() == Decision.Hold.Scope.NODES_WITH_NO_MORE_ROOM) {
      held.add(node.view());
    }
    return started ? Outcome.STARTED : Outcome.HELD;
  }

  private boolean isHeld(SimNode node) {
    for (NodeView view : held) {
      if (node.partition().equals(view.partition())
          && node.nodeClass.name().equals(view.nodeClass())
          && node.hasNoMoreRoomThan(view.free())) {
        return true;
      }
    }
    return false;
  }

  /** Asks about every node that is due when it reports; one event for all of them. */
  private final class ReportSweep extends SimEvent {
    private final BitSet due = new BitSet();

    void request(long nowMillis) {
      candidates.addTo(due);
      scheduleNext(nowMillis);
    }

    private void scheduleNext(long nowMillis) {
      int node = nextDue(nowMillis);
      if (node >= 0) {
        queue.schedule(this, cluster.reports().nextMillis(node, nowMillis));
      }
    }

    /** The due node that reports next; the nodes' phases ascend. */
    private int nextDue(long nowMillis) {
      ImmutableList<SimNode> nodes = cluster.nodes();
      long phase = Math.floorMod(nowMillis, cluster.reports().intervalMillis());
      int low = 0;
      int high = nodes.size();
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (cluster.reports().phaseMillis(middle) < phase) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      int next = due.nextSetBit(low);
      return next >= 0 ? next : due.nextSetBit(0);
    }

    @Override
    void fire(long nowMillis) {
      int node = nextDue(nowMillis);
      while (node >= 0 && cluster.reports().nextMillis(node, nowMillis) == nowMillis) {
        due.clear(node);
        if (candidates.contains(cluster.nodes().get(node))) {
          Decision.Hold hold = startAll(cluster.nodes().get(node), nowMillis);
          if (cluster.waitingTasks() == 0 || hold.scope() == Decision.Hold.Scope.CLUSTER) {
            due.clear();
          }
        }
        node = nextDue(nowMillis);
      }
      scheduleNext(nowMillis);
    }

    @Override
    String describe() {
      return "report of the next node that has room";
    }
  }
}
