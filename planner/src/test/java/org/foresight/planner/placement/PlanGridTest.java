package org.foresight.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanGridTest {

  @Test
  void slotsStartNowAndFollowEachOther() {
    PlanGrid grid = new PlanGrid(3, 20_000, 100_000);

    assertThat(grid.offsetMillis(0)).isZero();
    assertThat(grid.offsetMillis(2)).isEqualTo(40_000);
    assertThat(grid.lookAheadMillis()).isEqualTo(60_000);
  }

  @Test
  void slotsButTheFirstStartAtMultiplesOfTheirLength() {
    PlanGrid grid = new PlanGrid(3, 20_000, 113_000);

    assertThat(grid.offsetMillis(0)).isZero();
    assertThat(grid.offsetMillis(1)).isEqualTo(7_000);
    assertThat(grid.offsetMillis(2)).isEqualTo(27_000);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "113000, 0", "119999, 0", "120000, 1", "140000, 2", "999999999, 2"})
  void findsTheSlotOfATime(long millis, int slot) {
    assertThat(new PlanGrid(3, 20_000, 113_000).slotAt(millis)).isEqualTo(slot);
  }

  @Test
  void hasSlots() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PlanGrid(0, 1, 0))
        .withMessage("A grid needs at least one slot (0) of at least 1 ms (1).");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PlanGrid(1, 0, 0))
        .withMessageContaining("of at least 1 ms (0)");
  }
}
