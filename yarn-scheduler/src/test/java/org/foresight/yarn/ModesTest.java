package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModesTest {
  private static final QueueTree<Mode> QUEUES =
      new QueueTree<>(
          ImmutableMap.of("root.etl", Mode.ON, "root.etl.adhoc", Mode.OFF, "root.b", Mode.SHADOW));

  @ParameterizedTest
  @CsvSource({
    "root.other, SHADOW",
    "root.etl, ON",
    "root.etl.nightly, ON",
    "root.etl.nightly.deep, ON",
    "root.etl.adhoc, OFF",
    "root.etl.adhoc.x, OFF",
    "root.etl2, SHADOW", // Not below root.etl.
    "etl, SHADOW",
  })
  void longestPathWinsAndTheGeneralModeIsForTheRest(String queue, Mode mode) {
    assertThat(new Modes(true, Mode.SHADOW, QUEUES).of(queue)).isEqualTo(mode);
  }

  @Test
  void modeOfTheRootCoversAllQueues() {
    Modes modes = new Modes(true, Mode.OFF, new QueueTree<>(ImmutableMap.of("root", Mode.SHADOW)));

    assertThat(modes.of("root.any.queue")).isEqualTo(Mode.SHADOW);
  }

  @Test
  void theSwitchTurnsEveryQueueOff() {
    Modes modes = new Modes(false, Mode.ON, QUEUES);

    assertThat(modes.of("root.etl")).isEqualTo(Mode.OFF);
    assertThat(modes.of("root.other")).isEqualTo(Mode.OFF);
    assertThat(modes.areOff()).isTrue();
    assertThat(modes.mayBe(Mode.ON)).isFalse();
  }

  @Test
  void knowsWhichModesAQueueMayHave() {
    Modes modes = new Modes(true, Mode.OFF, new QueueTree<>(ImmutableMap.of("root.a", Mode.ON)));

    assertThat(modes.mayBe(Mode.ON)).isTrue();
    assertThat(modes.mayBe(Mode.SHADOW)).isFalse();
    assertThat(modes.areOff()).isFalse();
    assertThat(new Modes(true, Mode.OFF, new QueueTree<>(ImmutableMap.of())).areOff()).isTrue();
  }

  @Test
  void areReadableForPeople() {
    assertThat(new Modes(true, Mode.SHADOW, QUEUES))
        .hasToString("shadow, root.b shadow, root.etl on, root.etl.adhoc off");
    assertThat(new Modes(false, Mode.ON, QUEUES)).hasToString("off, by foresight.enabled");
    assertThat(new Modes(true, Mode.SHADOW, QUEUES).only("root.b"::equals))
        .hasToString("shadow, root.b shadow");
    assertThat(Modes.ofAll(Mode.ON)).hasToString("on");
  }
}
