package org.foresight.predictor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryFileTest {

  private static final HistoryRecord FIRST =
      new HistoryRecord(new JobFeatures("ann", "etl", "root.q"), new JobOutcome(1000, 4, 3000));
  private static final HistoryRecord SECOND =
      new HistoryRecord(
          new JobFeatures("bob", "tab\tand\nlines \\ ü", "root.z"),
          new JobOutcome(Long.MAX_VALUE, Integer.MAX_VALUE, 0));

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = folder.resolve("history");
  }

  @Test
  void hasADocumentedFormat() throws IOException {
    HistoryFile.save(file, List.of(FIRST, SECOND));

    assertThat(file)
        .hasContent(
            """
            foresight-history 1
            ann\tetl\troot.q\t1000\t4\t3000
            bob\ttab\\tand\\nlines \\\\ ü\troot.z\t9223372036854775807\t2147483647\t0
            """);
    assertThat(HistoryFile.load(file))
        .isEqualTo(new HistoryContents(List.of(FIRST, SECOND), List.of()));
  }

  @Test
  void savingReplacesTheFileAndLeavesNothingBeside() throws IOException {
    HistoryFile.save(file, List.of(FIRST));
    HistoryFile.save(file, List.of(SECOND));

    assertThat(HistoryFile.load(file).records()).containsExactly(SECOND);

    assertThat(folder.toFile().list()).containsExactly("history");
  }

  @Test
  void savingThatFailsLeavesTheOldFile() throws IOException {
    HistoryFile.save(file, List.of(FIRST));
    Iterable<HistoryRecord> failing =
        () ->
            new Iterator<>() {
              @Override
              public boolean hasNext() {
                return true;
              }

              @Override
              public HistoryRecord next() {
                throw new UncheckedIOException(new IOException("no more"));
              }
            };

    assertThatThrownBy(() -> HistoryFile.save(file, failing)).hasMessageContaining("no more");

    assertThat(HistoryFile.load(file).records()).containsExactly(FIRST);
    assertThat(folder.toFile().list()).containsExactly("history");
  }

  @Test
  void replayRestoresThePredictor() throws IOException {
    HistoryFile.save(file, List.of(FIRST, SECOND));
    ThreeSigmaPredictor predictor = new ThreeSigmaPredictor();

    HistoryFile.load(file).replayInto(predictor);

    JobEstimate estimate = predictor.predict(FIRST.features()).orElseThrow();
    assertThat(estimate.span().maxMillis()).isEqualTo(1000);
    assertThat(estimate.meanWidth()).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "null",
      textBlock =
          """
          a~b~c~x~1~1          | spanMillis | x     | a whole number from 0 to 9223372036854775807
          a~b~c~-1~1~1         | spanMillis | -1    | a whole number from 0 to 9223372036854775807
          a~b~c~1~0~1          | width      | 0     | a whole number from 1 to 2147483647
          a~b~c~1~2147483648~1 | width | 2147483648 | a whole number from 1 to 2147483647
          a~b~c~1~1~1.5        | workMillis | 1.5   | a whole number from 0 to 9223372036854775807
          a~b~c~1~1            | line       | 5 fields | 6 fields separated by tabs: user, \
          jobName, queue, spanMillis, width, workMillis
          a~b~c~1~1~1~1        | line       | 7 fields | 6 fields separated by tabs: user, \
          jobName, queue, spanMillis, width, workMillis
          a~b\\x~c~1~1~1        | jobName    | b\\x | text in which a backslash begins one of \
          \\\\, \\t, \\n, \\r or \\u and four hexadecimal digits
          a~b\\u12~c~1~1~1      | jobName    | b\\u12 | text in which a backslash begins one of \
          \\\\, \\t, \\n, \\r or \\u and four hexadecimal digits
          a~b~c\\~1~1~1         | queue      | c\\ | text in which a backslash begins one of \
          \\\\, \\t, \\n, \\r or \\u and four hexadecimal digits
          """)
  void malformedLinesAreReportedAndSkipped(String line, String field, String found, String accepted)
      throws IOException {
    String good = "ann\tetl\troot.q\t1000\t4\t3000\n";
    Files.writeString(file, "foresight-history 1\n" + good + line.replace('~', '\t') + "\n" + good);

    HistoryContents contents = HistoryFile.load(file);

    assertThat(contents.records()).containsExactly(FIRST, FIRST);
    assertThat(contents.problems())
        .containsExactly(new HistoryProblem(file, 3, field, found, accepted));
  }

  @Test
  void problemsNameFileLineFieldValueAndWhatIsAccepted() {
    HistoryProblem problem =
        new HistoryProblem(Path.of("history"), 7, "width", "none", "a whole number");

    assertThat(problem.message())
        .isEqualTo("history, line 7, width: found \"none\", accepted is a whole number.");
    assertThat(new HistoryProblem(Path.of("h"), 1, "line", "x".repeat(200), "less").found())
        .hasSize(101)
        .endsWith("x…");
  }

  @Test
  void bytesThatAreNotUtf8AreReported() throws IOException {
    byte[] text = "foresight-history 1\nann\t?\troot.q\t1\t1\t1\n".getBytes(StandardCharsets.UTF_8);
    text["foresight-history 1\nann\t".length()] = (byte) 0xff;
    Files.write(file, text);

    HistoryContents contents = HistoryFile.load(file);

    assertThat(contents.records()).isEmpty();
    assertThat(contents.problems())
        .extracting(HistoryProblem::accepted)
        .containsExactly("text in UTF-8");
  }

  @Test
  void aTornLastLineIsReportedAndNotTrusted() throws IOException {
    Files.writeString(
        file,
        "foresight-history 1\nann\tetl\troot.q\t1000\t4\t3000\nann\tetl\troot.q\t1000\t4\t30");

    HistoryContents contents = HistoryFile.load(file);

    assertThat(contents.records()).containsExactly(FIRST);
    assertThat(contents.problems())
        .containsExactly(
            new HistoryProblem(
                file,
                3,
                "line",
                "ann\tetl\troot.q\t1000\t4\t30",
                "a line that ends with a line feed; this one is torn"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "foresight-hist", "foresight-history 2\na\tb\tc\t1\t1\t1\n"})
  void aFileWithAnotherFirstLineIsNotRead(String text) throws IOException {
    Files.writeString(file, text);

    HistoryContents contents = HistoryFile.load(file);

    assertThat(contents.records()).isEmpty();
    assertThat(contents.problems()).hasSize(1);
    assertThat(contents.problems().get(0).line()).isEqualTo(1);
  }

  @Test
  void aMissingFileIsAnError() {
    assertThatThrownBy(() -> HistoryFile.load(file)).isInstanceOf(NoSuchFileException.class);
  }
}
