package org.foresight.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TraceLinesTest {

  @TempDir private Path folder;

  @Test
  void passesOverBadLinesAndKeepsCount() throws IOException {
    Path file = SwfText.write(folder, "a", "one", "x".repeat(11), "b\u0001d", "x".repeat(10), "");
    BadLines.Skipped skipped = new BadLines.Skipped();
    List<String> numbered = new ArrayList<>();
    try (TraceLines lines = TraceLines.open(file, 10, skipped)) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        numbered.add(lines.lineNumber() + " " + line);
      }
    }
    assertThat(numbered).containsExactly("1 one", "4 xxxxxxxxxx", "5 ");
    assertThat(skipped.first())
        .containsExactly(
            file + ", line 2: the line is too long; accepted: at most 10 characters a line.",
            file
                + ", line 3: found the byte 0x01, this is no text; accepted: a text file, plain or"
                + " compressed by gzip.");
  }

  @Test
  void endsAtADamagedGzipFileEvenWhereBadLinesAreSkipped() throws IOException {
    byte[] whole = SwfText.gzip("one", "two");
    Path file = Files.write(folder.resolve("a.gz"), Arrays.copyOf(whole, whole.length - 9));
    try (TraceLines lines = TraceLines.open(file, 10, new BadLines.Skipped())) {
      assertThatThrownBy(
              () -> {
                while (lines.next() != null) {
                  // Reads on.
                }
              })
          .isInstanceOf(TraceFormatException.class)
          .hasMessageEndingWith("accepted: a whole gzip file.");
    }
  }

  @ParameterizedTest
  @CsvSource({"a.tr, a.tr", "a.tr.gz, a.tr", ".gz, ''"})
  void namesFilesWithoutTheEndingOfGzip(String name, String plain) {
    assertThat(TraceLines.nameWithoutGzip(Path.of("x", name))).isEqualTo(plain);
  }
}
