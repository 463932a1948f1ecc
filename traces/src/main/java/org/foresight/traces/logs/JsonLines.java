package org.foresight.traces.logs;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.google.common.base.CharMatcher;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.ZipException;
import org.foresight.traces.TraceBytes;
import org.foresight.traces.TraceFormatException;

/**
 * A log of one JSON object a line, plain or compressed by gzip. Blank lines are skipped.
 *
 * <p>Not thread-safe.
 */
final class JsonLines implements LogEvents {

  private static final long LONGEST_LINE = 64L << 20;
  private static final int LONGEST_TEXT = 100;
  private static final String OBJECT = "a JSON object";

  private final Path file;
  private final LineBytes bytes;

  private JsonLines(Path file, LineBytes bytes) {
    this.file = file;
    this.bytes = bytes;
  }

  /**
   * Opens the log.
   *
   * @param accepted what kind of file is accepted, for people
   * @throws TraceFormatException if there is no such file, or it is a directory, empty, of another
   *     compression or a damaged gzip file
   */
  static JsonLines open(Path file, String accepted) throws IOException {
    return new JsonLines(file, new LineBytes(file, TraceBytes.open(file, accepted), LONGEST_LINE));
  }

  /**
   * The next line as text, or the beginning of a long one; empty at the end of the file.
   *
   * @throws TraceFormatException if the file is damaged
   */
  String text() throws IOException {
    try {
      return bytes.nextLine()
          ? new String(bytes.readNBytes(LONGEST_TEXT), StandardCharsets.UTF_8).strip()
          : "";
    } catch (EOFException | ZipException e) {
      throw TraceBytes.damagedGzip(file, bytes.lineNumber(), e);
    }
  }

  /** The log itself, at the end of the line last read; to be read, and closed, instead of this. */
  LineBytes bytes() {
    return bytes;
  }

  /**
   * Reads the lines from here on. A bad line is told and skipped; from where gzip data is damaged,
   * nothing more is read. A last line without line end that is no object is what a log looks like
   * while it is being written: it is noted only.
   */
  @Override
  public void forEach(JsonFields fields, LogFindings findings, Handler handler) throws IOException {
    boolean more = true;
    while (more) {
      TraceFormatException problem = null;
      try {
        more = bytes.nextLine() && acceptLine(fields, handler);
      } catch (JsonProcessingException e) {
        problem = malformed(file, bytes.lineNumber(), e);
      } catch (EOFException | ZipException e) {
        problem = TraceBytes.damagedGzip(file, bytes.lineNumber(), e);
        more = false;
      } catch (TraceFormatException e) {
        problem = e;
      }
      if (problem != null) {
        tell(problem, findings);
      }
    }
  }

  private boolean acceptLine(JsonFields fields, Handler handler) throws IOException {
    try (JsonParser parser = JsonFields.parser(bytes)) {
      JsonToken first = parser.nextToken();
      if (first == null) {
        return true;
      }
      if (first != JsonToken.START_OBJECT) {
        throw found(parser.getText());
      }
      JsonRecord line =
          new JsonRecord(LogPosition.line(file, bytes.lineNumber()), "", fields.read(parser));
      if (parser.nextToken() != null) {
        throw found("more behind the object: " + parser.getText());
      }
      return handler.accept(line);
    }
  }

  private TraceFormatException found(String text) {
    return new TraceFormatException(
        file,
        bytes.lineNumber(),
        "found " + TraceFormatException.quote(text) + "; accepted: " + OBJECT + ".");
  }

  private void tell(TraceFormatException problem, LogFindings findings) throws IOException {
    if (problem.getCause() instanceof JsonProcessingException && isCut()) {
      findings.note(
          file, "line " + bytes.lineNumber() + " is cut off; the log is read up to there.");
    } else {
      findings.problem(problem);
    }
  }

  private boolean isCut() throws IOException {
    try {
      return bytes.endsCut();
    } catch (EOFException | ZipException e) {
      // The next line will tell.
      return false;
    }
  }

  /** The problem that something is no JSON. */
  static TraceFormatException malformed(Path file, long lineNumber, JsonProcessingException cause) {
    // The message quotes what it found, and may have lines of its own.
    String message =
        CharMatcher.javaIsoControl().replaceFrom(String.valueOf(cause.getOriginalMessage()), '?');
    TraceFormatException problem =
        new TraceFormatException(
            file, lineNumber, "found no JSON (" + message + "); accepted: " + OBJECT + ".");
    problem.initCause(cause);
    return problem;
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }
}
