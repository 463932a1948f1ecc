package org.foresight.planner;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.foresight.planner.cluster.DispatchView.DispatchableJob;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;

/**
 * Spreads the pilots of a job over nodes and their classes, so that they tell of the cluster rather
 * than of one node: one goes where the fewest tasks of its job run, and of such nodes to one of the
 * class with the fewest. Only where there is a choice, and only as a wish: a pilot that has waited
 * for some time for a better node, which its application may not want, takes what there is.
 */
final class PilotSpread {

  /** So many tasks lie on enough nodes, wherever the next one goes. */
  static final int ENOUGH_TASKS = 64;

  private final Multiset<String> byNode = HashMultiset.create();
  private final Multiset<String> byClass = HashMultiset.create();
  private final boolean isSpread;

  /** Of no meaning where no task runs. */
  private long lastStartMillis;

  /** How the tasks of a job lie now. */
  PilotSpread(DispatchableJob job) {
    isSpread = job.runningTasks() >= ENOUGH_TASKS;
    if (isSpread) {
      return;
    }
    for (RunningTask task : job.running()) {
      if (task.kind() == TaskAsk.Kind.TASK) {
        byNode.add(task.nodeId());
        byClass.add(task.nodeClass());
        lastStartMillis = Math.max(lastStartMillis, task.startMillis());
      }
    }
  }

  /**
   * Whether a pilot should start on this node.
   *
   * @param nodes tells all nodes, of which only some are looked at; not asked where there is
   *     nothing to choose
   * @param suits whether a pilot has room on a node and may start there
   */
  boolean allows(
      NodeView node,
      Supplier<Iterable<NodeView>> nodes,
      Predicate<NodeView> suits,
      long nowMillis) {
    boolean isFirstHere = byNode.count(node.id()) == 0 && byClass.count(node.nodeClass()) == 0;
    return isSpread
        || isFirstHere
        || !BetterNode.isWorthAWait(
            lastStartMillis,
            nowMillis,
            nodes,
            candidate -> isBetter(candidate, node) && suits.test(candidate));
  }

  private boolean isBetter(NodeView candidate, NodeView node) {
    int onCandidate = byNode.count(candidate.id());
    int onNode = byNode.count(node.id());
    return onCandidate < onNode
        || (onCandidate == onNode
            && byClass.count(candidate.nodeClass()) < byClass.count(node.nodeClass()));
  }
}
