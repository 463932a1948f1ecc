package org.foresight.planner.distributed.hybrid;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class LeastFirstTest {

  @Property(tries = 300)
  void choosesAsIfItLookedAtAllNodesForEveryTask(
      @ForAll @Size(min = 1, max = 40) List<@IntRange(min = 0, max = 20) Integer> workLeft,
      @ForAll @IntRange(min = 1, max = 60) int tasks,
      @ForAll @IntRange(min = 1, max = 9) int taskMillis) {
    LeastFirst leastFirst = new LeastFirst(workLeft.size());
    double[] model = workLeft.stream().mapToDouble(Integer::intValue).toArray();

    leastFirst.fill(model.length, tasks, workLeft::get);

    for (int task = 0; task < tasks; task++) {
      int least = 0;
      for (int node = 1; node < model.length; node++) {
        least = model[node] < model[least] ? node : least;
      }
      assertThat(leastFirst.least()).isEqualTo(least);
      leastFirst.addToLeast(taskMillis);
      model[least] += taskMillis;
    }
  }
}
