package org.foresight.predictor;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads a history stream to its end, keeping what is good. For one thread and one use. */
final class HistoryReader {

  private final Path file;
  private final InputStream in;
  private final List<HistoryRecord> records = new ArrayList<>();
  private final List<HistoryProblem> problems = new ArrayList<>();
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private long lineNumber;

  /**
   * A reader of {@code in}.
   *
   * @param file the file that problems name
   */
  HistoryReader(Path file, InputStream in) {
    this.file = file;
    this.in = new BufferedInputStream(in);
  }

  HistoryContents read() throws IOException {
    if (readHeader()) {
      while (readLine()) {
        try {
          records.add(HistoryLine.decode(line.toByteArray()));
        } catch (HistoryFormatException e) {
          report(e.field(), e.found(), e.accepted());
        }
      }
    }
    return new HistoryContents(records, problems);
  }

  private boolean readHeader() throws IOException {
    byte[] header = HistoryLine.HEADER.getBytes(StandardCharsets.UTF_8);
    if (!readLine()) {
      if (problems.isEmpty()) {
        report("line", "", "the first line \"" + HistoryLine.HEADER + "\"");
      }
      return false;
    }
    if (!Arrays.equals(line.toByteArray(), header)) {
      report(
          "line",
          HistoryLine.lenientText(line.toByteArray()),
          "the first line \"" + HistoryLine.HEADER + "\"; nothing else was read");
      return false;
    }
    return true;
  }

  /** Reads the next complete line; at the end of the stream, reports what is left of a torn one. */
  private boolean readLine() throws IOException {
    line.reset();
    lineNumber++;
    int next = in.read();
    while (next >= 0 && next != '\n') {
      line.write(next);
      next = in.read();
    }
    if (next < 0 && line.size() > 0) {
      // It can't be told from a complete one: "12" may be the beginning of "123".
      report(
          "line",
          HistoryLine.lenientText(line.toByteArray()),
          "a line that ends with a line feed; this one is torn");
    }
    return next == '\n';
  }

  private void report(String field, String found, String accepted) {
    problems.add(new HistoryProblem(file, lineNumber, field, found, accepted));
  }
}
