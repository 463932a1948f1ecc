package org.foresight.planner.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.common.collect.ImmutableSet;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class JobGoalTest {
  private static final NodePreference SSD = new NodePreference(ImmutableSet.of("ssd"), 2);

  @Test
  void asBestEffortItWantsTheSameButForTheDeadlineAndItsValue() {
    JobGoal goal = new JobGoal(OptionalLong.of(9), true, SSD, 5, false, OptionalLong.of(7));

    assertThat(goal.asBestEffort())
        .isEqualTo(new JobGoal(OptionalLong.empty(), true, SSD, 1, false, OptionalLong.of(7)));
  }

  @Test
  void preferenceAloneCanChange() {
    JobGoal goal =
        new JobGoal(OptionalLong.of(9), true, NodePreference.NONE, 5, false, OptionalLong.of(7));

    assertThat(goal.preferring(SSD))
        .isEqualTo(new JobGoal(OptionalLong.of(9), true, SSD, 5, false, OptionalLong.of(7)));
  }

  @Test
  void serviceWithADeadlineIsNone() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new JobGoal(OptionalLong.of(9), false, SSD, 1, true, OptionalLong.empty()))
        .withMessage("A service has no deadline (9).");
  }

  @Test
  void valueIsPositive() {
    for (double value : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () -> new JobGoal(OptionalLong.of(9), false, SSD, value, false, OptionalLong.empty()))
          .withMessage("The value (" + value + ") of a job must be positive.");
    }
  }
}
