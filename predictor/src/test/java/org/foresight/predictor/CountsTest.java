package org.foresight.predictor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountsTest {

  @ParameterizedTest
  @CsvSource({"0, 0 leaf queues", "1, 1 leaf queue", "2, 2 leaf queues", "-1, -1 leaf queues"})
  void onlyOneIsSingular(long count, String text) {
    assertThat(Counts.of(count, "leaf queue")).isEqualTo(text);
  }
}
