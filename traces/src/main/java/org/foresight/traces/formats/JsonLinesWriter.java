package org.foresight.traces.formats;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableLongArray;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.GZIPOutputStream;
import org.foresight.traces.JobFacts;
import org.foresight.traces.JobRequest;
import org.foresight.traces.JobStream;
import org.foresight.traces.NodePreference;
import org.foresight.traces.TraceLimits;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadSource;
import org.foresight.traces.WorkloadStage;

/**
 * Writes our own trace format: JSON, one job a line, as docs/trace-format.md describes it;
 * compressed by gzip where the name ends in {@code .gz}. The same jobs give the same bytes.
 *
 * <p>The file is there when it is finished, as a whole, and not before: until then it is beside it
 * under the same name with {@code .part} appended.
 *
 * <pre>{@code
 * try (JsonLinesWriter writer = JsonLinesWriter.create(file)) {
 *   writer.write(job);
 *   writer.finish();
 * }
 * }</pre>
 *
 * <p>Not thread-safe.
 */
public final class JsonLinesWriter implements AutoCloseable {

  // Text in ASCII, so that any name comes back as it was, and no terminal is in danger.
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private final Path file;
  private final Path part;
  private final JsonGenerator json;

  private JsonLinesWriter(Path file, Path part, JsonGenerator json) {
    this.file = file;
    this.part = part;
    this.json = json;
  }

  /**
   * Begins a file; one that is there stays as it is until the new one is finished.
   *
   * @throws IOException if it cannot be written
   */
  public static JsonLinesWriter create(Path file) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    OutputStream bytes = new BufferedOutputStream(Files.newOutputStream(part));
    try {
      OutputStream out =
          String.valueOf(file.getFileName()).endsWith(".gz") ? new GZIPOutputStream(bytes) : bytes;
      JsonLinesWriter writer = new JsonLinesWriter(file, part, JSON.createGenerator(out));
      writer.writeHeader();
      return writer;
    } catch (IOException | RuntimeException e) {
      bytes.close();
      Files.deleteIfExists(part);
      throw e;
    }
  }

  /**
   * Writes a whole workload, the jobs of its history first.
   *
   * @throws IOException if it cannot be read or written
   */
  public static void write(Path file, WorkloadSource workload) throws IOException {
    try (JsonLinesWriter writer = create(file)) {
      try (JobStream history = workload.history()) {
        writer.writeAll(history);
      }
      try (JobStream jobs = workload.jobs()) {
        writer.writeAll(jobs);
      }
      writer.finish();
    }
  }

  private void writeHeader() throws IOException {
    // What separates the lines is written here, not by the generator.
    json.setRootValueSeparator(null);
    json.writeStartObject();
    json.writeNumberField(JsonFields.VERSION, JsonFields.CURRENT_VERSION);
    endLine();
  }

  private void writeAll(JobStream jobs) throws IOException {
    while (jobs.hasNext()) {
      write(jobs.next());
    }
  }

  /**
   * Writes a job.
   *
   * @throws IllegalArgumentException if it is larger than what is read, see {@link TraceLimits}
   * @throws IOException if it cannot be written
   */
  public void write(WorkloadJob job) throws IOException {
    write(job, JobFacts.NONE);
  }

  /**
   * Writes a job with what became of it.
   *
   * @throws IllegalArgumentException if it is larger than what is read, see {@link TraceLimits}, or
   *     ends before its submission
   * @throws IOException if it cannot be written
   */
  public void write(WorkloadJob job, JobFacts facts) throws IOException {
    requireReadable(job);
    requireReadable(job, facts);
    json.writeStartObject();
    json.writeStringField(JsonFields.ID, job.id());
    json.writeNumberField(JsonFields.SUBMIT_MILLIS, job.submitMillis());
    json.writeStringField(JsonFields.USER, job.user());
    json.writeStringField(JsonFields.NAME, job.name());
    json.writeStringField(JsonFields.QUEUE, job.queue());
    if (job.deadlineMillis().isPresent()) {
      json.writeNumberField(JsonFields.DEADLINE_MILLIS, job.deadlineMillis().getAsLong());
    }
    if (job.gang()) {
      json.writeBooleanField(JsonFields.GANG, true);
    }
    writeStages(job.stages());
    if (!job.preference().equals(NodePreference.NONE)) {
      writePreference(job.preference());
    }
    writeRequest(job.request());
    writeFacts(facts);
    endLine();
  }

  private static void requireReadable(WorkloadJob job) {
    if (job.id().isEmpty()) {
      throw new IllegalArgumentException("The id of a job must not be empty.");
    }
    requireIn(job, "tasks", job.width(), 1, TraceLimits.TASKS);
    requireTime(job, "submitMillis", job.submitMillis());
    requireTime(job, "deadlineMillis", job.deadlineMillis().orElse(0));
    for (WorkloadStage stage : job.stages()) {
      requireIn(job, "taskMillis", stage.longestMillis(), 1, TraceLimits.TASK_MILLIS);
      stage
          .demand()
          .forEach((resource, amount) -> requireIn(job, resource, amount, 0, TraceLimits.DEMAND));
    }
  }

  private static void requireReadable(WorkloadJob job, JobFacts facts) {
    requireIn(job, JsonFields.SLOTS, job.request().slots().orElse(1), 1, TraceLimits.DEMAND);
    requireIn(
        job,
        JsonFields.REQUESTED_MILLIS,
        job.request().requestedMillis().orElse(1),
        1,
        TraceLimits.TASK_MILLIS);
    requireIn(
        job,
        JsonFields.END_MILLIS,
        facts.endMillis().orElse(job.submitMillis()),
        job.submitMillis(),
        TraceLimits.TIME_MILLIS);
  }

  private static void requireTime(WorkloadJob job, String name, long millis) {
    requireIn(job, name, millis, -TraceLimits.TIME_MILLIS, TraceLimits.TIME_MILLIS);
  }

  private static void requireIn(WorkloadJob job, String name, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "The "
              + name
              + " ("
              + value
              + ") of the job ("
              + job.id()
              + ") must be between "
              + min
              + " and "
              + max
              + ".");
    }
  }

  private void writeStages(ImmutableList<WorkloadStage> stages) throws IOException {
    if (stages.size() == 1) {
      writeStage(stages.get(0));
      return;
    }
    json.writeArrayFieldStart(JsonFields.STAGES);
    for (WorkloadStage stage : stages) {
      json.writeStartObject();
      writeStage(stage);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void writeStage(WorkloadStage stage) throws IOException {
    writeTasks(stage.taskMillis());
    if (!stage.parents().isEmpty()) {
      json.writeFieldName(JsonFields.PARENTS);
      json.writeArray(stage.parents().toArray(), 0, stage.parents().length());
    }
    if (!stage.demand().equals(WorkloadStage.ONE_SLOT)) {
      json.writeObjectFieldStart(JsonFields.DEMAND);
      for (var need : stage.demand().entrySet()) {
        json.writeNumberField(need.getKey(), need.getValue());
      }
      json.writeEndObject();
    }
    if (!stage.partition().isEmpty()) {
      json.writeStringField(JsonFields.PARTITION, stage.partition());
    }
  }

  private void writeTasks(ImmutableLongArray taskMillis) throws IOException {
    long first = taskMillis.get(0);
    if (taskMillis.length() > 1 && taskMillis.asList().stream().allMatch(t -> t == first)) {
      json.writeNumberField(JsonFields.TASKS, taskMillis.length());
      json.writeNumberField(JsonFields.TASK_MILLIS, first);
    } else {
      json.writeFieldName(JsonFields.TASK_MILLIS);
      json.writeArray(taskMillis.toArray(), 0, taskMillis.length());
    }
  }

  private void writePreference(NodePreference preference) throws IOException {
    json.writeObjectFieldStart(JsonFields.PREFERENCE);
    json.writeArrayFieldStart(JsonFields.NODE_CLASSES);
    for (String nodeClass : preference.nodeClasses()) {
      json.writeString(nodeClass);
    }
    json.writeEndArray();
    json.writeNumberField(JsonFields.SLOWDOWN_ELSEWHERE, preference.slowdownElsewhere());
    json.writeEndObject();
  }

  private void writeRequest(JobRequest request) throws IOException {
    if (request.group().isPresent()) {
      json.writeStringField(JsonFields.GROUP, request.group().get());
    }
    if (request.type().isPresent()) {
      json.writeStringField(JsonFields.TYPE, request.type().get());
    }
    if (request.priority().isPresent()) {
      json.writeNumberField(JsonFields.PRIORITY, request.priority().getAsInt());
    }
    if (request.slots().isPresent()) {
      json.writeNumberField(JsonFields.SLOTS, request.slots().getAsLong());
    }
    if (request.requestedMillis().isPresent()) {
      json.writeNumberField(JsonFields.REQUESTED_MILLIS, request.requestedMillis().getAsLong());
    }
  }

  private void writeFacts(JobFacts facts) throws IOException {
    if (facts.endMillis().isPresent()) {
      json.writeNumberField(JsonFields.END_MILLIS, facts.endMillis().getAsLong());
    }
    if (facts.status() != JobFacts.Status.COMPLETED) {
      json.writeStringField(JsonFields.STATUS, JsonJobParser.statusText(facts.status()));
    }
  }

  private void endLine() throws IOException {
    json.writeEndObject();
    json.writeRaw('\n');
  }

  /**
   * Puts the file in its place; nothing can be written after it.
   *
   * @throws IOException if it cannot be written
   */
  public void finish() throws IOException {
    json.close();
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Drops the file unless it is finished. */
  @Override
  public void close() throws IOException {
    try {
      json.close();
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
