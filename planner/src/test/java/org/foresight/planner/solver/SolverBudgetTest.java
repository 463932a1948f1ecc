package org.foresight.planner.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foresight.planner.solver.PlanInstances.instance;
import static org.foresight.planner.solver.PlanInstances.job;
import static org.foresight.planner.solver.PlanInstances.option;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SolverBudgetTest {

  @Test
  void workUnitsGrowWithTheJobs() {
    assertThat(SolverBudget.workUnitsFor(jobs(0))).isEqualTo(20_000);
    assertThat(SolverBudget.workUnitsFor(jobs(400))).isEqualTo(20_000);
    assertThat(SolverBudget.workUnitsFor(jobs(2_500))).isEqualTo(125_000);
  }

  private static PlanInstance jobs(int count) {
    return instance(
        new double[] {1},
        IntStream.range(0, count)
            .mapToObj(j -> job("job" + j, option(1, 1)))
            .toArray(PlanInstance.Job[]::new));
  }
}
