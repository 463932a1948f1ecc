package org.foresight.planner.policy;

import com.google.common.collect.ImmutableList;
import java.util.Comparator;
import org.foresight.planner.cluster.DispatchView;
import org.foresight.planner.cluster.DispatchView.DispatchableJob;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.TaskAsk;
import org.jspecify.annotations.Nullable;

/**
 * One search of the tree of queues for a container to start on a node, as ParentQueue and LeafQueue
 * do it: from the root down to the most under-served queue at each level, to the next one where
 * that yields nothing.
 */
final class CapacityAllocator {

  /** What was found; {@code blocked}: nothing, for a queue that waits is at its limit. */
  record Found(@Nullable CapacityJob job, @Nullable TaskAsk ask, boolean blocked) {
    private static final Found NOTHING = new Found(null, null, false);
    private static final Found BLOCKED = new Found(null, null, true);
  }

  /** What a queue may use, and what of that is kept free for queues before it that are blocked. */
  private static final class Limits {
    private final ResourceVector limit;
    private ResourceVector headroom;
    private ResourceVector blocked;

    Limits(ResourceVector limit, ResourceMeasure measure) {
      this.limit = limit;
      this.headroom = limit;
      this.blocked = measure.nothing();
    }
  }

  private final NodeView node;
  private final String partition;
  private final DispatchView view;
  private final ResourceMeasure measure;
  private boolean limitReached;

  CapacityAllocator(NodeView node, DispatchView view, ResourceMeasure measure) {
    this.node = node;
    this.partition = node.partition();
    this.view = view;
    this.measure = measure;
  }

  Found find(CapacityQueue root) {
    if (!measure.fits(measure.unit(), node.free())) {
      return Found.NOTHING;
    }
    return find(root, new Limits(measure.total(), measure));
  }

  /** Whether a limit kept something from being found. */
  boolean limitReached() {
    return limitReached;
  }

  private Found find(CapacityQueue queue, Limits limits) {
    if (!queue.waits()) {
      return Found.NOTHING;
    }
    ResourceVector limit = measure.smaller(queue.most(measure), limits.limit);
    ResourceVector used = queue.used(partition, measure);
    limits.headroom = limit.minus(used);
    if (measure.part(used) >= measure.part(limit)) {
      limitReached = true;
      return Found.NOTHING;
    }
    return queue instanceof CapacityLeaf leaf
        ? findInLeaf(leaf, limits)
        : findInChildren(queue, limit, limits);
  }

  private Found findInChildren(CapacityQueue queue, ResourceVector limit, Limits limits) {
    Found found = Found.NOTHING;
    for (CapacityQueue child : mostUnderServedFirst(queue)) {
      ResourceVector available = limit.minus(limits.blocked).minus(queue.used(partition, measure));
      Limits childLimits =
          new Limits(measure.down(available.plus(child.used(partition, measure))), measure);
      Found inChild = find(child, childLimits);
      if (inChild.job() != null) {
        return inChild;
      }
      if (inChild.blocked()) {
        found = inChild;
        ResourceVector blocked =
            child instanceof CapacityLeaf ? childLimits.headroom : childLimits.blocked;
        limits.blocked = limits.blocked.plus(measure.larger(measure.nothing(), blocked));
      }
    }
    return found;
  }

  /** PriorityUtilizationQueueOrderingPolicy, all queues having the same priority. */
  private ImmutableList<CapacityQueue> mostUnderServedFirst(CapacityQueue queue) {
    if (queue.children().size() == 1) {
      return ImmutableList.copyOf(queue.children());
    }
    return ImmutableList.sortedCopyOf(
        Comparator.comparing((CapacityQueue child) -> child.capacity() == 0)
            .thenComparingDouble(child -> child.usedCapacity(partition, measure))
            .thenComparing(CapacityQueue::capacity, Comparator.reverseOrder()),
        queue.children());
  }

  private Found findInLeaf(CapacityLeaf leaf, Limits limits) {
    leaf.setLastLimit(partition, measure.smaller(measure.down(leaf.most(measure)), limits.limit));
    for (CapacityJob job : leaf.waiting()) {
      if (!leaf.isUnderUserLimit(job.user(), partition, measure)) {
        limitReached = true;
        continue;
      }
      DispatchableJob live = view.job(job.id());
      if (live == null) {
        continue;
      }
      for (TaskAsk ask : live.asks()) {
        if (!ask.partition().equals(partition)) {
          continue;
        }
        if (!measure.fits(ask.demand(), limits.headroom)) {
          limitReached = true;
          return Found.BLOCKED;
        }
        if (ask.demand().fitsIn(node.free())) {
          return new Found(job, ask, false);
        }
      }
    }
    return Found.NOTHING;
  }
}
