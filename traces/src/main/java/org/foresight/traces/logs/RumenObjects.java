package org.foresight.traces.logs;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.zip.ZipException;
import org.foresight.traces.TraceBytes;
import org.foresight.traces.TraceFormatException;
import org.jspecify.annotations.Nullable;

/**
 * The JSON objects of a Rumen trace, one after another with only blanks between them.
 *
 * <p>Behind malformed text, reading goes on where an object seems to begin: with a brace at the
 * beginning of a line that opens one, or behind a brace there that closes one, as in text whose
 * inner lines are indented.
 *
 * <p>Not thread-safe.
 */
final class RumenObjects implements AutoCloseable {

  private static final String ACCEPTED =
      "a Rumen trace of JSON objects, plain or compressed by gzip.";

  private final Path file;
  private final JsonFields fields;
  private final Input input;
  private @Nullable JsonParser parser;
  private long parserLine = 1;
  private long objectLine;
  private boolean over;

  private RumenObjects(Path file, JsonFields fields, Input input) {
    this.file = file;
    this.fields = fields;
    this.input = input;
  }

  /**
   * Opens the trace.
   *
   * @param fields what of each object is needed
   * @throws TraceFormatException if there is no such file, or it is a directory, empty, of another
   *     compression or a damaged gzip file
   */
  static RumenObjects open(Path file, JsonFields fields) throws IOException {
    return new RumenObjects(file, fields, new Input(TraceBytes.open(file, ACCEPTED)));
  }

  /**
   * The next object that is well-formed; null if there is none.
   *
   * @throws TraceFormatException if a problem ends the reading
   */
  @Nullable JsonRecord next(LogFindings findings) throws IOException {
    while (!over) {
      TraceFormatException problem;
      try {
        return parse();
      } catch (JsonProcessingException e) {
        problem = JsonLines.malformed(file, recover(), e);
      } catch (EOFException | ZipException e) {
        problem = TraceBytes.damagedGzip(file, input.lineNumber(), e);
        over = true;
      } catch (TraceFormatException e) {
        recover();
        problem = e;
      }
      findings.problem(problem);
    }
    return null;
  }

  private @Nullable JsonRecord parse() throws IOException {
    if (parser == null) {
      parser = JsonFields.parser(input);
      parserLine = input.lineNumber();
    }
    objectLine = parserLine + parser.currentLocation().getLineNr() - 1;
    JsonToken first = parser.nextToken();
    if (first == null) {
      return null;
    }
    objectLine = parserLine + parser.currentTokenLocation().getLineNr() - 1;
    if (first != JsonToken.START_OBJECT) {
      throw new TraceFormatException(
          file,
          objectLine,
          "found " + TraceFormatException.quote(parser.getText()) + "; accepted: a JSON object.");
    }
    return new JsonRecord(LogPosition.line(file, objectLine), "", fields.read(parser));
  }

  /** Goes to where the next object may begin; returns the line that is malformed. */
  private long recover() throws IOException {
    if (parser != null) {
      ByteArrayOutputStream notParsed = new ByteArrayOutputStream();
      parser.releaseBuffered(notParsed);
      input.back(notParsed.size());
      parser.close();
      parser = null;
    }
    long malformedLine = input.lineNumber();
    try {
      input.goToNextObject(objectLine);
    } catch (EOFException | ZipException e) {
      // What is malformed is told; that nothing more can be read is told next.
      input.failLater(e);
    }
    return malformedLine;
  }

  @Override
  public void close() throws IOException {
    input.close();
  }

  /** Counts lines, and can go back a little. */
  private static final class Input extends InputStream {

    private static final int BUFFER = 1 << 14;

    private final InputStream bytes;
    private final byte[] buffer = new byte[BUFFER];
    private int position;
    private int limit;
    private long linesBefore;
    private @Nullable IOException failure;

    private Input(InputStream bytes) {
      this.bytes = bytes;
    }

    /** Line of the next byte, from 1. */
    private long lineNumber() {
      return 1 + linesBefore + newlines(position);
    }

    private long newlines(int end) {
      long newlines = 0;
      for (int i = 0; i < end; i++) {
        if (buffer[i] == '\n') {
          newlines++;
        }
      }
      return newlines;
    }

    /** Takes back bytes of the last read. */
    private void back(int count) {
      position -= count;
    }

    private void failLater(IOException cause) {
      failure = cause;
    }

    /** Goes to where an object may begin, behind the line where the last one began. */
    private void goToNextObject(long behindLine) throws IOException {
      while (position > 0 && buffer[position - 1] != '\n') {
        position--;
      }
      boolean lineStart = position > 0 && lineNumber() > behindLine;
      while (position < limit || fill()) {
        byte next = buffer[position];
        if (lineStart && next == '{') {
          return;
        }
        position++;
        if (lineStart && next == '}') {
          return;
        }
        lineStart = next == '\n';
      }
    }

    private boolean fill() throws IOException {
      if (failure != null) {
        throw failure;
      }
      linesBefore += newlines(limit);
      position = 0;
      limit = 0;
      limit = Math.max(0, bytes.read(buffer, 0, BUFFER));
      return limit > 0;
    }

    @Override
    public int read() throws IOException {
      return position < limit || fill() ? Byte.toUnsignedInt(buffer[position++]) : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (position == limit && !fill()) {
        return -1;
      }
      int count = Math.min(length, limit - position);
      System.arraycopy(buffer, position, target, offset, count);
      position += count;
      return count;
    }

    @Override
    public void close() throws IOException {
      bytes.close();
    }
  }
}
