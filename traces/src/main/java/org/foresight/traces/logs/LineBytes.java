package org.foresight.traces.logs;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Path;
import org.foresight.traces.TraceFormatException;

/**
 * The bytes of one line after another: the end of the line is the end of the stream, until {@link
 * #nextLine} goes on. Lines need not fit into memory, but are bounded.
 *
 * <p>Not thread-safe.
 */
final class LineBytes extends InputStream {

  private static final int BUFFER = 1 << 16;

  private final Path file;
  private final InputStream bytes;
  private final long longestLine;
  private final byte[] buffer = new byte[BUFFER];
  private int position;
  private int limit;
  private boolean lineEnded = true;
  private boolean cut;
  private long lineNumber;
  private long lineLength;

  LineBytes(Path file, InputStream bytes, long longestLine) {
    this.file = file;
    this.bytes = bytes;
    this.longestLine = longestLine;
  }

  /** Goes to the beginning of the next line; false if there is none. */
  boolean nextLine() throws IOException {
    skipLine();
    if (position == limit && !fill()) {
      return false;
    }
    lineEnded = false;
    lineLength = 0;
    lineNumber++;
    return true;
  }

  /** Goes to the end of the line, however long it is. */
  private void skipLine() throws IOException {
    while (!lineEnded) {
      if (position == limit && !fill()) {
        lineEnded = true;
        cut = true;
      } else {
        lineEnded = buffer[position] == '\n';
        position++;
      }
    }
  }

  /** Goes to the end of the line; whether that is the end of the file, without a line end. */
  boolean endsCut() throws IOException {
    skipLine();
    return cut;
  }

  /** Number of the line, from 1. */
  long lineNumber() {
    return lineNumber;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) == -1 ? -1 : Byte.toUnsignedInt(one[0]);
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (lineEnded) {
      return -1;
    }
    if (position == limit && !fill()) {
      lineEnded = true;
      cut = true;
      return -1;
    }
    int last = Math.min(limit, position + length);
    int end = position;
    while (end < last && buffer[end] != '\n') {
      end++;
    }
    int count = end - position;
    System.arraycopy(buffer, position, target, offset, count);
    position = end;
    if (end < last) {
      lineEnded = true;
      position++;
    }
    lineLength += count;
    if (lineLength > longestLine) {
      throw new TraceFormatException(
          file,
          lineNumber,
          "the line is too long; accepted: at most " + longestLine + " bytes a line.");
    }
    return count == 0 && lineEnded ? -1 : count;
  }

  /** All bytes behind the line, whether they are lines or not; to be read instead of this. */
  InputStream rest() throws IOException {
    skipLine();
    return new SequenceInputStream(
        new ByteArrayInputStream(buffer, position, limit - position), bytes);
  }

  private boolean fill() throws IOException {
    limit = Math.max(0, bytes.read(buffer, 0, BUFFER));
    position = 0;
    return limit > 0;
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }
}
