package org.foresight.planner.policy;

import com.google.common.hash.Hashing;
import org.foresight.planner.NodeAdmission;
import org.foresight.planner.NodeOrder;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.SharedCores;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.node.NodeStatistics;
import org.foresight.planner.policy.KairosSettings.TieRule;

/** What a node takes under Kairos, and which one is the best. Immutable. */
final class KairosNodes implements NodeAdmission, NodeOrder {
  private static final int VCORES = 1;

  private final KairosSettings settings;

  KairosNodes(KairosSettings settings) {
    this.settings = settings;
  }

  /**
   * All that is free where the node suspends nothing. Where it does, tasks that may be suspended
   * may take as many virtual cores as are missing to N + Q, and all others as many as are missing
   * to N by those that may not be suspended. What else a task needs must be free.
   */
  @Override
  public ResourceVector room(NodeView node, PlannedJob job, TaskAsk ask) {
    if (node.las().isEmpty()) {
      return node.free();
    }
    NodeStatistics las = node.las().get();
    long room = (long) las.vcores() + settings.queueBound() - las.taskVcores();
    if (ask.kind() != TaskAsk.Kind.TASK || !job.suspendable()) {
      room = Math.min(room, SharedCores.forUnsuspendable(las));
    }
    return SharedCores.limited(node.free(), room);
  }

  /**
   * The best node is one whose tasks need the fewest virtual cores beyond those that it has, so
   * that no core is idle while another node's tasks take turns; of such nodes the one with the
   * fewest tasks; of these by the rule for ties. Among equal nodes the first rule says nothing that
   * the second does not say as well.
   *
   * <p>A node that does not tell takes nothing that it can't run, and is taken to have a task on
   * every virtual core in use.
   */
  @Override
  public Rank rank(NodeView node) {
    if (node.las().isEmpty()) {
      boolean mindsMemoryAlone = node.total().types() <= VCORES;
      long tasks = mindsMemoryAlone ? 0 : node.total().amount(VCORES) - node.free().amount(VCORES);
      return new Rank(0, tasks, settings.tieRule() == TieRule.RANDOM ? drawn(node, tasks, 0) : 0);
    }
    NodeStatistics las = node.las().get();
    double tie =
        switch (settings.tieRule()) {
          case VARIANCE -> las.attainedVariance();
          case SUM -> las.attainedSumSeconds();
          case RANDOM -> drawn(node, las.tasks(), las.attainedSumSeconds());
        };
    return new Rank(Math.max(0, las.taskVcores() - las.vcores()), las.tasks(), tie);
  }

  /** Differs from node to node and, as its tasks come, go and run, from time to time. */
  private static double drawn(NodeView node, long tasks, double attained) {
    return Hashing.murmur3_32_fixed()
        .newHasher()
        .putUnencodedChars(node.id())
        .putLong(tasks)
        .putDouble(attained)
        .hash()
        .asInt();
  }
}
