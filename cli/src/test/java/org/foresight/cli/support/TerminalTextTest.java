package org.foresight.cli.support;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalTextTest {

  @ParameterizedTest
  @ValueSource(
      ints = {
        0, 7, 9, 0xa, 0xd, 0x1b, 0x7f, 0x85, 0x9b, 0xad, 0x200b, 0x202e, 0x2066, 0x2028, 0x2029,
        0xd800, 0xfeff
      })
  void whatIsNotThereToBeSeenIsWrittenAsInJson(int character) {
    assertThat(TerminalText.of("a" + (char) character + "b"))
        .isEqualTo("a\\u%04xb".formatted(character));
  }

  @Test
  void charactersBeyondTheFirstPlaneAreWrittenAsPairs() {
    assertThat(TerminalText.of(Character.toString(0xe0001))).isEqualTo("\\udb40\\udc01");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nightly, 2 of <3>", "täglich …", "每晚", "\ud83d\ude80", "\\u001b"})
  void whatIsSeenStaysAsItIs(String text) {
    assertThat(TerminalText.of(text)).isEqualTo(text);
  }

  @Test
  void everyLineIsOneLine() {
    StringWriter out = new StringWriter();

    TerminalText.print(new PrintWriter(out, true), ImmutableList.of("a\nb", "c"));

    assertThat(out.toString().lines()).containsExactly("a\\u000ab", "c");
  }

  @Test
  void jsonKeepsItsLines() {
    StringWriter out = new StringWriter();

    TerminalText.printJson(new PrintWriter(out, true), "{\n  \"a\" : \"\u009b\"\n}");

    assertThat(out.toString().lines()).containsExactly("{", "  \"a\" : \"\\u009b\"", "}");
  }

  @Test
  void tablesAndErrorsAreMadeOfIt() {
    assertThat(TextTable.lines(List.of(List.of("Name", "a\tb"), List.of("User", "c"))))
        .containsExactly("Name      User", "a\\u0009b     c");
    assertThat(ErrorLines.of(new NoSuchFileException("a\u001b[2J")))
        .isEqualTo("a\\u001b[2J: there is no such file.");
  }
}
