package org.foresight.planner;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PlanTest {

  @Test
  void theNextStartIsTheFirstOneStillToCome() {
    Plan plan =
        new Plan(
            100,
            ImmutableList.of(
                job(OptionalLong.of(100)),
                job(OptionalLong.of(300)),
                job(OptionalLong.of(200)),
                job(OptionalLong.empty())),
            "by hand");

    assertThat(plan.nextStartMillis(99)).hasValue(100);
    assertThat(plan.nextStartMillis(100)).hasValue(200);
    assertThat(plan.nextStartMillis(299)).hasValue(300);
    assertThat(plan.nextStartMillis(300)).isEmpty();
  }

  @Test
  void anEmptyPlanHasNoStart() {
    assertThat(Plan.empty(100).madeAtMillis()).isEqualTo(100);
    assertThat(Plan.empty(100).nextStartMillis(0)).isEmpty();
  }

  private static PlannedJob job(OptionalLong startMillis) {
    return new PlannedJob(
        "job", startMillis, 1, false, new Reason(Reason.Code.PLANNED_START, "By hand."));
  }
}
