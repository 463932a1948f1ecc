package org.foresight.planner.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foresight.planner.solver.PlanInstances.instance;
import static org.foresight.planner.solver.PlanInstances.job;
import static org.foresight.planner.solver.PlanInstances.option;

import com.google.common.primitives.ImmutableDoubleArray;
import org.junit.jupiter.api.Test;

class BlockReductionTest {

  @Test
  void leavesOutWhatIsNeverFullFirst() {
    // A unit of the first block comes with at most 3 of the second, which is 3 times as large.
    PlanColumns columns =
        PlanColumns.of(
            instance(
                new double[] {10, 30},
                job("a", option(1, 6, 18)),
                job("b", option(1, 6, 13), option(1, 6))));

    assertThat(columns.rowCount).isEqualTo(1);
    assertThat(columns.capacity).containsExactly(1);
    assertThat(columns.toOriginalPrices(new double[] {7}).asList()).containsExactly(0.7, 0.0);
    assertThat(columns.fromOriginalPrices(ImmutableDoubleArray.of(2, 5)))
        .containsExactly(10 * (2 + 3 * 5));
  }

  @Test
  void keepsWhatIsConsumedAlone() {
    PlanColumns columns =
        PlanColumns.of(
            instance(
                new double[] {10, 31},
                job("a", option(1, 6, 18)),
                job("b", option(1, 6, 18), option(1, 0, 20))));

    assertThat(columns.rowCount).isEqualTo(2);
  }

  @Test
  void keepsWhatMayBeFullFirst() {
    PlanColumns columns =
        PlanColumns.of(
            instance(
                new double[] {10, 29}, job("a", option(1, 6, 18)), job("b", option(1, 6, 12))));

    assertThat(columns.rowCount).isEqualTo(2);
  }

  @Test
  void leavesOutWhatIsDominatedByWhatIsDominated() {
    PlanColumns columns =
        PlanColumns.of(
            instance(
                new double[] {10, 11, 11.5},
                job("a", option(1, 6, 6, 6)),
                job("b", option(1, 6, 6, 6))));

    assertThat(columns.rowCount).isEqualTo(1);
    assertThat(columns.toOriginalPrices(new double[] {10}).asList()).containsExactly(1.0, 0.0, 0.0);
    assertThat(columns.fromOriginalPrices(ImmutableDoubleArray.of(1, 1, 1))).containsExactly(30);
  }

  @Test
  void ofTwinsTheTighterOneCountsSlotBySlot() {
    PlanInstance twins =
        new PlanInstance(
            2,
            ImmutableDoubleArray.of(8, 16, 40, 48),
            instance(new double[] {8, 40}, job("a", option(1, 6, 24)), job("b", option(1, 6, 24)))
                .jobs());

    PlanColumns columns = PlanColumns.of(twins);

    // In units of the first block: 8 and 16, and a quarter of 40 and 48.
    assertThat(columns.rowCount).isEqualTo(2);
    assertThat(columns.capacity).containsExactly(8.0 / 16, 12.0 / 16);
    assertThat(columns.toOriginalPrices(new double[] {16, 16}).asList())
        .containsExactly(1.0, 0.0, 0.0, 0.25);
    assertThat(columns.fromOriginalPrices(ImmutableDoubleArray.of(1, 0, 0, 0.25)))
        .containsExactly(16, 16);
  }
}
