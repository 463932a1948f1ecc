package org.foresight.traces.formats;

import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.foresight.traces.BadLines;
import org.foresight.traces.TraceFormatException;
import org.foresight.traces.TraceLines;

/** Tells the format of a trace. */
final class TraceDetector {

  private static final int HEAD_LINES = 20;
  private static final int HEAD_CHARACTERS = 1 << 16;
  private static final int SWF_FIELDS = 18;
  private static final int SWIM_FIELDS = 6;
  private static final int FIELDS_BEFORE_TASKS = 3;
  private static final Splitter BLANKS = Splitter.on(CharMatcher.whitespace()).omitEmptyStrings();
  private static final Splitter TABS = Splitter.on('\t').trimResults();
  private static final CharMatcher NUMBER = CharMatcher.anyOf("0123456789.eE+-");

  /** First line of the file that is not blank. */
  private final String first;

  /** The first lines. */
  private final String text;

  private TraceDetector(List<String> lines) {
    this.first = lines.get(0);
    this.text = String.join("\n", lines);
  }

  /** See {@link TraceFormat#detect}. */
  static TraceFormat detect(Path file) throws IOException {
    return Files.isDirectory(file) ? detectFolder(file) : detectFile(file);
  }

  /** Logs of applications come in folders of many, which hold other files, too. */
  private static TraceFormat detectFolder(Path folder) throws IOException {
    Optional<Path> log = Optional.empty();
    try (Stream<Path> found = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) found.sorted()::iterator) {
        String name = String.valueOf(file.getFileName());
        if (!Files.isRegularFile(file) || name.startsWith(".") || name.startsWith("_")) {
          continue;
        }
        if (TraceFormat.JHIST.isNameOf(TraceLines.nameWithoutGzip(file))) {
          return TraceFormat.JHIST;
        }
        if (log.isEmpty()) {
          log = Optional.of(file);
        }
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    if (log.isPresent() && new TraceDetector(head(log.get())).fits(TraceFormat.SPARK)) {
      return TraceFormat.SPARK;
    }
    throw new TraceFormatException(
        folder,
        "found a folder without logs"
            + log.map(file -> " (first file: " + file.getFileName() + ")").orElse("")
            + "; accepted: a file, a folder of MapReduce histories (*.jhist), or a folder of Spark"
            + " event logs.");
  }

  private static TraceFormat detectFile(Path file) throws IOException {
    TraceDetector detector = new TraceDetector(head(file));
    ImmutableList<TraceFormat> byContent = those(detector::fits);
    if (byContent.size() == 1) {
      return byContent.get(0);
    }
    String name = TraceLines.nameWithoutGzip(file);
    ImmutableList<TraceFormat> byName =
        those(
            format -> format.isNameOf(name) && (byContent.isEmpty() || byContent.contains(format)));
    if (byName.size() == 1) {
      return byName.get(0);
    }
    throw new TraceFormatException(
        file,
        (byContent.isEmpty() ? "the format is unknown; found " : "the format is not clear; found ")
            + TraceFormatException.quote(detector.first)
            + "; accepted: "
            + TraceFormat.listed()
            + ".");
  }

  private static ImmutableList<TraceFormat> those(Predicate<TraceFormat> condition) {
    return Arrays.stream(TraceFormat.values())
        .filter(condition)
        .collect(ImmutableList.toImmutableList());
  }

  private static List<String> head(Path file) throws IOException {
    List<String> head = new ArrayList<>();
    int characters = 0;
    try (TraceLines lines = TraceLines.open(file, TraceLines.LONG_LINES, BadLines.STRICT)) {
      while (head.size() < HEAD_LINES && characters < HEAD_CHARACTERS && needsMore(head)) {
        String line = lines.next();
        if (line == null) {
          break;
        }
        if (!line.isBlank()) {
          head.add(line.strip());
          characters += line.length();
        }
      }
    }
    if (head.isEmpty()) {
      throw new TraceFormatException(
          file, "found blank lines alone; accepted: " + TraceFormat.listed() + ".");
    }
    return head;
  }

  /** JSON may be spread over lines; other formats, some binary further on, show in their first. */
  private static boolean needsMore(List<String> head) {
    return head.isEmpty() || head.get(0).startsWith("{");
  }

  private boolean fits(TraceFormat format) {
    return switch (format) {
      case SWF -> isSwf();
      case TR -> isTaskList();
      case PHILLY -> first.equals(PhillyReader.HEADER);
      case SWIM -> isSwim();
      case JSON_LINES -> isJsonLines();
      case JHIST -> first.startsWith("Avro-");
      case RUMEN -> isRumen();
      case SPARK -> isSparkLog();
    };
  }

  private boolean isSwf() {
    List<String> fields = BLANKS.splitToList(first);
    return first.startsWith(";") || (fields.size() == SWF_FIELDS && areNumbers(fields));
  }

  private boolean isTaskList() {
    List<String> fields = BLANKS.splitToList(first);
    return fields.size() > FIELDS_BEFORE_TASKS
        && areNumbers(fields)
        && fields.get(1).equals(String.valueOf(fields.size() - FIELDS_BEFORE_TASKS));
  }

  private boolean isSwim() {
    List<String> fields = TABS.splitToList(first);
    return fields.size() == SWIM_FIELDS && areNumbers(fields.subList(1, SWIM_FIELDS));
  }

  private static boolean areNumbers(List<String> fields) {
    return fields.stream().allMatch(field -> !field.isEmpty() && NUMBER.matchesAllOf(field));
  }

  private boolean isJsonLines() {
    return isObject()
        && !isRumen()
        && !isSparkLog()
        && (hasField(JsonFields.VERSION) || hasField(JsonFields.TASK_MILLIS));
  }

  private boolean isRumen() {
    return isObject() && hasField("jobID");
  }

  private boolean isSparkLog() {
    return isObject() && first.contains("\"SparkListener");
  }

  private boolean isObject() {
    return first.startsWith("{");
  }

  private boolean hasField(String name) {
    return text.contains('"' + name + '"');
  }
}
