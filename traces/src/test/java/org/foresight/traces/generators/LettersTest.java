package org.foresight.traces.generators;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LettersTest {

  @ParameterizedTest
  @CsvSource({"0, a", "25, z", "26, aa", "51, az", "52, ba", "701, zz", "702, aaa"})
  void spellsNumbers(long number, String word) {
    assertThat(Letters.of(number)).isEqualTo(word);
  }
}
