package org.foresight.planner.solver;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.foresight.planner.solver.PlanInstances.instance;
import static org.foresight.planner.solver.PlanInstances.job;
import static org.foresight.planner.solver.PlanInstances.option;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import org.foresight.planner.solver.PlanInstance.Option;
import org.junit.jupiter.api.Test;

class PlanInstanceTest {

  @Test
  void rejectsACapacityThatIsNoNumber() {
    assertThatThrownBy(() -> instance(new double[] {1, Double.NaN}))
        .hasMessage("The capacity (NaN) of row 1 must be finite.");
  }

  @Test
  void rejectsAnOptionBeyondTheRows() {
    assertThatThrownBy(() -> instance(new double[] {1}, job("a", option(1, 0, 2))))
        .hasMessage("The row (1) that an option of job a consumes from must be less than 1.");
  }

  @Test
  void rejectsAnOptionThatIsNoColumn() {
    assertThatThrownBy(() -> option(Double.POSITIVE_INFINITY))
        .hasMessage("The utility (Infinity) must be finite.");
    assertThatThrownBy(() -> column(new int[] {0, 1}, 1))
        .hasMessage("The number of rows (2) must equal the number of amounts (1).");
    assertThatThrownBy(() -> column(new int[] {1, 1}, 1, 1))
        .hasMessage("The row (1) must be greater than the one before (1): rows ascend from 0.");
    assertThatThrownBy(() -> column(new int[] {0}, 0))
        .hasMessage("The amount (0.0) consumed from row 0 must be positive and finite.");
  }

  private static Option column(int[] rows, double... amounts) {
    return new Option(1, ImmutableIntArray.copyOf(rows), ImmutableDoubleArray.copyOf(amounts));
  }
}
