package org.foresight.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.List;
import org.foresight.planner.cluster.NodePreference;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.placement.NodeSets.Choice;
import org.foresight.planner.placement.NodeSets.Want;
import org.junit.jupiter.api.Test;

class NodeSetsTest {

  private static final ImmutableList<NodeView> NODES =
      ImmutableList.of(
          Snapshots.node("", "a", 1),
          Snapshots.node("", "b", 1),
          Snapshots.node("", "c", 1),
          Snapshots.node("gpu", "a", 1));

  @Test
  void aJobWithoutPreferenceMayUseItsWholePartition() {
    Want want = new Want("", NodePreference.NONE);
    NodeSets sets = new NodeSets(NODES, List.of(want));

    assertThat(sets.count()).isEqualTo(2);
    Choice only = sets.choices(want).get(0);
    assertThat(sets.choices(want)).containsExactly(new Choice(only.set(), 1, ImmutableSet.of()));
    assertThat(sets.contains(only.set(), sets.kind("", "c"))).isTrue();
    assertThat(sets.contains(only.set(), sets.kind("gpu", "a"))).isFalse();
  }

  @Test
  void aPreferenceOffersTheNodesThatSuitAndAllAtAPrice() {
    Want want = new Want("", new NodePreference(ImmutableSet.of("a", "b", "gone"), 1.5));
    NodeSets sets = new NodeSets(NODES, List.of(want));

    ImmutableList<Choice> choices = sets.choices(want);

    assertThat(choices).extracting(Choice::slowdown).containsExactly(1.0, 1.5);
    assertThat(sets.isWithin(choices.get(0).set(), choices.get(1).set())).isTrue();
    assertThat(sets.isWithin(choices.get(1).set(), choices.get(0).set())).isFalse();
    assertThat(choices.get(1).nodeClasses()).isEmpty();
  }

  @Test
  void aPreferenceForAllNodesIsNoneAndOneForNoneThatIsThereCosts() {
    Want all = new Want("", new NodePreference(ImmutableSet.of("a", "b", "c"), 1.5));
    Want none = new Want("", new NodePreference(ImmutableSet.of("gone"), 1.5));
    NodeSets sets = new NodeSets(NODES, List.of(all, none));

    assertThat(sets.choices(all)).extracting(Choice::slowdown).containsExactly(1.0);
    assertThat(sets.choices(none)).extracting(Choice::slowdown).containsExactly(1.5);
  }

  @Test
  void aPartitionWithoutNodesHasNoSet() {
    Want want = new Want("gone", NodePreference.NONE);

    assertThat(new NodeSets(NODES, List.of(want)).choices(want)).isEmpty();
  }

  @Test
  void theNumberOfSetsIsBoundedAndEveryJobStillHasItsPartition() {
    ImmutableList.Builder<NodeView> nodes = ImmutableList.builder();
    List<Want> wants = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      nodes.add(Snapshots.node("", "class" + i, 1));
      wants.add(
          new Want("", new NodePreference(ImmutableSet.of("class" + i, "class" + (i + 1)), 2)));
    }
    NodeSets sets = new NodeSets(nodes.build(), wants);

    assertThat(sets.count()).isEqualTo(NodeSets.MOST_SETS);
    assertThat(wants).allSatisfy(want -> assertThat(sets.choices(want)).isNotEmpty());
  }
}
