package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditLineTest {

  @Test
  void plainWordsStayAsTheyAre() {
    assertThat(
            new AuditLine()
                .with("queue", "root.etl")
                .with("deadline", "2026-03-14T10:30:00Z")
                .with("value", 2.5)
                .toString())
        .isEqualTo("queue=root.etl deadline=2026-03-14T10:30:00Z value=2.5");
  }

  @Test
  void everythingElseIsQuoted() {
    assertThat(new AuditLine().with("a", "b c").with("d", "").with("e", "f=g").toString())
        .isEqualTo("a=\"b c\" d=\"\" e=\"f=g\"");
  }

  @Test
  void nameCanForgeNeitherAValueNorALine() {
    assertThat(new AuditLine().with("name", "x\" outcome=accepted\n\\é").toString())
        .isEqualTo("name=\"x\\\" outcome=accepted\\u000a\\\\\\u00e9\"");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 9, 10, 13, 27, 127, 0x85, 0x2028, 0xd800})
  void onlyPrintableAsciiIsWritten(int character) {
    String line = new AuditLine().with("name", Character.toString((char) character)).toString();

    assertThat(line).isEqualTo("name=\"\\u%04x\"".formatted(character));
  }
}
