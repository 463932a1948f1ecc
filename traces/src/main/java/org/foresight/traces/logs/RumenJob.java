package org.foresight.traces.logs;

import static com.google.common.collect.ImmutableMap.toImmutableMap;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.Arrays;
import java.util.OptionalLong;
import org.foresight.traces.TraceFormatException;
import org.foresight.traces.WorkloadStage;
import org.jspecify.annotations.Nullable;

/**
 * A job as an object of a Rumen trace states it.
 *
 * <p>Immutable.
 */
record RumenJob(
    JsonRecord object,
    String id,
    long submitMillis,
    String user,
    String name,
    String queue,
    LogEnd end,
    OptionalLong endMillis,
    ImmutableMap<String, String> properties,
    ImmutableList<JsonRecord> maps,
    ImmutableList<JsonRecord> reduces) {

  private static final String SUBMIT_TIME = "submitTime";
  private static final String FINISH_TIME = "finishTime";
  private static final String OUTCOME = "outcome";
  private static final String PROPERTIES = "jobProperties";

  /** What of the object is needed. */
  static final JsonFields FIELDS =
      JsonFields.of("jobID", "user", "jobName", "queue", OUTCOME, SUBMIT_TIME, FINISH_TIME)
          .and(JsonFields.of(MapReduceDemands.properties()), PROPERTIES)
          .and(
              JsonFields.of("taskID", "taskStatus")
                  .and(JsonFields.of("startTime", "finishTime", "result"), "attempts"),
              "mapTasks",
              "reduceTasks");

  /** What of the object tells {@link #submitMillis}. */
  static final JsonFields SUBMISSION = JsonFields.of(SUBMIT_TIME);

  /**
   * When the job was submitted, since 1970.
   *
   * @throws TraceFormatException if that is not stated
   */
  static long submitMillis(JsonRecord job) {
    return job.millis(SUBMIT_TIME);
  }

  /**
   * The job of an object.
   *
   * @throws TraceFormatException if the object is no job
   */
  static RumenJob of(JsonRecord object) {
    String user = object.textOrNull("user");
    String name = object.textOrNull("jobName");
    String queue = object.textOrNull("queue");
    return new RumenJob(
        object,
        object.text("jobID"),
        submitMillis(object),
        user == null ? LogJob.UNKNOWN_USER : user,
        name == null ? "" : name,
        queue == null ? LogJob.DEFAULT_QUEUE : queue,
        end(object),
        object.knownMillis(FINISH_TIME),
        properties(object),
        object.objects("mapTasks"),
        object.objects("reduceTasks"));
  }

  private static LogEnd end(JsonRecord object) {
    String outcome = object.textOrNull(OUTCOME);
    if ("FAILED".equals(outcome)) {
      return LogEnd.FAILED;
    }
    return "KILLED".equals(outcome) ? LogEnd.KILLED : LogEnd.ENDED;
  }

  private static ImmutableMap<String, String> properties(JsonRecord object) {
    if (!object.has(PROPERTIES)) {
      return ImmutableMap.of();
    }
    JsonRecord properties = object.object(PROPERTIES);
    return Arrays.stream(MapReduceDemands.properties())
        .filter(properties::has)
        .collect(toImmutableMap(property -> property, properties::text));
  }

  /**
   * The job with the tasks that can be used; null if no task succeeded, which is told.
   *
   * @throws TraceFormatException if a problem ends the reading
   */
  @Nullable LogJob toLogJob(LogFindings findings) {
    MapReduceTasks tasks = new MapReduceTasks();
    maps.forEach(task -> add(task, /* map= */ true, tasks, findings));
    reduces.forEach(task -> add(task, /* map= */ false, tasks, findings));
    ImmutableList<WorkloadStage> stages =
        tasks.stages(MapReduceDemands.of(object.file(), properties, findings));
    if (stages.isEmpty()) {
      findings.leftOut(end);
      findings.note(
          object.file(),
          object.position() + ": the job " + id + " is left out: no task succeeded.");
      return null;
    }
    return new LogJob(
        object.file(),
        id,
        submitMillis,
        user,
        name,
        queue,
        stages,
        LogJob.MAPREDUCE,
        end,
        endMillis);
  }

  private static void add(
      JsonRecord task, boolean map, MapReduceTasks tasks, LogFindings findings) {
    TraceFormatException problem = null;
    try {
      add(task, map, tasks, findings, task.objects("attempts"));
    } catch (TraceFormatException e) {
      problem = e;
    }
    if (problem != null) {
      findings.problem(problem);
    }
  }

  private static void add(
      JsonRecord task,
      boolean map,
      MapReduceTasks tasks,
      LogFindings findings,
      ImmutableList<JsonRecord> attempts) {
    JsonRecord successful = null;
    for (JsonRecord attempt : attempts) {
      if (successful == null && succeeded(attempt, "result")) {
        successful = attempt;
      } else {
        findings.unsuccessfulAttempts(1);
      }
    }
    if (successful != null) {
      // Unknown times are -1 or 0.
      tasks.add(
          map,
          TaskRuntimes.millis(
              task.position(),
              successful.place(),
              successful.millis("startTime"),
              successful.millis("finishTime")));
    } else if (succeeded(task, "taskStatus")) {
      throw task.problem("attempts", "an attempt with the result SUCCESS, as the task has");
    }
  }

  private static boolean succeeded(JsonRecord record, String field) {
    String result = record.textOrNull(field);
    return "SUCCESS".equals(result) || "SUCCEEDED".equals(result);
  }
}
