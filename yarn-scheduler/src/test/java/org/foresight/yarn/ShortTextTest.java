package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShortTextTest {

  @Test
  void whatIsNotTooLongStaysAsItIs() {
    assertThat(ShortText.of("n".repeat(200))).isEqualTo("n".repeat(200));
  }

  @Test
  void ofTheRestTheEndIsLeftOut() {
    assertThat(ShortText.of("n".repeat(201))).isEqualTo("n".repeat(199) + "…");
  }

  @Test
  void sentencesMayBeLonger() {
    assertThat(ShortText.ofSentences("n".repeat(1_000))).isEqualTo("n".repeat(1_000));
    assertThat(ShortText.ofSentences("n".repeat(1_001))).isEqualTo("n".repeat(999) + "…");
  }

  @Test
  void noCharacterIsCutInHalf() {
    assertThat(ShortText.of("ab\ud83d\ude80cd", 4)).isEqualTo("ab…");
    assertThat(ShortText.of("ab\ud83d\ude80cd", 5)).isEqualTo("ab\ud83d\ude80…");
  }
}
