package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import org.junit.jupiter.api.Test;

class NearestNamesTest {

  @Test
  void queuesAreLikenedByTheirLastParts() {
    ImmutableList<String> queues =
        ImmutableList.of("root", "root.adhoc", "root.etl", "root.etl.day", "root.etl.night");

    assertThat(NearestNames.ofQueues("root.elt", queues)).hasSize(3).startsWith("root.etl");
    assertThat(NearestNames.ofQueues("nigth", queues)).startsWith("root.etl.night");
  }

  @Test
  void keysAreLikenedAsAWholeUnlessTheirLastPartIsThere() {
    ImmutableList<String> keys =
        ImmutableList.of("f.mode", "f.preemption", "f.preemption.window-millis", "f.slot-millis");

    assertThat(NearestNames.ofKeys("f.mdoe", keys)).startsWith("f.mode");
    assertThat(NearestNames.ofKeys("f.window-millis", keys))
        .startsWith("f.preemption.window-millis", "f.slot-millis");
    assertThat(NearestNames.ofKeys("f.preemption.window", keys))
        .startsWith("f.preemption", "f.preemption.window-millis");
  }

  @Test
  void ofFewAllAreNamed() {
    assertThat(NearestNames.ofQueues("a", ImmutableList.of("root"))).containsExactly("root");
  }
}
