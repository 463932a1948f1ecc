package org.foresight.traces.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.foresight.traces.SwfText;
import org.foresight.traces.TraceFormatException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class TraceFormatTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void tellsTheFormatsOfThisPackageByTheirContent(SampleTraces sample) throws IOException {
    String[] lines = sample.lines(2).toArray(String[]::new);
    assertThat(TraceFormat.detect(SwfText.write(folder, "trace", lines)))
        .isEqualTo(sample.format());
    Path compressed = Files.write(folder.resolve("trace.gz"), SwfText.gzip(lines));
    assertThat(TraceFormat.detect(compressed)).isEqualTo(sample.format());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ; Version: 2.2                          | SWF
          {"foresight-trace":1}                   | JSON_LINES
          {"tasks":3,"taskMillis":5}              | JSON_LINES
          Avro-Json                               | JHIST
          Avro-Binary                             | JHIST
          {"Event":"SparkListenerLogStart"}       | SPARK
          {"priority":"NORMAL","jobID":"job_1_1"} | RUMEN
          """)
  void tellsFormatsByTheirFirstLine(String line, TraceFormat format) throws IOException {
    assertThat(TraceFormat.detect(SwfText.write(folder, "trace", "", line))).isEqualTo(format);
  }

  @Test
  void tellsRumenSpreadOverLines() throws IOException {
    Path file = SwfText.write(folder, "a.json", "{", " \"priority\" : 1,", " \"jobID\" : \"j\"");
    assertThat(TraceFormat.detect(file)).isEqualTo(TraceFormat.RUMEN);
  }

  @Test
  void readsABinaryHistoryNoFurtherThanItsFirstLine() throws IOException {
    Path file = SwfText.write(folder, "a", "Avro-Binary", "\u0000\u0001");
    assertThat(TraceFormat.detect(file)).isEqualTo(TraceFormat.JHIST);
  }

  @Test
  void tellsABinaryHistoryOfHadoop() throws Exception {
    URL history =
        Objects.requireNonNull(
            TraceFormatTest.class.getResource("../logs/hadoop-3.5-binary.jhist"));
    assertThat(TraceFormat.detect(Files.copy(Path.of(history.toURI()), folder.resolve("a"))))
        .isEqualTo(TraceFormat.JHIST);
  }

  @ParameterizedTest
  @CsvSource({"a.swf, SWF", "a.swf.gz, SWF", "a.tr, TR", "a.tsv, SWIM", "a.jsonl, JSON_LINES"})
  void takesTheNameWhereTheBeginningIsDamaged(String name, TraceFormat format) throws IOException {
    assertThat(TraceFormat.detect(SwfText.write(folder, name, "nonsense"))).isEqualTo(format);
  }

  @Test
  void takesTheNameWhereTheContentFitsTwoFormats() throws IOException {
    String both = "1 15 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3";
    assertThat(TraceFormat.detect(SwfText.write(folder, "a.tr", both))).isEqualTo(TraceFormat.TR);
    assertThat(TraceFormat.detect(SwfText.write(folder, "a.swf", both))).isEqualTo(TraceFormat.SWF);
    Path file = SwfText.write(folder, "a", both);
    assertThatThrownBy(() -> TraceFormat.detect(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageStartingWith(file + ": the format is not clear; found \"1 15 3 ");
  }

  @Test
  void listsTheFormatsWhereItIsOfNone() throws IOException {
    Path file = SwfText.write(folder, "a.csv", "create_s,end_s");
    assertThatThrownBy(() -> TraceFormat.detect(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(
            file
                + ": the format is unknown; found \"create_s,end_s\"; accepted: swf (Standard"
                + " Workload Format), tr (task lists of the Hawk and Eagle simulators), philly"
                + " (Philly job list, comma-separated), swim (SWIM samples, tab-separated), jsonl"
                + " (Foresight's own JSON lines), jhist (MapReduce job history), rumen (Rumen's"
                + " JSON), spark (Spark event log).");
  }

  @Test
  void refusesBlankLinesAlone() throws IOException {
    Path file = SwfText.write(folder, "a.swf", "", " ");
    assertThatThrownBy(() -> TraceFormat.detect(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageStartingWith(file + ": found blank lines alone; accepted: swf (");
  }

  @ParameterizedTest
  @EnumSource
  void isFoundByItsLabel(TraceFormat format) {
    assertThat(TraceFormat.ofLabel(format.label())).contains(format);
  }

  @Test
  void isNotFoundByAnotherLabel() {
    assertThat(TraceFormat.ofLabel("SWF")).isEmpty();
  }

  @Test
  void tellsFoldersOfLogs(@TempDir Path folder) throws IOException {
    Path histories = Files.createDirectories(folder.resolve("done/2026/03/14"));
    Files.writeString(folder.resolve("done/a_conf.xml"), "<configuration/>");
    Files.writeString(histories.resolve("job_1.jhist"), "Avro-Json\n");
    assertThat(TraceFormat.detect(folder.resolve("done"))).isEqualTo(TraceFormat.JHIST);

    Path events = Files.createDirectories(folder.resolve("events"));
    Files.writeString(events.resolve("_SUCCESS"), "");
    Files.writeString(
        events.resolve("app-1"), "{\"Event\":\"SparkListenerLogStart\",\"Spark Version\":\"3\"}\n");
    assertThat(TraceFormat.detect(events)).isEqualTo(TraceFormat.SPARK);

    Path others = Files.createDirectories(folder.resolve("others"));
    Files.writeString(others.resolve("a.txt"), "hello\n");
    assertThatThrownBy(() -> TraceFormat.detect(others))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("found a folder without logs (first file: a.txt); accepted:");
  }
}
