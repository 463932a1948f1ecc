package org.foresight.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import org.foresight.planner.TablePredictor;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.solver.PlanInstance;
import org.foresight.planner.solver.PlanSolution;
import org.junit.jupiter.api.Test;

/** Memory of 4 GiB and cores of 4, 4, 3 in three slots, of which a job takes 2 cores at the end. */
class SpareCapacityTest {

  private static final PlanGrid GRID = new PlanGrid(3, 10_000, 0);
  private static final Planning PLANNING =
      new Planning(GRID, ImmutableList.of(Snapshots.node("", 4, 4)));

  private static final JobModel ONE = model(Snapshots.TASK);

  private final SpareCapacity spare = capacity(0);

  @Test
  void thereIsRoomForWhatFitsIntoEverySlotUntilThen() {
    assertThat(spare.take(ONE, 0, 2, 9)).isEqualTo(4);
    assertThat(capacity(0).take(ONE, 0, 3, 9)).isEqualTo(1);
    assertThat(capacity(-1).take(ONE, 0, 3, 9)).isEqualTo(3);
    assertThat(capacity(0).take(model(ResourceVector.of(2_048, 1)), 0, 2, 9)).isEqualTo(2);
  }

  @Test
  void whatIsTakenIsGone() {
    assertThat(spare.take(ONE, 0, 2, 3)).isEqualTo(3);
    assertThat(spare.take(ONE, 0, 2, 3)).isEqualTo(1);
    assertThat(spare.take(ONE, 0, 1, 3)).isZero();
  }

  @Test
  void nothingIsTakenWhereNothingIsWanted() {
    assertThat(spare.take(ONE, 0, 2, 0)).isZero();
    assertThat(spare.take(ONE, 0, 2, -1)).isZero();
    assertThat(spare.take(ONE, 0, 2, 4)).isEqualTo(4);
  }

  private static JobModel model(ResourceVector demand) {
    TaskAsk ask = new TaskAsk(TaskAsk.Kind.TASK, "", demand, 1);
    JobView job =
        Snapshots.job("job", JobGoal.BEST_EFFORT, ImmutableList.of(ask), ImmutableList.of());
    return PLANNING.model(job, TablePredictor.exactly(1_000));
  }

  private static SpareCapacity capacity(int choice) {
    PlanInstance instance =
        new PlanInstance(
            3,
            ImmutableDoubleArray.of(4_096, 4_096, 4_096, 4, 4, 3),
            ImmutableList.of(
                new PlanInstance.Job(
                    "job",
                    ImmutableList.of(
                        new PlanInstance.Option(
                            1,
                            2,
                            new PlanInstance.Profile(ImmutableDoubleArray.of(1)),
                            ImmutableIntArray.of(PLANNING.rows.ofSet(0, 1)),
                            ImmutableDoubleArray.of(2))))));
    PlanSolution solution =
        new PlanSolution(
            ImmutableIntArray.of(choice),
            1,
            Double.POSITIVE_INFINITY,
            ImmutableDoubleArray.of(),
            "by hand",
            false);
    return new SpareCapacity(GRID, PLANNING.rows, instance, solution);
  }
}
