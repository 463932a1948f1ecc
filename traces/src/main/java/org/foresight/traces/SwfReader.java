package org.foresight.traces;

import com.google.common.base.Ascii;
import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a trace in the Standard Workload Format job by job, in the order of the file. Plain files
 * and gzip files (of several members too) are told apart by their first bytes. Memory use does not
 * grow with the file.
 *
 * <pre>{@code
 * try (SwfReader reader = SwfReader.open(file)) {
 *   while (reader.hasNext()) {
 *     SwfJob job = reader.next();
 *   }
 * }
 * }</pre>
 *
 * <p>A line that is malformed is reported as a {@link TraceFormatException} that names file, line,
 * field, the value found and what is accepted; unless told otherwise the first one ends the
 * reading. Submit times may go backwards, as they do in some traces of the archive.
 *
 * <p>Not thread-safe.
 */
public final class SwfReader implements Iterator<SwfJob>, AutoCloseable {

  private static final Pattern HEADER_FIELD = Pattern.compile(";\\s{0,2}([A-Z]\\w*):\\s*(.*)");
  private static final Pattern LEADING_NUMBER = Pattern.compile("(-1|\\d{1,9})\\b.*");
  private static final Splitter BLANKS = Splitter.on(CharMatcher.whitespace()).omitEmptyStrings();
  private static final SwfField[] FIELDS = SwfField.values();

  private final Path file;
  private final TraceLines lines;
  private final BadLines badLines;
  private final SwfHeader header;
  private @Nullable SwfJob next;
  private long nextLineNumber;
  private long lineNumber;

  private SwfReader(Path file, TraceLines lines, BadLines badLines) throws IOException {
    this.file = file;
    this.lines = lines;
    this.badLines = badLines;
    Map<String, String> fields = new LinkedHashMap<>();
    OptionalInt maxProcs = OptionalInt.empty();
    OptionalInt maxNodes = OptionalInt.empty();
    String line = lines.next();
    while (line != null && isComment(line)) {
      Matcher matcher = HEADER_FIELD.matcher(line.strip());
      if (matcher.matches()) {
        String name = matcher.group(1);
        String text = matcher.group(2);
        fields.merge(name, text, (first, second) -> first + "\n" + second);
        if (Ascii.equalsIgnoreCase(name, "MaxProcs")) {
          maxProcs = machineSize(name, text);
        } else if (Ascii.equalsIgnoreCase(name, "MaxNodes")) {
          maxNodes = machineSize(name, text);
        }
      }
      line = lines.next();
    }
    this.header = new SwfHeader(ImmutableMap.copyOf(fields), maxProcs, maxNodes);
    this.next = firstJob(line);
    if (next == null) {
      throw new TraceFormatException(
          file, "the file has no jobs; accepted: at least one line of 18 fields.");
    }
  }

  /**
   * Opens a trace and reads it up to its first job. The first malformed line ends the reading.
   *
   * @throws TraceFormatException if the file is missing, a directory, empty, without jobs, no text,
   *     a damaged gzip file, or if its header or first job is malformed
   * @throws IOException if the file cannot be read for another reason
   */
  public static SwfReader open(Path file) throws IOException {
    return open(file, BadLines.STRICT);
  }

  /**
   * Opens a trace and reads it up to its first job.
   *
   * @param badLines told of every malformed line, of the header too
   * @throws TraceFormatException if the file is missing, a directory, empty, without jobs or a
   *     damaged gzip file
   * @throws IOException if the file cannot be read for another reason
   */
  public static SwfReader open(Path file, BadLines badLines) throws IOException {
    TraceLines lines = TraceLines.open(file, TraceLines.SHORT_LINES, badLines);
    try {
      return new SwfReader(file, lines, badLines);
    } catch (IOException | RuntimeException e) {
      lines.close();
      throw e;
    }
  }

  /** What the comments before the first job state. */
  public SwfHeader header() {
    return header;
  }

  @Override
  public boolean hasNext() {
    return next != null;
  }

  /**
   * The next job.
   *
   * @throws TraceFormatException if the line after this job is malformed and that ends the reading:
   *     the reader is one job ahead
   * @throws UncheckedIOException if the file cannot be read
   */
  @Override
  public SwfJob next() {
    SwfJob job = next;
    if (job == null) {
      throw new NoSuchElementException("The trace (" + file + ") has no more jobs.");
    }
    lineNumber = nextLineNumber;
    try {
      next = firstJob(lines.next());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return job;
  }

  /** The first job from this line on; null if there is none. */
  private @Nullable SwfJob firstJob(@Nullable String start) throws IOException {
    String line = start;
    while (line != null) {
      if (!isComment(line)) {
        try {
          SwfJob job = parse(line);
          nextLineNumber = lines.lineNumber();
          return job;
        } catch (TraceFormatException e) {
          badLines.found(e);
        }
      }
      line = lines.next();
    }
    return null;
  }

  /** Number of the line of the job that {@link #next} returned last, from 1. */
  public long lineNumber() {
    return lineNumber;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }

  private static boolean isComment(String line) {
    String text = line.strip();
    return text.isEmpty() || text.startsWith(";");
  }

  private OptionalInt machineSize(String name, String text) {
    Matcher matcher = LEADING_NUMBER.matcher(text);
    int size = matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
    if (size == 0) {
      badLines.found(
          new TraceFormatException(
              file,
              lines.lineNumber(),
              "header field "
                  + name
                  + ": found "
                  + TraceFormatException.quote(text)
                  + "; accepted: a whole number from 1 to 999999999, or -1 for unknown."));
    }
    return size > 0 ? OptionalInt.of(size) : OptionalInt.empty();
  }

  private SwfJob parse(String line) {
    List<String> texts = BLANKS.splitToList(line);
    if (texts.size() != FIELDS.length) {
      throw new TraceFormatException(
          file,
          lines.lineNumber(),
          "number of fields in "
              + TraceFormatException.quote(line.strip())
              + ": found "
              + texts.size()
              + "; accepted: "
              + FIELDS.length
              + " separated by blanks.");
    }
    long[] values = new long[FIELDS.length + 1];
    for (SwfField field : FIELDS) {
      values[field.position()] = parse(field, texts.get(field.position() - 1));
    }
    return new SwfJob(
        values[SwfField.JOB_NUMBER.position()],
        values[SwfField.SUBMIT_SECONDS.position()],
        values[SwfField.WAIT_SECONDS.position()],
        values[SwfField.RUN_SECONDS.position()],
        (int) values[SwfField.ALLOCATED_PROCESSORS.position()],
        (int) values[SwfField.REQUESTED_PROCESSORS.position()],
        values[SwfField.REQUESTED_SECONDS.position()],
        (int) values[SwfField.STATUS.position()],
        (int) values[SwfField.USER.position()],
        (int) values[SwfField.GROUP.position()],
        (int) values[SwfField.EXECUTABLE.position()],
        (int) values[SwfField.QUEUE.position()],
        (int) values[SwfField.PARTITION.position()]);
  }

  private long parse(SwfField field, String text) {
    try {
      return field.parse(text);
    } catch (NumberFormatException e) {
      TraceFormatException exception =
          new TraceFormatException(
              file,
              lines.lineNumber(),
              field.describe()
                  + ": found "
                  + TraceFormatException.quote(text)
                  + "; accepted: "
                  + field.accepted()
                  + ".");
      exception.initCause(e);
      throw exception;
    }
  }
}
