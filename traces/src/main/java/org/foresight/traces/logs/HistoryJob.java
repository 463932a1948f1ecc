package org.foresight.traces.logs;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.foresight.traces.TraceFormatException;
import org.foresight.traces.WorkloadStage;
import org.jspecify.annotations.Nullable;

/** Collects the events of one job of a MapReduce history. Not thread-safe. */
final class HistoryJob {

  /** What of the events is needed. */
  static final JsonFields FIELDS =
      JsonFields.of("type")
          .and(
              JsonFields.of(
                      "jobid",
                      "jobName",
                      "userName",
                      "submitTime",
                      "jobQueueName",
                      "taskid",
                      "attemptId",
                      "startTime",
                      "finishTime",
                      "successfulAttemptId")
                  .inEveryField(),
              "event");

  private static final long NEVER = -1;

  private static final class Attempt {
    private long startMillis = NEVER;
    private long finishMillis = NEVER;
    private @Nullable LogPosition finish;
    private boolean succeeded;
    private boolean failed;

    /** Where a successful one is said to have finished. */
    private LogPosition finishPosition() {
      return Objects.requireNonNull(finish);
    }
  }

  private static final class Task {
    private final Map<String, Attempt> attempts = new LinkedHashMap<>();
    private final boolean map;
    private @Nullable String successful;

    private Task(boolean map) {
      this.map = map;
    }

    private Attempt attempt(JsonRecord event) {
      return attempts.computeIfAbsent(event.text("attemptId"), id -> new Attempt());
    }

    /** The attempt that the history names as the successful one, else the first such. */
    private @Nullable Attempt successfulAttempt() {
      Attempt named = successful == null ? null : attempts.get(successful);
      if (named != null && named.succeeded) {
        return named;
      }
      return attempts.values().stream().filter(a -> a.succeeded).findFirst().orElse(null);
    }
  }

  private final Path file;
  private final Map<String, Task> tasks = new TreeMap<>();
  private @Nullable String jobId;
  private long submitMillis;
  private String user = LogJob.UNKNOWN_USER;
  private String name = "";
  private String queue = LogJob.DEFAULT_QUEUE;
  private LogEnd end = LogEnd.NONE;
  private OptionalLong endMillis = OptionalLong.empty();

  HistoryJob(Path file) {
    this.file = file;
  }

  /**
   * Takes an event. Events of other types are ignored.
   *
   * @throws TraceFormatException if the event lacks what it must have
   */
  void accept(JsonRecord record) {
    String type = record.text("type");
    switch (type) {
      case "JOB_SUBMITTED" -> submitted(event(record));
      case "JOB_QUEUE_CHANGED" -> queue = event(record).text("jobQueueName");
      case "JOB_FINISHED" -> ended(LogEnd.ENDED, record);
      case "JOB_FAILED", "JOB_ERROR" -> ended(LogEnd.FAILED, record);
      case "JOB_KILLED" -> ended(LogEnd.KILLED, record);
      case "MAP_ATTEMPT_STARTED", "REDUCE_ATTEMPT_STARTED" -> {
        JsonRecord event = event(record);
        long startMillis = event.millis("startTime");
        task(type, event).attempt(event).startMillis = startMillis;
      }
      case "MAP_ATTEMPT_FINISHED", "REDUCE_ATTEMPT_FINISHED" -> {
        JsonRecord event = event(record);
        long finishMillis = event.millis("finishTime");
        Attempt attempt = task(type, event).attempt(event);
        attempt.finishMillis = finishMillis;
        attempt.finish = record.position();
        attempt.succeeded = true;
      }
      case "MAP_ATTEMPT_FAILED",
          "REDUCE_ATTEMPT_FAILED",
          "MAP_ATTEMPT_KILLED",
          "REDUCE_ATTEMPT_KILLED" -> {
        JsonRecord event = event(record);
        Attempt attempt = task(type, event).attempt(event);
        // Also after success: a map whose output was lost with its node runs again.
        attempt.succeeded = false;
        attempt.failed = true;
      }
      case "TASK_FINISHED" -> {
        JsonRecord event = event(record);
        Task task = tasks.get(event.text("taskid"));
        if (task != null) {
          task.successful = event.textOrNull("successfulAttemptId");
        }
      }
      default -> {
        // Of no use here.
      }
    }
  }

  private static JsonRecord event(JsonRecord record) {
    return record.object("event").onlyObject();
  }

  private void ended(LogEnd how, JsonRecord record) {
    end = how;
    endMillis = event(record).knownMillis("finishTime");
  }

  private Task task(String eventType, JsonRecord event) {
    return tasks.computeIfAbsent(
        event.text("taskid"), id -> new Task(eventType.startsWith("MAP_")));
  }

  private void submitted(JsonRecord event) {
    String id = event.text("jobid");
    if (jobId != null && !jobId.equals(id)) {
      throw event.problem("jobid", "one job a file, here " + TraceFormatException.quote(jobId));
    }
    submitMillis = event.millis("submitTime");
    String statedUser = event.textOrNull("userName");
    user = statedUser == null ? user : statedUser;
    String statedName = event.textOrNull("jobName");
    name = statedName == null ? name : statedName;
    String statedQueue = event.textOrNull("jobQueueName");
    queue = statedQueue == null ? queue : statedQueue;
    jobId = id;
  }

  /** Whether the event of the submission came. */
  boolean isSubmitted() {
    return jobId != null;
  }

  /** When it was submitted, since 1970. */
  long submitMillis() {
    return submitMillis;
  }

  /**
   * The job, after its last event; null if it cannot be used, which is told.
   *
   * @throws TraceFormatException if a problem ends the reading
   */
  @Nullable LogJob toLogJob(LogFindings findings) throws IOException {
    if (jobId == null) {
      findings.problem(
          new TraceFormatException(
              file, "found no event JOB_SUBMITTED; accepted: the history of a job."));
      return null;
    }
    if (end == LogEnd.NONE) {
      findings.note(file, "the history has no end; the job was running, or the file is cut off.");
    }
    MapReduceTasks successful = new MapReduceTasks();
    for (Map.Entry<String, Task> task : tasks.entrySet()) {
      add(task.getKey(), task.getValue(), successful, findings);
    }
    ImmutableList<WorkloadStage> stages =
        successful.stages(JobConfiguration.demandsBeside(file, jobId, findings));
    if (stages.isEmpty()) {
      findings.leftOut(end);
      findings.note(file, "the job " + jobId + " is left out: no task succeeded.");
      return null;
    }
    return new LogJob(
        file, jobId, submitMillis, user, name, queue, stages, LogJob.MAPREDUCE, end, endMillis);
  }

  private void add(String taskId, Task task, MapReduceTasks successful, LogFindings findings) {
    Attempt attempt = task.successfulAttempt();
    findings.unsuccessfulAttempts(
        task.attempts.values().stream()
            .filter(other -> other.failed || (other.succeeded && other != attempt))
            .count());
    if (attempt == null) {
      return;
    }
    long runtimeMillis;
    try {
      runtimeMillis = runtimeMillis(taskId, attempt);
    } catch (TraceFormatException e) {
      findings.problem(e);
      return;
    }
    successful.add(task.map, runtimeMillis);
  }

  private static long runtimeMillis(String taskId, Attempt attempt) {
    String what = "task " + TraceFormatException.quote(taskId);
    LogPosition finish = attempt.finishPosition();
    if (attempt.startMillis == NEVER) {
      throw finish.problem(
          what
              + ": found no start of the attempt that finished; accepted: attempts that start"
              + " before they finish.");
    }
    return TaskRuntimes.millis(finish, what, attempt.startMillis, attempt.finishMillis);
  }
}
