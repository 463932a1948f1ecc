package org.foresight.cli.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class ConvertersTest {

  @ParameterizedTest
  @CsvSource({"1/4,0.25", "0.05,0.05", "2,2.0", "3/2,1.5"})
  void ratios(String text, double ratio) {
    assertThat(new RatioConverter().convert(text)).isEqualTo(ratio);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "-1", "1/0", "0/0", "1/", "/60", "1/2/3", "NaN", "x"})
  void notRatios(String text) {
    assertThatExceptionOfType(TypeConversionException.class)
        .isThrownBy(() -> new RatioConverter().convert(text))
        .withMessageContaining("\"" + text + "\"");
  }

  @ParameterizedTest
  @CsvSource({
    "500ms,PT0.5S",
    "90s,PT1M30S",
    "5m,PT5M",
    "1h,PT1H",
    "1h30m,PT1H30M",
    "30d,PT720H",
    "100000d,PT2400000H",
    "PT10M,PT10M"
  })
  void durations(String text, Duration duration) {
    assertThat(new DurationConverter().convert(text)).isEqualTo(duration);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0s",
        "5",
        "-5s",
        "1.5h",
        "1w",
        "30m1",
        "P1M",
        "PT0S",
        "-PT5M",
        "9999999999s",
        "100001d",
        "999999999d999999999d",
        "PT9223372036854775807S",
        "P99999999999999999999D"
      })
  void notDurations(String text) {
    assertThatExceptionOfType(TypeConversionException.class)
        .isThrownBy(() -> new DurationConverter().convert(text))
        .withMessageContaining("\"" + text + "\"");
  }
}
