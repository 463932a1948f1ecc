package org.foresight.traces.generators;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class GeneratorParametersTest {

  @Test
  void refusesValuesOutOfRange() {
    assertRefused(
        GeneratorParameters.builder().slots(0), "The slots (0) must be between 1 and 10000000.");
    assertRefused(
        GeneratorParameters.builder().load(0.0),
        "The load (0.0) must be above 0 and at most 100.0.");
    assertRefused(
        GeneratorParameters.builder().load(Double.NaN),
        "The load (NaN) must be above 0 and at most 100.0.");
    assertRefused(
        GeneratorParameters.builder().jobs(0), "The jobs (0) must be between 1 and 1000000000.");
    assertRefused(
        GeneratorParameters.builder().duration(Duration.ZERO),
        "The duration (PT0S) must be between PT1S and PT87840H.");
  }

  @Test
  void refusesJobsTogetherWithADuration() {
    assertRefused(
        GeneratorParameters.builder().jobs(10).duration(Duration.ofHours(1)),
        "The jobs (10) and the duration (PT1H) must not both be given: the load makes one follow"
            + " from the other.");
  }

  private static void assertRefused(GeneratorParameters.Builder builder, String message) {
    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }
}
