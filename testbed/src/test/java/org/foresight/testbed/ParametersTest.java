package org.foresight.testbed;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParametersTest {

  @ParameterizedTest
  @ValueSource(doubles = {0.0, -1.0, Double.NaN, Double.POSITIVE_INFINITY})
  void theTimeScaleIsPositiveAndFinite(double timeScale) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DriverParameters.DEFAULTS.withTimeScale(timeScale))
        .withMessageContaining("timeScale (" + timeScale + ")");
  }

  @Test
  void theTimeoutIsPositive() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DriverParameters.DEFAULTS.withTimeout(Duration.ZERO))
        .withMessageContaining("timeout (PT0S)");
  }

  @Test
  void aClusterHasANodeAndASlot() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LocalYarnParameters.DEFAULTS.withSize(0, 8))
        .withMessageContaining("nodes (0)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LocalYarnParameters.DEFAULTS.withSize(4, 0))
        .withMessageContaining("slotsPerNode (0)");
  }
}
