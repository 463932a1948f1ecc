package org.foresight.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SwfReaderTest {

  private static final String GOOD = "1 10 5 60 4 -1 -1 8 120 -1 1 7 2 9 1 3 -1 -1";

  @TempDir private Path folder;

  @Test
  void readsEveryFieldOfAJob() throws IOException {
    assertThat(read(SwfText.write(folder, "a.swf", GOOD)))
        .containsExactly(new SwfJob(1, 10, 5, 60, 4, 8, 120, 1, 7, 2, 9, 1, 3));
  }

  @Test
  void takesRequestedProcessorsWhereNoneAreAllocated() throws IOException {
    SwfJob job =
        read(SwfText.write(folder, "a.swf", "1 10 5 60 -1 -1 -1 8 120 -1 1 7 2 9 1 3 -1 -1"))
            .get(0);
    assertThat(job.processors()).isEqualTo(8);
    assertThat(job.endSeconds()).isEqualTo(75);
  }

  @Test
  void skipsCommentsAndBlankLinesAndAcceptsTabsAndCarriageReturns() throws IOException {
    Path file =
        SwfText.write(
            folder, "a.swf", "; Note: x", "", GOOD.replace(' ', '\t') + "\r", "; more", GOOD, " ");
    assertThat(read(file)).hasSize(2);
  }

  @Test
  void acceptsDecimalsWhereTheArchiveHasThem() throws IOException {
    Path file =
        SwfText.write(folder, "a.swf", "1 10 5 60 4 0.25 12.5 8 120 -1.0 1 7 2 9 1 3 -1 1.5");
    assertThat(read(file)).hasSize(1);
  }

  @Test
  void acceptsSubmitTimesThatGoBackwards() throws IOException {
    Path file =
        SwfText.write(folder, "a.swf", SwfText.job(1, 100, 60, 1), SwfText.job(2, 90, 60, 1));
    assertThat(read(file)).extracting(SwfJob::submitSeconds).containsExactly(100L, 90L);
  }

  @Test
  void statesTheHeader() throws IOException {
    Path file =
        SwfText.write(
            folder,
            "a.swf",
            "; Computer: IBM SP2",
            "; Information: http://example.org/",
            ";              http://example.net/",
            "; MaxNodes: 100 (of two kinds)",
            "; MaxProcs: 400",
            "; Note: first",
            "; Note: second",
            GOOD,
            "; MaxJobs: 1");
    try (SwfReader reader = SwfReader.open(file)) {
      assertThat(reader.header().maxProcs()).isEqualTo(OptionalInt.of(400));
      assertThat(reader.header().maxNodes()).isEqualTo(OptionalInt.of(100));
      assertThat(reader.header().fields())
          .containsEntry("Computer", "IBM SP2")
          .containsEntry("Note", "first\nsecond")
          .containsOnlyKeys("Computer", "Information", "MaxNodes", "MaxProcs", "Note");
    }
  }

  @Test
  void statesNoMachineSizeWhereTheHeaderHasNone() throws IOException {
    try (SwfReader reader =
        SwfReader.open(SwfText.write(folder, "a.swf", "; MaxProcs: -1", GOOD))) {
      assertThat(reader.header().maxProcs()).isEmpty();
      assertThat(reader.header().maxNodes()).isEmpty();
    }
  }

  @Test
  void hasNoJobAfterTheLast() throws IOException {
    try (SwfReader reader = SwfReader.open(SwfText.write(folder, "a.swf", GOOD))) {
      reader.next();
      assertThat(reader.hasNext()).isFalse();
      assertThatThrownBy(reader::next).isInstanceOf(NoSuchElementException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.swf", "a.swf.gz", "a"})
  void tellsGzipByItsBytes(String name) throws IOException {
    Path file = Files.write(folder.resolve(name), SwfText.gzip("; MaxProcs: 4", GOOD, GOOD));
    assertThat(read(file)).hasSize(2);
  }

  @Test
  void readsPlainTextUnderAGzipName() throws IOException {
    assertThat(read(SwfText.write(folder, "a.swf.gz", GOOD))).hasSize(1);
  }

  @Test
  void readsEveryMemberOfAGzipFile() throws IOException {
    byte[] bytes = Bytes.concat(SwfText.gzip(GOOD), SwfText.gzip(GOOD), SwfText.gzip(GOOD));
    assertThat(read(Files.write(folder.resolve("a.gz"), bytes))).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0  | -1    | field 1 (job number): found "-1"; accepted: a whole number from 0 to 2147483647.
          1  | -1    | field 2 (submit time in seconds): found "-1"; accepted: a whole number from 0 to 10000000000.
          2  | -5    | field 3 (wait time in seconds): found "-5"; accepted: a whole number from 0 to 10000000000, or -1 for unknown.
          3  | abc   | field 4 (run time in seconds): found "abc"; accepted: a whole number from 0 to 10000000000, or -1 for unknown.
          3  | 1.5   | field 4 (run time in seconds): found "1.5"; accepted: a whole number from 0 to 10000000000, or -1 for unknown.
          4  | 1e3   | field 5 (allocated processors): found "1e3"; accepted: a whole number from 0 to 100000000, or -1 for unknown.
          5  | NaN   | field 6 (average CPU time in seconds): found "NaN"; accepted: a number from 0 to 1000000000000000, or -1 for unknown.
          7  | 99999999999999999999 | field 8 (requested processors): found "99999999999999999999"; accepted: a whole number from 0 to 100000000, or -1 for unknown.
          8  | -2    | field 9 (requested time in seconds): found "-2"; accepted: a whole number from 0 to 10000000000, or -1 for unknown.
          10 | 6     | field 11 (status): found "6"; accepted: a whole number from 0 to 5, or -1 for unknown.
          17 | x     | field 18 (think time in seconds): found "x"; accepted: a number from 0 to 10000000000, or -1 for unknown.
          """)
  void namesFileLineFieldAndValueOfABadField(int index, String value, String problem)
      throws IOException {
    String[] fields = GOOD.split(" ", -1);
    fields[index] = value;
    Path file = SwfText.write(folder, "bad.swf", "; Note: x", GOOD, String.join(" ", fields));
    assertProblem(file, ", line 3: " + problem);
  }

  @Test
  void namesTheNumberOfFieldsOfALineOfAnotherLength() throws IOException {
    assertProblem(
        SwfText.write(folder, "a.swf", GOOD, "1 2 3"),
        ", line 2: number of fields in \"1 2 3\": found 3; accepted: 18 separated by blanks.");
  }

  @Test
  void shortensWhatItQuotes() throws IOException {
    assertProblem(
        SwfText.write(folder, "a.swf", "x".repeat(200)),
        ", line 1: number of fields in \""
            + "x".repeat(60)
            + "…\": found 1; accepted: 18 separated by blanks.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"many", "0", "-5", "1000000000"})
  void namesABadMachineSize(String size) throws IOException {
    assertProblem(
        SwfText.write(folder, "a.swf", "; Version: 2.2", "; MaxProcs: " + size, GOOD),
        ", line 2: header field MaxProcs: found \""
            + size
            + "\"; accepted: a whole number from 1 to 999999999, or -1 for unknown.");
  }

  @Test
  void refusesAnEmptyFile() throws IOException {
    assertProblem(
        Files.createFile(folder.resolve("empty.swf")),
        ": the file is empty; accepted: a text file, plain or compressed by gzip.");
  }

  @Test
  void refusesAFileWithoutJobs() throws IOException {
    assertProblem(
        SwfText.write(folder, "a.swf", "; Version: 2.2", ""),
        ": the file has no jobs; accepted: at least one line of 18 fields.");
  }

  @Test
  void refusesADirectory() {
    assertProblem(
        folder, ": found a directory; accepted: a text file, plain or compressed by gzip.");
  }

  @Test
  void refusesWhatCanBeReadButOnce() {
    assertProblem(
        Path.of("/dev/null"),
        ": found a pipe or a device; accepted: a text file, plain or compressed by gzip.");
  }

  @Test
  void refusesAMissingFile() {
    assertProblem(
        folder.resolve("none.swf"),
        ": there is no such file; accepted: a text file, plain or compressed by gzip.");
  }

  @Test
  void refusesABinaryFile() throws IOException {
    Path file = Files.write(folder.resolve("a.bin"), new byte[] {'P', 'K', 3, 4, 0, 0});
    assertProblem(
        file,
        ", line 1: found the byte 0x03, this is no text; accepted: a text file, plain or"
            + " compressed by gzip.");
  }

  @Test
  void refusesALineWithoutEnd() throws IOException {
    assertProblem(
        SwfText.write(folder, "a.swf", GOOD, "1 ".repeat(6000)),
        ", line 2: the line is too long; accepted: at most 10000 characters a line.");
  }

  @Test
  void refusesATruncatedGzipFileWhereverItEnds() throws IOException {
    byte[] whole = SwfText.gzip(GOOD, GOOD);
    for (int length = 2; length < whole.length; length++) {
      Path file = Files.write(folder.resolve("cut.gz"), Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> read(file))
          .as("cut after %d of %d bytes", length, whole.length)
          .isInstanceOf(TraceFormatException.class)
          .hasMessageStartingWith(file + ", line ")
          .hasMessageEndingWith(": the gzip data ends too early; accepted: a whole gzip file.");
    }
  }

  @Test
  void refusesADamagedGzipFile() throws IOException {
    byte[] bytes = SwfText.gzip(GOOD);
    bytes[bytes.length - 6] ^= 0x55;
    assertProblem(
        Files.write(folder.resolve("a.gz"), bytes),
        ", line 2: the gzip data is damaged (Corrupt GZIP trailer); accepted: a whole gzip file.");
  }

  @Test
  void goesOnAfterBadLinesWhereTheyAreSkipped() throws IOException {
    Path file =
        SwfText.write(
            folder,
            "a.swf",
            "; MaxProcs: many",
            "nonsense",
            SwfText.job(1, 0, 60, 1),
            "1 2 3",
            SwfText.job(2, 0, 60, 1),
            "more nonsense");
    BadLines.Skipped skipped = new BadLines.Skipped();
    try (SwfReader reader = SwfReader.open(file, skipped)) {
      assertThat(reader.header().maxProcs()).isEmpty();
      assertThat(reader.next().jobNumber()).isEqualTo(1);
      assertThat(reader.lineNumber()).isEqualTo(3);
      assertThat(reader.next().jobNumber()).isEqualTo(2);
      assertThat(reader.lineNumber()).isEqualTo(5);
      assertThat(reader.hasNext()).isFalse();
    }
    assertThat(skipped.count()).isEqualTo(4);
  }

  private static void assertProblem(Path file, String problem) {
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(file + problem);
  }

  private static ImmutableList<SwfJob> read(Path file) throws IOException {
    try (SwfReader reader = SwfReader.open(file)) {
      return ImmutableList.copyOf(reader);
    }
  }
}
