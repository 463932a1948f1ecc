package org.foresight.traces;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a text file, plain or compressed by gzip (told by its first bytes, not by its name).
 * A line is bounded, so that a file that is no text cannot exhaust the memory.
 *
 * <p>Not thread-safe.
 */
final class TraceLines implements AutoCloseable {

  private static final int LONGEST_LINE = 10_000;
  private static final String ACCEPTED = "a text file, plain or compressed by gzip.";

  private final Path file;
  private final BufferedReader reader;
  private long lineNumber;

  private TraceLines(Path file, BufferedReader reader) {
    this.file = file;
    this.reader = reader;
  }

  /**
   * Opens the file.
   *
   * @throws TraceFormatException if there is no such file, or it is a directory, empty or a damaged
   *     gzip file
   * @throws IOException if the file cannot be read for another reason
   */
  static TraceLines open(Path file) throws IOException {
    // Latin-1 decodes any byte: headers of old traces hold names in more than one encoding.
    return new TraceLines(
        file,
        new BufferedReader(
            new InputStreamReader(TraceBytes.open(file, ACCEPTED), StandardCharsets.ISO_8859_1)));
  }

  /** The next line without its end; null at the end of the file. */
  @Nullable String next() throws IOException {
    lineNumber++;
    try {
      return readLine();
    } catch (EOFException | ZipException e) {
      throw TraceBytes.damagedGzip(file, lineNumber, e);
    }
  }

  private @Nullable String readLine() throws IOException {
    int c = reader.read();
    if (c == -1) {
      return null;
    }
    StringBuilder line = new StringBuilder();
    while (c != -1 && c != '\n') {
      if (c < ' ' && c != '\t' && c != '\r') {
        throw new TraceFormatException(
            file,
            lineNumber,
            String.format("found the byte 0x%02x, this is no text; accepted: %s", c, ACCEPTED));
      }
      if (line.length() == LONGEST_LINE) {
        throw new TraceFormatException(
            file,
            lineNumber,
            "the line is too long; accepted: at most " + LONGEST_LINE + " characters a line.");
      }
      line.append((char) c);
      c = reader.read();
    }
    return line.toString();
  }

  /** Number of the line that {@link #next} returned last, from 1. */
  long lineNumber() {
    return lineNumber;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
