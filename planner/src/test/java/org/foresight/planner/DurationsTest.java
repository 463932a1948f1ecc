package org.foresight.planner;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationsTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0 s",
    "5000, 5 s",
    "119000, 119 s",
    "120000, 2.0 min",
    "750000, 12.5 min",
    "7199999, 120.0 min",
    "7200000, 2.0 h",
    "259199000, 72.0 h",
    "259200000, 3.0 days",
    "-90000, -90 s",
    "-5400000, -90.0 min"
  })
  void unitGrowsWithTheDuration(double millis, String text) {
    assertThat(Durations.text(millis)).isEqualTo(text);
  }
}
