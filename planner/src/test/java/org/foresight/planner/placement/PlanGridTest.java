package org.foresight.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.common.collect.ImmutableList;
import org.junit.jupiter.api.Test;

class PlanGridTest {

  @Test
  void slotsStartNowAndFollowEachOther() {
    PlanGrid grid = new PlanGrid(ImmutableList.of("", "gpu"), 2, 3, 20_000, 100_000);

    assertThat(grid.rows()).isEqualTo(12);
    assertThat(grid.offsetMillis(0)).isZero();
    assertThat(grid.offsetMillis(2)).isEqualTo(40_000);
    assertThat(grid.lookAheadMillis()).isEqualTo(60_000);
    assertThat(grid.row(1, 0, 2)).isEqualTo(grid.row(1, 0, 0) + 2);
  }

  @Test
  void slotsButTheFirstStartAtMultiplesOfTheirLength() {
    PlanGrid grid = new PlanGrid(ImmutableList.of(""), 2, 3, 20_000, 113_000);

    assertThat(grid.offsetMillis(0)).isZero();
    assertThat(grid.offsetMillis(1)).isEqualTo(7_000);
    assertThat(grid.offsetMillis(2)).isEqualTo(27_000);
  }

  @Test
  void knowsThePartitionsByName() {
    PlanGrid grid = new PlanGrid(ImmutableList.of("", "gpu"), 2, 3, 20_000, 100_000);

    assertThat(grid.partition("gpu")).isEqualTo(1);
    assertThat(grid.partition("gone")).isNegative();
  }

  @Test
  void hasTypesAndSlots() {
    for (int[] sizes : new int[][] {{0, 1, 1}, {1, 0, 1}, {1, 1, 0}}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new PlanGrid(ImmutableList.of(""), sizes[0], sizes[1], sizes[2], 0))
          .withMessageContaining("(" + sizes[0] + "), one slot (" + sizes[1] + ")");
    }
  }
}
