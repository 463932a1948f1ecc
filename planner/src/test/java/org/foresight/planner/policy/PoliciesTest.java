package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.common.collect.ImmutableMap;
import java.util.Optional;
import org.foresight.planner.TablePredictor;
import org.foresight.planner.solver.LagrangianSolver;
import org.foresight.predictor.JobOutcome;
import org.junit.jupiter.api.Test;

class PoliciesTest {
  private static final PolicyContext OF_A_RESOURCE_MANAGER =
      PolicyContext.of(
          ThreeSigmaSettings.DEFAULT,
          GsSettings.DEFAULT,
          RuntimeSource.of(TablePredictor.EMPTY),
          new LagrangianSolver());

  private static final PolicyContext OF_A_SIMULATOR =
      new PolicyContext(
          ThreeSigmaSettings.DEFAULT,
          RuntimeSource.of(TablePredictor.EMPTY),
          new LagrangianSolver(),
          Optional.of(jobId -> new JobOutcome(1, 1, 1)),
          Optional.of(
              CapacityQueues.parse(
                  ImmutableMap.of(
                      "yarn.scheduler.capacity.root.queues", "default",
                      "yarn.scheduler.capacity.root.default.capacity", "100"))));

  @Test
  void everyNameMakesThePolicyOfThatName() {
    assertThat(Policies.names())
        .containsExactly(
            "foresight",
            "threesigma",
            "pointrealest",
            "threesigma-nodist",
            "threesigma-nooe",
            "threesigma-noadapt",
            "fifo",
            "fair",
            "las",
            "slearn",
            "slearn-dag",
            "gs-posterior",
            "gs-3sigma",
            "gs-3sigma-tl",
            "gs-point",
            "gs-las",
            "gs-fifo",
            "kairos",
            "bigc")
        .allSatisfy(
            name ->
                assertThat(Policies.create(name, OF_A_RESOURCE_MANAGER).name()).isEqualTo(name));
    assertThat(Policies.simulatedNames())
        .containsAll(Policies.names())
        .contains("prio", "prio-demoting", "pointperfest", "sjf-oracle", "gs-oracle", "capacity")
        .allSatisfy(
            name -> assertThat(Policies.create(name, OF_A_SIMULATOR).name()).isEqualTo(name));
  }

  @Test
  void anotherNameIsRefusedWithTheNamesThereAre() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Policies.create("first", OF_A_SIMULATOR))
        .withMessage(
            "There is no policy (first); there are foresight, threesigma, pointrealest,"
                + " threesigma-nodist, threesigma-nooe, threesigma-noadapt, fifo, fair, las,"
                + " slearn, slearn-dag, gs-posterior, gs-3sigma, gs-3sigma-tl, gs-point, gs-las,"
                + " gs-fifo, kairos, bigc, prio, prio-demoting, pointperfest, sjf-oracle, gs-oracle, capacity.");
  }

  @Test
  void whatAPolicyNeedsMustBeThere() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Policies.create("sjf-oracle", OF_A_RESOURCE_MANAGER))
        .withMessage(
            "The policy (sjf-oracle) needs to know true runtimes, which only a simulator does.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Policies.create("gs-oracle", OF_A_RESOURCE_MANAGER))
        .withMessageStartingWith("The policy (gs-oracle) needs to know true runtimes");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Policies.create("capacity", OF_A_RESOURCE_MANAGER))
        .withMessage("The policy (capacity) needs to be told the queues and their capacities.");
  }
}
