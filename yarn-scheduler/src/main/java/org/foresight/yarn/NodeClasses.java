package org.foresight.yarn;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.util.stream.Collectors.joining;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.NodeAttribute;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.NodePreference;

/**
 * The classes of nodes that a plan tells apart: a node's class is which of the wishes of living
 * jobs it suits, so that there are no more classes than somebody cares for.
 *
 * @param wishes in the order of their text
 */
record NodeClasses(ImmutableSet<NodeWish> wishes) {

  /** All nodes are the same. */
  static final NodeClasses NONE = new NodeClasses(ImmutableSet.of());

  /** No wish contains it. */
  private static final String SEPARATOR = " ";

  NodeClasses {
    wishes =
        wishes.stream()
            .sorted((one, other) -> one.text().compareTo(other.text()))
            .collect(toImmutableSet());
  }

  /** Those by the wishes of these jobs. */
  static NodeClasses of(ImmutableList<ClusterEvent.JobSubmitted> jobs) {
    return new NodeClasses(
        jobs.stream()
            .flatMap(job -> job.goal().preference().nodeClasses().stream())
            .map(NodeWish::new)
            .collect(toImmutableSet()));
  }

  /** The class of a node. */
  String of(SchedulerNode node) {
    if (wishes.isEmpty()) {
      return "";
    }
    Set<NodeAttribute> known = node.getNodeAttributes();
    Set<NodeAttribute> attributes = known == null ? Set.of() : known;
    return wishes.stream()
        .filter(wish -> wish.suits(node.getPartition(), attributes))
        .map(NodeWish::text)
        .collect(joining(SEPARATOR));
  }

  /**
   * The goal with the classes of nodes that suit the job instead of the wish.
   *
   * @param present the classes that the cluster's nodes have
   */
  static JobGoal resolved(JobGoal goal, ImmutableSet<String> present) {
    NodePreference wanted = goal.preference();
    if (wanted.nodeClasses().isEmpty()) {
      return goal;
    }
    ImmutableSet<String> suiting =
        present.stream()
            .filter(
                each ->
                    Splitter.on(SEPARATOR)
                        .splitToStream(each)
                        .anyMatch(wanted.nodeClasses()::contains))
            .collect(toImmutableSet());
    // Where no node suits the job the wish stays, a class that no node has: it runs longer on all.
    return suiting.isEmpty()
        ? goal
        : goal.preferring(new NodePreference(suiting, wanted.slowdownElsewhere()));
  }
}
