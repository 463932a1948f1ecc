package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.foresight.planner.TablePredictor;
import org.foresight.planner.solver.GreedySolver;
import org.junit.jupiter.api.Test;

class PoliciesTest {

  @Test
  void everyNameMakesThePolicyOfThatName() {
    assertThat(Policies.names())
        .isNotEmpty()
        .allSatisfy(
            name ->
                assertThat(
                        Policies.create(
                                name,
                                ThreeSigmaSettings.DEFAULT,
                                TablePredictor.EMPTY,
                                new GreedySolver())
                            .name())
                    .isEqualTo(name));
  }

  @Test
  void anotherNameIsRefusedWithTheNamesThereAre() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Policies.create(
                    "fair", ThreeSigmaSettings.DEFAULT, TablePredictor.EMPTY, new GreedySolver()))
        .withMessage("There is no policy (fair); there are threesigma, fifo.");
  }
}
