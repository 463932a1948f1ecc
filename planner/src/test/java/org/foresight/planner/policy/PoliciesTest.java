package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.foresight.planner.TablePredictor;
import org.foresight.planner.solver.GreedySolver;
import org.junit.jupiter.api.Test;

class PoliciesTest {
  private static final PolicyContext CONTEXT =
      PolicyContext.of(ThreeSigmaSettings.DEFAULT, TablePredictor.EMPTY, new GreedySolver());

  @Test
  void everyNameMakesThePolicyOfThatName() {
    assertThat(Policies.names())
        .isNotEmpty()
        .allSatisfy(name -> assertThat(Policies.create(name, CONTEXT).name()).isEqualTo(name));
  }

  @Test
  void anotherNameIsRefusedWithTheNamesThereAre() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Policies.create("first", CONTEXT))
        .withMessage(
            "There is no policy (first); there are threesigma, fifo, fair, las, prio, sjf-oracle, capacity.");
  }
}
