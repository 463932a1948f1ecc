package org.foresight.traces.logs;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.foresight.traces.TraceFormatException;

/**
 * The files of an event log: one, or the parts of a log that Spark rolled over, in a directory
 * {@code eventlog_v2_…}.
 *
 * <p>Immutable.
 *
 * @param path the file or directory
 * @param files what is to be read, in that order
 * @param notes what is worth knowing of the choice
 */
record SparkLog(Path path, ImmutableList<Path> files, ImmutableList<String> notes) {

  private static final String ROLLING = "eventlog_v2_";
  private static final Pattern PART = Pattern.compile("events_(\\d{1,9})_.*");
  private static final String COMPACT = ".compact";

  private static final String ACCEPTED =
      "a Spark event log of JSON lines, plain or compressed by gzip.";

  private record Part(Path file, int index, boolean compact) {}

  /** The log of a file. */
  static SparkLog ofFile(Path file) {
    return new SparkLog(file, ImmutableList.of(file), ImmutableList.of());
  }

  /** Whether the directory holds the parts of one log. */
  static boolean isRolling(Path directory) {
    return String.valueOf(directory.getFileName()).startsWith(ROLLING);
  }

  /**
   * The log of a directory of parts. Where Spark compacted the first parts, the compact file stands
   * for them.
   */
  static SparkLog ofRolling(Path directory) throws IOException {
    List<Part> parts = new ArrayList<>();
    try (Stream<Path> found = Files.list(directory)) {
      found.forEach(
          file -> {
            String name = String.valueOf(file.getFileName());
            Matcher matcher = PART.matcher(name);
            if (matcher.matches()) {
              parts.add(new Part(file, Integer.parseInt(matcher.group(1)), name.endsWith(COMPACT)));
            }
          });
    }
    int compacted = parts.stream().filter(Part::compact).mapToInt(Part::index).max().orElse(0);
    parts.removeIf(
        part -> part.index() < compacted || (part.index() == compacted && !part.compact()));
    parts.sort(Comparator.comparingInt(Part::index));
    ImmutableList.Builder<Path> files = ImmutableList.builder();
    ImmutableList.Builder<String> notes = ImmutableList.builder();
    if (compacted > 0) {
      notes.add("the parts up to " + compacted + " were compacted by Spark, which dropped events.");
    }
    int expected = Math.max(1, compacted);
    for (Part part : parts) {
      if (part.index() != expected) {
        notes.add("the parts " + expected + " to " + (part.index() - 1) + " are missing.");
      }
      expected = part.index() + 1;
      files.add(part.file());
    }
    return new SparkLog(directory, files.build(), notes.build());
  }

  /**
   * Lets the application take the events.
   *
   * @param wholly whether to read all of it, or only up to the start of the application
   * @throws TraceFormatException if a problem ends the reading
   */
  SparkApplication read(boolean wholly, LogFindings findings) throws IOException {
    SparkApplication application = new SparkApplication(path);
    notes.forEach(note -> findings.note(path, note));
    for (Path file : files) {
      if (wholly || !application.isStarted()) {
        read(file, application, wholly, findings);
      }
    }
    return application;
  }

  private static void read(
      Path file, SparkApplication application, boolean wholly, LogFindings findings)
      throws IOException {
    JsonLines lines;
    try {
      lines = JsonLines.open(file, ACCEPTED);
    } catch (TraceFormatException e) {
      findings.problem(e);
      return;
    }
    try (lines) {
      lines.forEach(
          SparkApplication.FIELDS,
          findings,
          event -> {
            application.accept(event);
            return wholly || !application.isStarted();
          });
    }
  }
}
