package org.foresight.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.foresight.planner.cluster.NodePreference;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.placement.NodeSets.Want;

/** That jobs get parts of the nodes that they may use, and all of it whenever the sums say so. */
class NodeAllotmentPropertyTest {

  private static final List<String> CLASSES = List.of("a", "b", "c", "d");

  private record Job(ImmutableSet<String> classes, int amount) {}

  @Property(tries = 2_000)
  void everybodyIsPlacedIfAllFitTogether(
      @ForAll("rooms") List<Integer> rooms, @ForAll("jobs") List<Job> jobs) {
    ImmutableList.Builder<NodeView> nodes = ImmutableList.builder();
    CLASSES.forEach(name -> nodes.add(Snapshots.node("", name, 1)));
    NodeSets sets =
        new NodeSets(nodes.build(), jobs.stream().map(NodeAllotmentPropertyTest::want).toList());
    long[] free = new long[CLASSES.size()];
    for (int i = 0; i < free.length; i++) {
      free[sets.kind("", CLASSES.get(i))] = rooms.get(i);
    }
    NodeAllotment allotment = new NodeAllotment(sets, free);
    List<Integer> numbers = new ArrayList<>();
    for (Job job : jobs) {
      numbers.add(allotment.place(setOf(job, sets), job.amount));
    }

    long[] used = new long[free.length];
    boolean allPlaced = true;
    for (int i = 0; i < jobs.size(); i++) {
      long placed = 0;
      for (int kind = 0; kind < used.length; kind++) {
        long amount = allotment.amount(numbers.get(i), kind);
        assertThat(amount).isNotNegative();
        if (!sets.contains(setOf(jobs.get(i), sets), kind)) {
          assertThat(amount).isZero();
        }
        used[kind] += amount;
        placed += amount;
      }
      assertThat(placed).isLessThanOrEqualTo(jobs.get(i).amount);
      allPlaced &= placed == jobs.get(i).amount;
    }
    for (int kind = 0; kind < used.length; kind++) {
      assertThat(used[kind]).isLessThanOrEqualTo(Math.max(0, free[kind]));
    }
    assertThat(allPlaced).isEqualTo(sumsFit(jobs, sets, free));
  }

  /** Hall's condition over all sets of kinds. */
  private static boolean sumsFit(List<Job> jobs, NodeSets sets, long[] free) {
    for (int subset = 1; subset < 1 << free.length; subset++) {
      long room = 0;
      for (int kind = 0; kind < free.length; kind++) {
        room += (subset >> kind & 1) == 1 ? Math.max(0, free[kind]) : 0;
      }
      long wanted = 0;
      for (Job job : jobs) {
        boolean within = true;
        for (int kind = 0; kind < free.length; kind++) {
          within &= (subset >> kind & 1) == 1 || !sets.contains(setOf(job, sets), kind);
        }
        wanted += within ? job.amount : 0;
      }
      if (wanted > room) {
        return false;
      }
    }
    return true;
  }

  private static int setOf(Job job, NodeSets sets) {
    return sets.choices(want(job)).get(0).set();
  }

  private static Want want(Job job) {
    return new Want("", new NodePreference(job.classes, 2));
  }

  @Provide
  static Arbitrary<List<Integer>> rooms() {
    return Arbitraries.integers().between(-1, 6).list().ofSize(CLASSES.size());
  }

  @Provide
  static Arbitrary<List<Job>> jobs() {
    Arbitrary<ImmutableSet<String>> classes =
        Arbitraries.of(CLASSES).set().ofMaxSize(4).map(ImmutableSet::copyOf);
    return Combinators.combine(classes, Arbitraries.integers().between(0, 9))
        .as(Job::new)
        .list()
        .ofMaxSize(6);
  }
}
