package org.foresight.planner.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.foresight.planner.solver.PlanInstances.instance;
import static org.foresight.planner.solver.PlanInstances.job;
import static org.foresight.planner.solver.PlanInstances.option;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import java.util.Map;
import java.util.TreeMap;
import org.foresight.planner.solver.PlanInstance.Job;
import org.foresight.planner.solver.PlanInstance.Option;
import org.foresight.planner.solver.PlanInstance.Profile;
import org.junit.jupiter.api.Test;

class PlanInstanceTest {

  private static final ImmutableList<Job> NO_JOBS = ImmutableList.of();
  private static final Profile ONE = new Profile(ImmutableDoubleArray.of(1));

  @Test
  void rejectsACapacityThatIsNoNumber() {
    assertThatThrownBy(() -> instance(new double[] {1, Double.NaN}))
        .hasMessage("The capacity (NaN) of row 1 must be finite.");
  }

  @Test
  void rejectsRowsThatAreNoBlocks() {
    assertThatThrownBy(() -> new PlanInstance(2, ImmutableDoubleArray.of(1, 2, 3), NO_JOBS))
        .hasMessage(
            "The number of capacities (3) must be a multiple of the number of slots (2), which must"
                + " be positive.");
    assertThatThrownBy(() -> new PlanInstance(0, ImmutableDoubleArray.of(), NO_JOBS))
        .hasMessageContaining("slots (0)");
  }

  @Test
  void rejectsAnOptionBeyondTheRows() {
    assertThatThrownBy(() -> instance(new double[] {1}, job("a", option(1, 0, 2))))
        .hasMessage("The block (1) that an option of job a consumes from must be less than 1.");
    assertThatThrownBy(() -> instance(new double[] {1}, job("a", starting(1))))
        .hasMessage("The slot (1) from which on an option of job a consumes must be less than 1.");
  }

  @Test
  void rejectsAnOptionThatIsNoColumn() {
    assertThatThrownBy(() -> option(Double.POSITIVE_INFINITY))
        .hasMessage("The utility (Infinity) must be finite.");
    assertThatThrownBy(() -> starting(-1)).hasMessage("The firstSlot (-1) must not be negative.");
    assertThatThrownBy(() -> column(new int[] {0, 1}, 1))
        .hasMessage("The number of blocks (2) must equal the number of amounts (1).");
    assertThatThrownBy(() -> column(new int[] {1, 1}, 1, 1))
        .hasMessage("The block (1) must be greater than the one before (1): blocks ascend from 0.");
    assertThatThrownBy(() -> column(new int[] {0}, 0))
        .hasMessage("The amount (0.0) consumed from block 0 must be positive and finite.");
    assertThatThrownBy(() -> new Profile(ImmutableDoubleArray.of(1, -0.5)))
        .hasMessage("The share (-0.5) in slot 1 of a profile must be finite and not negative.");
  }

  @Test
  void handsOverWhatAnOptionConsumesUpToTheLastSlot() {
    var profile = new Profile(ImmutableDoubleArray.of(1, 0, 0.5, 0.25));
    var option =
        new Option(1, 1, profile, ImmutableIntArray.of(0, 2), ImmutableDoubleArray.of(4, 8));
    var instance =
        new PlanInstance(
            4, ImmutableDoubleArray.copyOf(new double[12]), ImmutableList.of(job("a", option)));
    var entries = new TreeMap<Integer, Double>();

    instance.forEachEntry(option, entries::put);

    assertThat(entries).isEqualTo(Map.of(1, 4.0, 3, 2.0, 9, 8.0, 11, 4.0));
  }

  private static Option starting(int slot) {
    return new Option(1, slot, ONE, ImmutableIntArray.of(0), ImmutableDoubleArray.of(1));
  }

  private static Option column(int[] blocks, double... amounts) {
    return new Option(
        1, 0, ONE, ImmutableIntArray.copyOf(blocks), ImmutableDoubleArray.copyOf(amounts));
  }
}
