package org.foresight.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.foresight.planner.cluster.NodePreference;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.placement.NodeSets.Choice;
import org.foresight.planner.placement.NodeSets.Want;

/** That the rows of the sets say exactly whether tasks fit on the nodes that they may use. */
class NodeSetsPropertyTest {

  private static final List<String> CLASSES = List.of("a", "b", "c", "d");

  /** Tasks of one job, all within one set. */
  private record Group(ImmutableSet<String> classes, int tasks) {}

  @Property(tries = 2_000)
  void whatKeepsToTheSumsOfAllSetsFits(
      @ForAll("capacities") List<Integer> capacities, @ForAll("groups") List<Group> groups) {
    ImmutableList.Builder<NodeView> nodes = ImmutableList.builder();
    for (int i = 0; i < CLASSES.size(); i++) {
      nodes.add(Snapshots.node("", CLASSES.get(i), capacities.get(i)));
    }
    List<Want> wants = groups.stream().map(NodeSetsPropertyTest::want).toList();
    NodeSets sets = new NodeSets(nodes.build(), wants);

    boolean keepsToSums = true;
    for (int set = 0; set < sets.count(); set++) {
      int room = 0;
      for (int i = 0; i < CLASSES.size(); i++) {
        room += sets.contains(set, sets.kind("", CLASSES.get(i))) ? capacities.get(i) : 0;
      }
      int wanted = 0;
      for (Group group : groups) {
        Choice best = sets.choices(want(group)).get(0);
        wanted += sets.isWithin(best.set(), set) ? group.tasks : 0;
      }
      keepsToSums &= wanted <= room;
    }

    assertThat(keepsToSums).isEqualTo(fits(capacities, groups));
  }

  private static Want want(Group group) {
    return new Want("", new NodePreference(group.classes, 1.5));
  }

  /** Tries all that can be done with each task in turn. */
  private static boolean fits(List<Integer> capacities, List<Group> groups) {
    List<Set<String>> tasks = new ArrayList<>();
    for (Group group : groups) {
      for (int task = 0; task < group.tasks; task++) {
        tasks.add(group.classes.isEmpty() ? Set.copyOf(CLASSES) : group.classes);
      }
    }
    return fits(new ArrayList<>(capacities), tasks, 0);
  }

  private static boolean fits(List<Integer> free, List<Set<String>> tasks, int from) {
    if (from == tasks.size()) {
      return true;
    }
    for (int i = 0; i < CLASSES.size(); i++) {
      if (free.get(i) > 0 && tasks.get(from).contains(CLASSES.get(i))) {
        free.set(i, free.get(i) - 1);
        boolean fits = fits(free, tasks, from + 1);
        free.set(i, free.get(i) + 1);
        if (fits) {
          return true;
        }
      }
    }
    return false;
  }

  @Provide
  static Arbitrary<List<Integer>> capacities() {
    return Arbitraries.integers().between(0, 2).list().ofSize(CLASSES.size());
  }

  @Provide
  static Arbitrary<List<Group>> groups() {
    Arbitrary<ImmutableSet<String>> classes =
        Arbitraries.of(CLASSES).set().ofMaxSize(4).map(ImmutableSet::copyOf);
    return Combinators.combine(classes, Arbitraries.integers().between(1, 2))
        .as(Group::new)
        .list()
        .ofMaxSize(4);
  }
}
