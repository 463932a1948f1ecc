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
 * A line is bounded, so that a file that is no text cannot exhaust the memory; lines of another
 * kind are bad ones.
 *
 * <p>Not thread-safe.
 */
public final class TraceLines implements AutoCloseable {

  /** Enough for the lines of formats with a few values a line. */
  public static final int SHORT_LINES = 10_000;

  /** Enough for lines that hold every task of a job, {@link TraceLimits#TASKS} of them. */
  public static final int LONG_LINES = 1 << 25;

  private static final String GZIP_ENDING = ".gz";
  private static final String ACCEPTED = "a text file, plain or compressed by gzip.";

  private final Path file;
  private final int longestLine;
  private final BadLines badLines;
  private final BufferedReader reader;
  private long lineNumber;

  private TraceLines(Path file, int longestLine, BadLines badLines, BufferedReader reader) {
    this.file = file;
    this.longestLine = longestLine;
    this.badLines = badLines;
    this.reader = reader;
  }

  /**
   * Opens the file.
   *
   * @param longestLine the most characters that a line may have
   * @param badLines told of every line that is too long or no text
   * @throws TraceFormatException if there is no such file, or it is a directory, empty or a damaged
   *     gzip file
   * @throws IOException if the file cannot be read for another reason
   */
  public static TraceLines open(Path file, int longestLine, BadLines badLines) throws IOException {
    // Latin-1 decodes any byte: headers of old traces hold names in more than one encoding.
    return new TraceLines(
        file,
        longestLine,
        badLines,
        new BufferedReader(
            new InputStreamReader(TraceBytes.open(file, ACCEPTED), StandardCharsets.ISO_8859_1)));
  }

  /** Name of the file without the ending of a compressed one. */
  public static String nameWithoutGzip(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.endsWith(GZIP_ENDING)
        ? name.substring(0, name.length() - GZIP_ENDING.length())
        : name;
  }

  /**
   * The next line that is good, without its end, each byte as one character; null at the end of the
   * file.
   *
   * @throws TraceFormatException if the gzip data is damaged, which no reading gets over, or if the
   *     handler of bad lines throws it
   */
  public @Nullable String next() throws IOException {
    while (true) {
      lineNumber++;
      try {
        return readLine();
      } catch (EOFException | ZipException e) {
        throw TraceBytes.damagedGzip(file, lineNumber, e);
      } catch (TraceFormatException e) {
        badLines.found(e);
        skipLine();
      }
    }
  }

  private void skipLine() throws IOException {
    try {
      int c = reader.read();
      while (c != -1 && c != '\n') {
        c = reader.read();
      }
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
      if (line.length() == longestLine) {
        throw new TraceFormatException(
            file,
            lineNumber,
            "the line is too long; accepted: at most " + longestLine + " characters a line.");
      }
      line.append((char) c);
      c = reader.read();
    }
    return line.toString();
  }

  /** Number of the line that {@link #next} returned last, from 1. */
  public long lineNumber() {
    return lineNumber;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
