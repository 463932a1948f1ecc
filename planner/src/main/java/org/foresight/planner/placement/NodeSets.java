package org.foresight.planner.placement;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.foresight.planner.cluster.NodePreference;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.RunningTask;

/**
 * The sets of nodes that placement options choose among: the paper's resource partitions (3Sigma
 * §3.1). Nodes of one partition and class are alike; a job without a preference may use all nodes
 * of its partition, one with a preference the nodes that suit it, or all of them at the price of a
 * longer runtime.
 *
 * <p>Sets overlap: a task on a node that suits one job is in the way of another that the node suits
 * too. By Hall's theorem the tasks of all options fit, as far as sums tell, if for every union of
 * their sets the options that may not leave it need no more than it has; it is enough to look at
 * unions of sets that meet. So every such union has capacity rows of its own, and an option counts
 * in each that contains its set. Beyond {@value #MOST_SETS} sets the remaining unions are left out;
 * then a plan may promise more than fits, which shows when it is carried out.
 *
 * <p>Immutable.
 */
public final class NodeSets {

  /** Keeps the number of capacity rows in bounds whatever jobs prefer. */
  static final int MOST_SETS = 64;

  private record Kind(String partition, String nodeClass) {}

  /**
   * A set that a job's tasks may be placed in.
   *
   * @param set which set
   * @param slowdown by how much the tasks run longer there
   * @param nodeClasses classes of its nodes; empty for the whole partition
   */
  public record Choice(int set, double slowdown, ImmutableSet<String> nodeClasses) {}

  /** What a job may ask for. */
  public record Want(String partition, NodePreference preference) {}

  private final Map<Kind, Integer> kinds = new LinkedHashMap<>();
  private final Set<String> nodeIds = new HashSet<>();
  private final List<BitSet> sets = new ArrayList<>();
  private final int partitions;

  /**
   * @param wants what the jobs ask for
   */
  public NodeSets(ImmutableList<NodeView> nodes, Iterable<Want> wants) {
    for (NodeView node : nodes) {
      nodeIds.add(node.id());
      kinds.putIfAbsent(new Kind(node.partition(), node.nodeClass()), kinds.size());
    }
    Set<BitSet> distinct = new LinkedHashSet<>();
    for (Kind kind : kinds.keySet()) {
      distinct.add(whole(kind.partition));
    }
    partitions = distinct.size();
    for (Want want : ImmutableSet.copyOf(wants)) {
      BitSet preferred = preferred(want);
      if (!preferred.isEmpty() && distinct.size() < MOST_SETS) {
        distinct.add(preferred);
      }
    }
    sets.addAll(distinct);
    closeUnderUnion(distinct);
  }

  private void closeUnderUnion(Set<BitSet> distinct) {
    for (int i = 1; i < sets.size(); i++) {
      for (int j = 0; j < i && sets.size() < MOST_SETS; j++) {
        if (sets.get(i).intersects(sets.get(j))) {
          BitSet union = (BitSet) sets.get(i).clone();
          union.or(sets.get(j));
          if (distinct.add(union)) {
            sets.add(union);
          }
        }
      }
    }
  }

  /** Number of kinds of nodes. */
  public int kinds() {
    return kinds.size();
  }

  /** Class of the nodes of each kind in a set. */
  public ImmutableMap<Integer, String> classesIn(int set) {
    ImmutableMap.Builder<Integer, String> classes = ImmutableMap.builder();
    kinds.forEach(
        (kind, index) -> {
          if (contains(set, index)) {
            classes.put(index, kind.nodeClass);
          }
        });
    return classes.buildOrThrow();
  }

  /** Number of partitions; the first so many sets are all nodes of each. */
  int partitions() {
    return partitions;
  }

  /** Number of sets. */
  public int count() {
    return sets.size();
  }

  /**
   * The sets that a job may be placed in, the one that suits it best first; none if it has no node.
   */
  public ImmutableList<Choice> choices(Want want) {
    BitSet whole = whole(want.partition());
    if (whole.isEmpty()) {
      return ImmutableList.of();
    }
    BitSet preferred = preferred(want);
    double slowdown = want.preference().slowdownElsewhere();
    int all = sets.indexOf(whole);
    if (want.preference().nodeClasses().isEmpty() || preferred.equals(whole)) {
      return ImmutableList.of(new Choice(all, 1.0, ImmutableSet.of()));
    }
    int suiting = sets.indexOf(preferred);
    Choice elsewhere = new Choice(all, slowdown, ImmutableSet.of());
    return suiting < 0
        ? ImmutableList.of(elsewhere)
        : ImmutableList.of(new Choice(suiting, 1.0, want.preference().nodeClasses()), elsewhere);
  }

  /** A name of a set that is the same in every plan with the same kinds of nodes. */
  String nameOf(int set) {
    return kinds.entrySet().stream()
        .filter(kind -> sets.get(set).get(kind.getValue()))
        .map(kind -> kind.getKey().partition + "/" + kind.getKey().nodeClass)
        .sorted()
        .collect(joining(","));
  }

  /** Whether the first set lies within the second. */
  public boolean isWithin(int inner, int outer) {
    BitSet rest = (BitSet) sets.get(inner).clone();
    rest.andNot(sets.get(outer));
    return rest.isEmpty();
  }

  /** Number of the kind of node of this partition and class, -1 if there is none such. */
  public int kind(String partition, String nodeClass) {
    return kinds.getOrDefault(new Kind(partition, nodeClass), -1);
  }

  /**
   * Number of the kind of node whose room a task gives back when it ends, -1 if its node takes no
   * work any more: one that is being drained never gets that room back.
   */
  public int kindOf(RunningTask task) {
    return nodeIds.contains(task.nodeId()) ? kind(task.partition(), task.nodeClass()) : -1;
  }

  /** Whether the nodes of a kind are in a set. */
  public boolean contains(int set, int kind) {
    return sets.get(set).get(kind);
  }

  private BitSet whole(String partition) {
    BitSet whole = new BitSet();
    kinds.forEach(
        (kind, index) -> {
          if (kind.partition.equals(partition)) {
            whole.set(index);
          }
        });
    return whole;
  }

  private BitSet preferred(Want want) {
    BitSet preferred = new BitSet();
    for (String nodeClass : want.preference().nodeClasses()) {
      int kind = kind(want.partition(), nodeClass);
      if (kind >= 0) {
        preferred.set(kind);
      }
    }
    return preferred;
  }
}
