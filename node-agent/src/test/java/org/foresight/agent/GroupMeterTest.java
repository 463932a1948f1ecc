package org.foresight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.foresight.agent.cpu.ContainerUse;
import org.foresight.planner.node.GroupUse;
import org.junit.jupiter.api.Test;

class GroupMeterTest {
  private static final long SECOND_NANOS = 1_000_000_000;

  private final Map<String, GroupMeter.Member> members = new HashMap<>();
  private long now;
  private int looks;
  private final GroupMeter meter = new GroupMeter(() -> now);

  @Test
  void tellsTheMeanOfAGroupFromOneLookToTheNext() {
    uses("a1", "a", 100, 5_000_000, 1_000_000);
    uses("a2", "a", 7, 0, 0);
    uses("b1", "b", 50, 0, 0);
    assertThat(look(0)).isEmpty();
    uses("a1", "a", 110, 25_000_000, 3_000_000);
    uses("a2", "a", 12, 0, 0);
    members.put(
        "b1",
        new GroupMeter.Member(
            "b", new ContainerUse(51 * SECOND_NANOS, OptionalLong.empty(), OptionalLong.empty())));

    assertThat(look(10_000))
        .containsExactly(
            Map.entry("a", new GroupUse(1.5, OptionalDouble.of(0.1), OptionalDouble.of(2))),
            Map.entry("b", new GroupUse(0.1, OptionalDouble.empty(), OptionalDouble.empty())));
  }

  /** It may have run for long before this agent began. */
  @Test
  void countsNothingOfAContainerThatWasNotThereBefore() {
    uses("a1", "a", 100, 0, 0);
    assertThat(look(0)).isEmpty();
    members.clear();
    uses("b1", "b", 3_600, 1_000_000_000, 50_000_000);

    assertThat(look(10_000))
        .containsExactly(
            Map.entry("b", new GroupUse(0, OptionalDouble.of(0), OptionalDouble.of(0))));
  }

  @Test
  void whatComesToBeKnownOfAContainerIsNotAllNew() {
    members.put(
        "a1",
        new GroupMeter.Member(
            "a", new ContainerUse(0, OptionalLong.empty(), OptionalLong.empty())));
    assertThat(look(0)).isEmpty();
    uses("a1", "a", 10, 5_000_000, 1_000_000);

    assertThat(look(10_000))
        .containsExactly(
            Map.entry("a", new GroupUse(1, OptionalDouble.of(0), OptionalDouble.of(0))));
  }

  @Test
  void doesNotLookTwiceInAMoment() {
    uses("a1", "a", 0, 0, 0);
    assertThat(look(0)).isEmpty();
    uses("a1", "a", 5, 0, 0);
    ImmutableMap<String, GroupUse> use = look(10_000);

    uses("a1", "a", 50, 0, 0);

    assertThat(look(19_999)).isEqualTo(use);
    assertThat(looks).isEqualTo(2);
  }

  @Test
  void ofManyGroupsThoseThatUseTheMostAreTold() {
    for (int group = 0; group < 2 * GroupMeter.MOST_GROUPS; group++) {
      uses("c" + group, "g" + group, 0, 0, 0);
    }
    assertThat(look(0)).isEmpty();
    for (int group = 0; group < 2 * GroupMeter.MOST_GROUPS; group++) {
      uses("c" + group, "g" + group, group, 0, 0);
    }

    ImmutableMap<String, GroupUse> use = look(10_000);

    assertThat(use).hasSize(GroupMeter.MOST_GROUPS).containsKey("g31").doesNotContainKey("g15");
  }

  private void uses(String id, String group, long cpuSeconds, long diskBytes, long waitMicros) {
    members.put(
        id,
        new GroupMeter.Member(
            group,
            new ContainerUse(
                cpuSeconds * SECOND_NANOS,
                OptionalLong.of(diskBytes),
                OptionalLong.of(waitMicros))));
  }

  private ImmutableMap<String, GroupUse> look(long atMillis) {
    now = atMillis;
    return meter.get(
        () -> {
          looks++;
          return ImmutableMap.copyOf(members);
        });
  }
}
