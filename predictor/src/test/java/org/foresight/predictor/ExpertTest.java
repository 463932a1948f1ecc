package org.foresight.predictor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ExpertTest {

  @Test
  void nmaeIsTheSumOfErrorsOverTheSumOfActualRuntimes() {
    // Estimates before each runtime: none, 100, 150, 200. Errors: 100, 150, 200.
    Expert expert = observed(100, 200, 300, 0);

    assertThat(expert.nmae()).isCloseTo(450.0 / 500.0, within(1e-12));
    assertThat(expert.estimateMillis()).isEqualTo(150);
  }

  @Test
  void hasNoNmaeBeforeThreeScoredEstimates() {
    assertThat(observed(100, 100, 100).nmae()).isNaN();
    assertThat(observed(100, 100, 100, 100).nmae()).isZero();
  }

  @Test
  void handlesRuntimesOfZero() {
    assertThat(observed(0, 0, 0, 0).nmae()).isZero();
    assertThat(observed(100, 0, 0, 0).nmae()).isInfinite();
  }

  @Test
  void thereIsOneExpertForEachOfThePapersTechniques() {
    assertThat(Expert.newExperts())
        .extracting(Expert::estimatorName)
        .containsExactly("mean", "recent-median", "rolling", "recent-mean");
  }

  private static Expert observed(double... runtimes) {
    Expert expert = new Expert(new MeanEstimator());
    for (double runtime : runtimes) {
      expert.observe(runtime);
    }
    return expert;
  }
}
