package org.foresight.cli.predict;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;
import java.util.OptionalLong;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.predictor.StageOutcome;
import org.foresight.predictor.TaskVariation;
import org.foresight.predictor.store.HistoryRecord;
import org.foresight.traces.BadLines;
import org.foresight.traces.TraceFormatException;
import org.foresight.traces.TraceLines;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link HistoryLinesWriter} wrote. The records are learned in their order, which is
 * that in which they were learned before; each is scored by what is answered then.
 */
final class HistoryLinesReader implements PastRecords {

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private static final String HEADER =
      "{\"" + HistoryFields.VERSION + "\":" + HistoryFields.CURRENT_VERSION + "}";

  private static final ImmutableSet<String> FIELDS =
      ImmutableSet.of(
          HistoryFields.USER,
          HistoryFields.NAME,
          HistoryFields.QUEUE,
          HistoryFields.GROUP,
          HistoryFields.TYPE,
          HistoryFields.PRIORITY,
          HistoryFields.SLOTS,
          HistoryFields.REQUESTED_MILLIS,
          HistoryFields.SUBMIT_MILLIS,
          HistoryFields.END_MILLIS,
          HistoryFields.SPAN_MILLIS,
          HistoryFields.WIDTH,
          HistoryFields.WORK_MILLIS,
          HistoryFields.STAGES);

  private static final ImmutableSet<String> STAGE_FIELDS =
      ImmutableSet.of(
          HistoryFields.NAME,
          HistoryFields.WIDTH,
          HistoryFields.LONGEST_MILLIS,
          HistoryFields.WORK_MILLIS,
          HistoryFields.MEMORY_ASKED_MB,
          HistoryFields.MEMORY_USED_MB,
          HistoryFields.VARIATION);

  private static final ImmutableSet<String> VARIATION_FIELDS =
      ImmutableSet.of(
          HistoryFields.COV,
          HistoryFields.FIRST_TASKS,
          HistoryFields.FIRST_MEAN_MILLIS,
          HistoryFields.MEDIAN_MILLIS,
          HistoryFields.LOG_VARIANCE);

  private final Path file;
  private final TraceLines lines;
  private final BadLines badLines;

  private HistoryLinesReader(Path file, TraceLines lines, BadLines badLines) {
    this.file = file;
    this.lines = lines;
    this.badLines = badLines;
  }

  /**
   * Opens a file, plain or compressed by gzip.
   *
   * @throws TraceFormatException if it is missing, or does not begin with a header of this version
   * @throws IOException if it cannot be read
   */
  static PastRecords open(Path file, BadLines badLines) throws IOException {
    TraceLines lines = TraceLines.open(file, TraceLines.LONG_LINES, badLines);
    try {
      String first = lines.next();
      if (first == null || !first.replace(" ", "").strip().equals(HEADER)) {
        throw new TraceFormatException(
            file,
            1,
            "found "
                + TraceFormatException.quote(first == null ? "" : first)
                + "; accepted: "
                + HEADER
                + ".");
      }
      return new HistoryLinesReader(file, lines, badLines);
    } catch (IOException | RuntimeException e) {
      lines.close();
      throw e;
    }
  }

  @Override
  public void replay(RuntimePredictor predictor, Choice choice, ImportCounts counts)
      throws IOException, InterruptedException {
    for (String line = lines.next(); line != null; line = lines.next()) {
      HistoryRecord record = line.isBlank() ? null : record(line);
      if (record != null) {
        counts.addCompleted();
        if (choice.isNew(record)) {
          predictor.learn(record.features(), record.outcome());
        }
      }
    }
  }

  private @Nullable HistoryRecord record(String line) {
    try {
      return new Fields(object(line), "").record();
    } catch (TraceFormatException e) {
      badLines.found(e);
      return null;
    }
  }

  private JsonNode object(String line) {
    String problem;
    try {
      // A line has each byte as one character.
      JsonNode node = JSON.readTree(line.getBytes(StandardCharsets.ISO_8859_1));
      if (node.isObject()) {
        return node;
      }
      problem = "";
    } catch (JsonProcessingException e) {
      problem = " (" + e.getOriginalMessage().lines().findFirst().orElse("") + ")";
    } catch (IOException e) {
      // Bytes that are no UTF-8: there is no input but the line.
      problem = " (" + e.getMessage() + ")";
    }
    throw new TraceFormatException(
        file,
        lines.lineNumber(),
        "found "
            + TraceFormatException.quote(line)
            + problem
            + "; accepted: the JSON object of a record.");
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }

  /** The fields of an object of the line. */
  private final class Fields {
    private final JsonNode object;
    private final String path;

    /**
     * Of an object.
     *
     * @param path what its fields are called by before their names
     */
    Fields(JsonNode object, String path) {
      this.object = object;
      this.path = path;
    }

    HistoryRecord record() {
      requireKnown(FIELDS);
      JobFeatures.Builder features =
          JobFeatures.builder(
              text(HistoryFields.USER), text(HistoryFields.NAME), text(HistoryFields.QUEUE));
      optionalText(HistoryFields.GROUP).ifPresent(features::group);
      optionalText(HistoryFields.TYPE).ifPresent(features::jobType);
      if (object.has(HistoryFields.PRIORITY)) {
        features.priority(
            (int) whole(HistoryFields.PRIORITY, Integer.MIN_VALUE, Integer.MAX_VALUE));
      }
      optionalWhole(HistoryFields.SLOTS, 1).ifPresent(features::slots);
      optionalWhole(HistoryFields.REQUESTED_MILLIS, 1).ifPresent(features::requestedMillis);
      optionalWhole(HistoryFields.SUBMIT_MILLIS, Long.MIN_VALUE)
          .ifPresent(features::submitEpochMillis);
      return new HistoryRecord(
          features.build(),
          new JobOutcome(
              whole(HistoryFields.SPAN_MILLIS, 0, Long.MAX_VALUE),
              (int) whole(HistoryFields.WIDTH, 1, Integer.MAX_VALUE),
              whole(HistoryFields.WORK_MILLIS, 0, Long.MAX_VALUE),
              stages(),
              optionalWhole(HistoryFields.END_MILLIS, Long.MIN_VALUE)));
    }

    private ImmutableList<StageOutcome> stages() {
      if (!object.has(HistoryFields.STAGES)) {
        return ImmutableList.of();
      }
      JsonNode array = object.path(HistoryFields.STAGES);
      if (!array.isArray()) {
        throw bad(HistoryFields.STAGES, "an array of objects");
      }
      ImmutableList.Builder<StageOutcome> stages = ImmutableList.builder();
      for (int i = 0; i < array.size(); i++) {
        if (!array.get(i).isObject()) {
          throw bad(HistoryFields.STAGES, "an array of objects");
        }
        String stagePath = HistoryFields.STAGES + "[" + i + "].";
        stages.add(new Fields(array.get(i), stagePath).stage());
      }
      return stages.build();
    }

    private StageOutcome stage() {
      requireKnown(STAGE_FIELDS);
      int width = (int) whole(HistoryFields.WIDTH, 1, Integer.MAX_VALUE);
      return new StageOutcome(
          text(HistoryFields.NAME),
          width,
          whole(HistoryFields.LONGEST_MILLIS, 0, Long.MAX_VALUE),
          whole(HistoryFields.WORK_MILLIS, 0, Long.MAX_VALUE),
          optionalWhole(HistoryFields.MEMORY_ASKED_MB, Long.MIN_VALUE),
          optionalWhole(HistoryFields.MEMORY_USED_MB, Long.MIN_VALUE),
          variation(width));
    }

    private Optional<TaskVariation> variation(int width) {
      if (!object.has(HistoryFields.VARIATION)) {
        return Optional.empty();
      }
      JsonNode variation = object.path(HistoryFields.VARIATION);
      if (!variation.isObject()) {
        throw bad(HistoryFields.VARIATION, "an object");
      }
      String variationPath = path + HistoryFields.VARIATION + ".";
      return Optional.of(new Fields(variation, variationPath).taskVariation(width));
    }

    private TaskVariation taskVariation(int width) {
      requireKnown(VARIATION_FIELDS);
      boolean isForeseen =
          object.has(HistoryFields.MEDIAN_MILLIS) || object.has(HistoryFields.LOG_VARIANCE);
      return new TaskVariation(
          amount(HistoryFields.COV),
          (int) whole(HistoryFields.FIRST_TASKS, 1, width),
          amount(HistoryFields.FIRST_MEAN_MILLIS),
          isForeseen
              ? Optional.of(
                  new TaskVariation.Foreseen(
                      amount(HistoryFields.MEDIAN_MILLIS), amount(HistoryFields.LOG_VARIANCE)))
              : Optional.empty());
    }

    private double amount(String field) {
      JsonNode value = object.path(field);
      if (!value.isNumber() || !TaskVariation.isAmount(value.doubleValue())) {
        throw bad(field, "a finite number of at least 0");
      }
      return value.doubleValue();
    }

    private void requireKnown(ImmutableSet<String> known) {
      for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
        String name = names.next();
        if (!known.contains(name)) {
          throw new TraceFormatException(
              file,
              lines.lineNumber(),
              path
                  + TraceFormatException.quote(name)
                  + ": there is no such field; accepted: "
                  + String.join(", ", known)
                  + ".");
        }
      }
    }

    private String text(String field) {
      JsonNode value = object.path(field);
      if (!value.isTextual()) {
        throw bad(field, "a text");
      }
      return value.textValue();
    }

    private Optional<String> optionalText(String field) {
      return object.has(field) ? Optional.of(text(field)) : Optional.empty();
    }

    private long whole(String field, long min, long max) {
      JsonNode value = object.path(field);
      if (!value.isIntegralNumber()
          || !value.canConvertToLong()
          || value.longValue() < min
          || value.longValue() > max) {
        throw bad(field, "a whole number from " + min + " to " + max);
      }
      return value.longValue();
    }

    private OptionalLong optionalWhole(String field, long min) {
      return object.has(field)
          ? OptionalLong.of(whole(field, min, Long.MAX_VALUE))
          : OptionalLong.empty();
    }

    private TraceFormatException bad(String field, String accepted) {
      String found =
          object.has(field)
              ? "found " + TraceFormatException.quote(object.path(field).toString())
              : "there is no such field";
      return new TraceFormatException(
          file, lines.lineNumber(), path + field + ": " + found + "; accepted: " + accepted + ".");
    }
  }
}
