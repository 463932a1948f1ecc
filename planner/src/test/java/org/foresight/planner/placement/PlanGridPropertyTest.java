package org.foresight.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class PlanGridPropertyTest {

  @Property(tries = 200)
  void everyRowBelongsToOnePartitionTypeAndSlot(
      @ForAll @IntRange(min = 1, max = 5) int partitions,
      @ForAll @IntRange(min = 1, max = 4) int types,
      @ForAll @IntRange(min = 1, max = 40) int slots) {
    ImmutableList<String> names =
        IntStream.range(0, partitions)
            .mapToObj(Integer::toString)
            .collect(ImmutableList.toImmutableList());
    PlanGrid grid = new PlanGrid(names, types, slots, 1_000, 0);

    List<Integer> rows = new ArrayList<>();
    for (String name : names) {
      for (int type = 0; type < types; type++) {
        for (int slot = 0; slot < slots; slot++) {
          rows.add(grid.row(grid.partition(name), type, slot));
        }
      }
    }

    assertThat(rows).containsExactlyElementsOf(IntStream.range(0, grid.rows()).boxed().toList());
  }
}
