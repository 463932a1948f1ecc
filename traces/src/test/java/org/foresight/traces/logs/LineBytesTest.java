package org.foresight.traces.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.foresight.traces.TraceFormatException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LineBytesTest {

  private static final Path FILE = Path.of("log");

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 65_535, 65_536, 65_537, 200_000})
  void givesEveryLineWholly(int length) throws IOException {
    String line = "x".repeat(length);
    LineBytes bytes = bytes(line + "\n\n" + line + "y\n" + line, Long.MAX_VALUE);
    List<String> lines = new ArrayList<>();
    while (bytes.nextLine()) {
      lines.add(new String(bytes.readAllBytes(), StandardCharsets.US_ASCII));
      assertThat(bytes.lineNumber()).isEqualTo(lines.size());
      assertThat(bytes.read()).isEqualTo(-1);
    }
    assertThat(lines).containsExactly(line, "", line + "y", line);
  }

  @Test
  void skipsWhatIsNotReadOfALine() throws IOException {
    LineBytes bytes = bytes("x".repeat(100_000) + "\nab\n", Long.MAX_VALUE);
    bytes.nextLine();
    assertThat(bytes.read()).isEqualTo('x');
    bytes.nextLine();
    assertThat(bytes.readNBytes(1)).containsExactly('a');
    assertThat(bytes.nextLine()).isFalse();
  }

  @Test
  void refusesALineThatIsTooLongAndGoesOn() throws IOException {
    LineBytes bytes = bytes("12345\n123456\n1", 5);
    bytes.nextLine();
    assertThat(bytes.readAllBytes()).hasSize(5);
    bytes.nextLine();
    assertThatThrownBy(bytes::readAllBytes)
        .isInstanceOf(TraceFormatException.class)
        .hasMessage("log, line 2: the line is too long; accepted: at most 5 bytes a line.");
    assertThat(bytes.nextLine()).isTrue();
    assertThat(bytes.readAllBytes()).hasSize(1);
  }

  @Test
  void tellsWhetherTheLastLineIsCutOff() throws IOException {
    LineBytes bytes = bytes("a\nb", Long.MAX_VALUE);
    bytes.nextLine();
    assertThat(bytes.endsCut()).isFalse();
    bytes.nextLine();
    assertThat(bytes.endsCut()).isTrue();
    assertThat(bytes.nextLine()).isFalse();
  }

  private static LineBytes bytes(String text, long longestLine) {
    return new LineBytes(
        FILE, new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)), longestLine);
  }
}
