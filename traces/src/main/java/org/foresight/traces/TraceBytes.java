package org.foresight.traces;

import com.google.common.collect.ImmutableMap;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * The bytes of a trace file, plain or compressed by gzip. Compression is told by the first bytes of
 * the file, not by its name.
 */
public final class TraceBytes {

  private static final String GZIP = "\u001f\u008b";

  /** What files of other compressions begin with, each byte as one character. */
  private static final ImmutableMap<String, String> NOT_ACCEPTED =
      ImmutableMap.of(
          "(\u00b5/\u00fd", "Zstandard",
          "\u0004\"M\u0018", "LZ4",
          "LZ4Block", "LZ4",
          "\u0082SNAPPY", "Snappy",
          "ZV\u0000", "LZF",
          "ZV\u0001", "LZF",
          "BZh", "bzip2",
          "\u00fd7zXZ", "xz");

  private static final int LONGEST_MAGIC = 8;

  private TraceBytes() {}

  /**
   * Opens the file.
   *
   * @param accepted what kind of file is accepted, for people, such as {@code a text file, plain or
   *     compressed by gzip.}
   * @return the bytes, not compressed; where the gzip data is damaged further on, reading throws an
   *     {@link EOFException} or {@link ZipException}, see {@link #damagedGzip}
   * @throws TraceFormatException if there is no such file, or it is a directory, a pipe, empty,
   *     compressed otherwise or a damaged gzip file
   * @throws IOException if the file cannot be read for another reason
   */
  public static InputStream open(Path file, String accepted) throws IOException {
    if (Files.isDirectory(file)) {
      throw new TraceFormatException(file, "found a directory; accepted: " + accepted);
    }
    if (!Files.exists(file)) {
      throw new TraceFormatException(file, "there is no such file; accepted: " + accepted);
    }
    if (!Files.isRegularFile(file)) {
      // It is read more than once: first to see what it is.
      throw new TraceFormatException(file, "found a pipe or a device; accepted: " + accepted);
    }
    InputStream bytes = new BufferedInputStream(Files.newInputStream(file));
    try {
      return decompress(file, accepted, bytes);
    } catch (IOException | RuntimeException e) {
      bytes.close();
      throw e;
    }
  }

  private static InputStream decompress(Path file, String accepted, InputStream bytes)
      throws IOException {
    bytes.mark(LONGEST_MAGIC);
    byte[] head = new byte[LONGEST_MAGIC];
    int length = bytes.readNBytes(head, 0, LONGEST_MAGIC);
    bytes.reset();
    if (length == 0) {
      throw new TraceFormatException(file, "the file is empty; accepted: " + accepted);
    }
    String magic = new String(Arrays.copyOf(head, length), StandardCharsets.ISO_8859_1);
    for (Map.Entry<String, String> other : NOT_ACCEPTED.entrySet()) {
      if (magic.startsWith(other.getKey())) {
        throw new TraceFormatException(
            file, "the file is compressed by " + other.getValue() + "; accepted: " + accepted);
      }
    }
    if (!magic.startsWith(GZIP)) {
      return bytes;
    }
    try {
      return new GZIPInputStream(bytes);
    } catch (EOFException | ZipException e) {
      throw damagedGzip(file, 1, e);
    }
  }

  /**
   * The problem of a file whose gzip data turned out to be damaged.
   *
   * @param lineNumber of the line that was being read, from 1
   * @param cause what reading threw
   */
  public static TraceFormatException damagedGzip(Path file, long lineNumber, IOException cause) {
    return damagedGzip(file, "line", lineNumber, cause);
  }

  /**
   * The problem of a file, not of lines, whose gzip data turned out to be damaged.
   *
   * @param part what the file is made of, for people, such as {@code event}
   * @param number which of them was being read, from 1
   * @param cause what reading threw
   */
  public static TraceFormatException damagedGzip(
      Path file, String part, long number, IOException cause) {
    String problem =
        cause instanceof EOFException
            ? "the gzip data ends too early; accepted: a whole gzip file."
            : "the gzip data is damaged (" + cause.getMessage() + "); accepted: a whole gzip file.";
    TraceFormatException exception = new TraceFormatException(file, part, number, problem);
    exception.initCause(cause);
    return exception;
  }
}
