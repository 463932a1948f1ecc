package org.foresight.cli.predict;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.Writer;
import java.util.OptionalLong;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.StageOutcome;
import org.foresight.predictor.TaskVariation;
import org.foresight.predictor.store.HistoryRecord;

/**
 * Writes a history as JSON, one record a line, as docs/history.md describes it. What is not ASCII
 * is escaped, since half surrogate pairs, which names may have, are no UTF-8. Not thread-safe.
 */
final class HistoryLinesWriter {

  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private final Writer out;

  /** Writes the header. */
  HistoryLinesWriter(Writer out) throws IOException {
    this.out = out;
    line(json -> json.writeNumberField(HistoryFields.VERSION, HistoryFields.CURRENT_VERSION));
  }

  /** The fields of a line. */
  @FunctionalInterface
  private interface Fields {
    void write(JsonGenerator json) throws IOException;
  }

  private void line(Fields fields) throws IOException {
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
      json.writeStartObject();
      fields.write(json);
      json.writeEndObject();
    }
    out.write('\n');
  }

  void write(HistoryRecord record) throws IOException {
    line(json -> write(record.features(), record.outcome(), json));
  }

  private static void write(JobFeatures features, JobOutcome outcome, JsonGenerator json)
      throws IOException {
    json.writeStringField(HistoryFields.USER, features.user());
    json.writeStringField(HistoryFields.NAME, features.jobName());
    json.writeStringField(HistoryFields.QUEUE, features.queue());
    if (features.group().isPresent()) {
      json.writeStringField(HistoryFields.GROUP, features.group().get());
    }
    if (features.jobType().isPresent()) {
      json.writeStringField(HistoryFields.TYPE, features.jobType().get());
    }
    if (features.priority().isPresent()) {
      json.writeNumberField(HistoryFields.PRIORITY, features.priority().getAsInt());
    }
    write(HistoryFields.SLOTS, features.slots(), json);
    write(HistoryFields.REQUESTED_MILLIS, features.requestedMillis(), json);
    write(HistoryFields.SUBMIT_MILLIS, features.submitEpochMillis(), json);
    write(HistoryFields.END_MILLIS, outcome.endEpochMillis(), json);
    json.writeNumberField(HistoryFields.SPAN_MILLIS, outcome.spanMillis());
    json.writeNumberField(HistoryFields.WIDTH, outcome.width());
    json.writeNumberField(HistoryFields.WORK_MILLIS, outcome.workMillis());
    if (!outcome.stages().isEmpty()) {
      json.writeArrayFieldStart(HistoryFields.STAGES);
      for (StageOutcome stage : outcome.stages()) {
        json.writeStartObject();
        json.writeStringField(HistoryFields.NAME, stage.name());
        json.writeNumberField(HistoryFields.WIDTH, stage.width());
        json.writeNumberField(HistoryFields.LONGEST_MILLIS, stage.longestMillis());
        json.writeNumberField(HistoryFields.WORK_MILLIS, stage.workMillis());
        write(HistoryFields.MEMORY_ASKED_MB, stage.memoryAskedMb(), json);
        write(HistoryFields.MEMORY_USED_MB, stage.memoryUsedMb(), json);
        if (stage.variation().isPresent()) {
          write(stage.variation().get(), json);
        }
        json.writeEndObject();
      }
      json.writeEndArray();
    }
  }

  private static void write(TaskVariation variation, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart(HistoryFields.VARIATION);
    json.writeNumberField(HistoryFields.COV, variation.cov());
    json.writeNumberField(HistoryFields.FIRST_TASKS, variation.firstTasks());
    json.writeNumberField(HistoryFields.FIRST_MEAN_MILLIS, variation.firstMeanMillis());
    if (variation.foreseen().isPresent()) {
      TaskVariation.Foreseen foreseen = variation.foreseen().get();
      json.writeNumberField(HistoryFields.MEDIAN_MILLIS, foreseen.medianMillis());
      json.writeNumberField(HistoryFields.LOG_VARIANCE, foreseen.logVariance());
    }
    json.writeEndObject();
  }

  private static void write(String field, OptionalLong value, JsonGenerator json)
      throws IOException {
    if (value.isPresent()) {
      json.writeNumberField(field, value.getAsLong());
    }
  }
}
