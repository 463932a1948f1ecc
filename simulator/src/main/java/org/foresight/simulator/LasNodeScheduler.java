package org.foresight.simulator;

import com.google.common.primitives.Ints;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.foresight.planner.node.LasSettings;
import org.foresight.planner.node.NodeStatistics;
import org.foresight.planner.policy.KairosSettings;

/**
 * Shares the cores of every node by least attained service, as the nodes of Kairos do. Attained
 * service is the time that a task has run, counted at full speed: CPU time.
 *
 * <p>A suspended task keeps a minimum share of its cores, which comes out of what the running ones
 * have where no core is idle. A task that resumes has no more than that until its node's agent has
 * given it its cores back.
 */
public final class LasNodeScheduler implements NodeScheduler {

  /** Writing a quota takes less than a millisecond; until all of a node's are written, about. */
  public static final long DEFAULT_RESIZE_MILLIS = 5;

  private final KairosSettings settings;
  private final long resizeMillis;
  private final Map<String, LasNode> nodes = new HashMap<>();

  /**
   * @param resizeMillis how long it takes until a resumed task has its cores back; 0 for at once
   */
  public LasNodeScheduler(KairosSettings settings, long resizeMillis) {
    if (resizeMillis < 0) {
      throw new IllegalArgumentException(
          "The resizeMillis (" + resizeMillis + ") must not be negative.");
    }
    this.settings = settings;
    this.resizeMillis = resizeMillis;
  }

  private LasNode node(NodeTasks node) {
    return nodes.computeIfAbsent(
        node.nodeId(),
        id ->
            new LasNode(
                settings.las(
                    Math.max(1, Ints.saturatedCast(node.vcores())), LasSettings.Service.MEASURED),
                settings.minimumShare(),
                resizeMillis));
  }

  @Override
  public void arrived(NodeTasks node, NodeTasks.Task task, long nowMillis) {
    node(node).arrived(node, task, nowMillis);
  }

  @Override
  public void left(NodeTasks node, NodeTasks.Task task, long nowMillis) {
    node(node).left(node, task, nowMillis);
  }

  @Override
  public void woken(NodeTasks node, long nowMillis) {
    node(node).woken(node, nowMillis);
  }

  @Override
  public Optional<NodeStatistics> statistics(NodeTasks node, long nowMillis) {
    return Optional.of(node(node).statistics(node, nowMillis));
  }
}
