package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SamplingRatioTest {

  private static final int JOBS = 10;

  private final SamplingRatio ratio = new SamplingRatio(JOBS);

  @Test
  void triesThreeThenTwoThenFourPercentFirst() {
    assertThat(IntStream.range(0, 3 * JOBS).map(job -> ratio.nextPercent()))
        .containsExactly(
            IntStream.of(3, 2, 4)
                .flatMap(percent -> IntStream.generate(() -> percent).limit(JOBS))
                .boxed()
                .toArray(Integer[]::new));
  }

  @Test
  void thenTakesTheRatioWithTheLowestScore() {
    tryAll(percent -> percent == 3 ? 1.0 : 1.05);

    assertThat(ratio.nextPercent()).isEqualTo(3);
  }

  @Test
  void triesOnePercentWhereTwoIsClearlyBetterThanThree() {
    tryAll(percent -> percent == 2 ? 1.0 : 1.2);

    assertThat(ratio.nextPercent()).isEqualTo(1);
  }

  @Test
  void triesFivePercentWhereFourIsClearlyBetterThanThree() {
    tryAll(percent -> percent == 4 ? 1.0 : 1.2);

    assertThat(ratio.nextPercent()).isEqualTo(5);
  }

  @Test
  void keepsTheBestWhereItIsHardlyBetter() {
    tryAll(percent -> percent == 4 ? 1.0 : 1.09);

    assertThat(ratio.nextPercent()).isEqualTo(4);
  }

  @Test
  void aRatioThatWasTriedInVainIsLeft() {
    tryAll(percent -> percent == 2 ? 1.0 : 1.2);
    IntStream.range(0, JOBS).forEach(job -> ratio.ended(ratio.nextPercent(), 3.0));

    assertThat(ratio.nextPercent()).isEqualTo(2);
  }

  @Test
  void onlyRecentJobsCount() {
    tryAll(percent -> percent == 4 ? 1.0 : 1.05);
    IntStream.range(0, JOBS).forEach(job -> ratio.ended(4, 2.0));

    assertThat(ratio.nextPercent()).isNotEqualTo(4);
  }

  private void tryAll(IntToDoubleFunction score) {
    for (int job = 0; job < 3 * JOBS; job++) {
      int percent = ratio.nextPercent();
      ratio.ended(percent, score.applyAsDouble(percent));
    }
  }
}
