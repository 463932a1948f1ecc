package org.foresight.traces.generators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ClusterHintTest {

  @Test
  void dividesTheNodesIntoClassesAsEvenlyAsPossible() {
    ClusterHint cluster = new ClusterHint(10, 2, ImmutableList.of("a", "b", "c"));
    assertThat(cluster.slots()).isEqualTo(20);
    assertThat(IntStream.range(0, 10).mapToObj(cluster::nodeClass).collect(Collectors.joining()))
        .isEqualTo("aaaabbbccc");
    assertThat(ClusterHint.ofSlots(3).nodeClass(2)).isEmpty();
  }

  @Test
  void refusesClustersThatCannotBe() {
    assertThatThrownBy(() -> new ClusterHint(0, 1, ImmutableList.of()))
        .hasMessage(
            "The nodes (0) and slotsPerNode (1) must be at least 1 and have at most 10000000 slots"
                + " together.");
    assertThatThrownBy(() -> new ClusterHint(1, 1, ImmutableList.of("a", "b")))
        .hasMessage("The nodes (1) must be at least as many as their classes (2).");
  }
}
