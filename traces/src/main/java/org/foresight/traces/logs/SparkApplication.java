package org.foresight.traces.logs;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.foresight.traces.TraceFormatException;
import org.foresight.traces.WorkloadStage;
import org.jspecify.annotations.Nullable;

/** Collects the events of an attempt at a Spark application. Not thread-safe. */
final class SparkApplication {

  private static final String QUEUE = "spark.yarn.queue";
  private static final String USER = "user.name";
  private static final String PROFILE = "Resource Profile Id";
  private static final String PARENTS = "Parent IDs";
  private static final JsonFields STAGE = JsonFields.of("Stage ID", PARENTS, PROFILE);

  /** What of the events is needed. */
  static final JsonFields FIELDS =
      JsonFields.of(
              "Event",
              "App Name",
              "App ID",
              "Timestamp",
              "User",
              "Job ID",
              "Stage IDs",
              "Stage ID",
              "Stage Attempt ID",
              PROFILE)
          .and(SparkDemands.PROPERTIES.and(JsonFields.ALL, QUEUE), "Spark Properties")
          .and(JsonFields.of(USER), "System Properties")
          .and(SparkDemands.RESOURCES, "Executor Resource Requests", "Task Resource Requests")
          .and(STAGE, "Stage Infos", "Stage Info")
          .and(JsonFields.of("Reason"), "Task End Reason")
          .and(
              JsonFields.of(
                  "Index", "Partition ID", "Launch Time", "Finish Time", "Failed", "Killed"),
              "Task Info");

  private final Path file;
  private final SparkDemands demands = new SparkDemands();
  private final Map<Integer, SparkStage> stages = new TreeMap<>();
  private final Map<Integer, SparkJob> running = new HashMap<>();
  private final Set<SparkJob> lastEnded = new LinkedHashSet<>();
  private boolean started;
  private boolean ended;
  private OptionalLong endMillis = OptionalLong.empty();
  private @Nullable String id;
  private long startMillis;
  private @Nullable String user;
  private @Nullable String systemUser;
  private String name = "";
  private String queue = LogJob.DEFAULT_QUEUE;
  private long unsuccessfulAttempts;
  private boolean parentsMissing;

  /**
   * An application.
   *
   * @param file its log
   */
  SparkApplication(Path file) {
    this.file = file;
  }

  /**
   * Takes an event. Events of other types are ignored.
   *
   * @throws TraceFormatException if the event lacks what it must have
   */
  void accept(JsonRecord event) {
    switch (event.text("Event")) {
      case "SparkListenerApplicationStart" -> applicationStart(event);
      case "SparkListenerApplicationEnd" -> {
        ended = true;
        endMillis = event.knownMillis("Timestamp");
      }
      case "SparkListenerEnvironmentUpdate" -> environment(event);
      case "SparkListenerResourceProfileAdded" -> demands.acceptProfile(event);
      case "SparkListenerJobStart" -> jobStart(event);
      case "SparkListenerJobEnd" -> jobEnd(event);
      case "SparkListenerStageSubmitted", "SparkListenerStageCompleted" -> {
        JsonRecord info = event.object("Stage Info");
        describe(stage(info.index("Stage ID")), info);
      }
      case "SparkListenerTaskEnd" -> taskEnd(event);
      default -> {
        // Of no use here.
      }
    }
  }

  private void applicationStart(JsonRecord event) {
    String statedId = event.textOrNull("App ID");
    if (started) {
      throw event.problem("App ID", "one application a log");
    }
    String statedName = event.textOrNull("App Name");
    user = event.textOrNull("User");
    startMillis = event.millis("Timestamp");
    name = statedName == null ? name : statedName;
    id = statedId;
    started = true;
  }

  private void environment(JsonRecord event) {
    if (event.has("System Properties")) {
      systemUser = event.object("System Properties").textOrNull(USER);
    }
    if (event.has("Spark Properties")) {
      JsonRecord properties = event.object("Spark Properties");
      String statedQueue = properties.textOrNull(QUEUE);
      queue = statedQueue == null ? queue : statedQueue;
      demands.accept(properties);
    }
  }

  private void jobStart(JsonRecord event) {
    int jobId = event.index("Job ID");
    // Spark before 1.2 tells the ids only; the stages describe themselves as they start.
    ImmutableList<Integer> stageIds = event.indices("Stage IDs");
    ImmutableList<JsonRecord> infos = event.objects("Stage Infos");
    SparkJob job = new SparkJob(ImmutableSet.copyOf(lastEnded));
    running.put(jobId, job);
    for (int stageId : stageIds) {
      stages.computeIfAbsent(stageId, newId -> new SparkStage(job));
    }
    for (JsonRecord info : infos) {
      describe(stages.computeIfAbsent(info.index("Stage ID"), newId -> new SparkStage(job)), info);
    }
  }

  private void jobEnd(JsonRecord event) {
    SparkJob job = running.remove(event.index("Job ID"));
    if (job != null) {
      // Whoever waits for this job waits for those, too.
      lastEnded.removeAll(job.waitsFor());
      lastEnded.add(job);
    }
  }

  /** The stage; one whose job's event is missing stands for itself. */
  private SparkStage stage(int stageId) {
    return stages.computeIfAbsent(
        stageId, newId -> new SparkStage(new SparkJob(ImmutableSet.copyOf(lastEnded))));
  }

  private void describe(SparkStage stage, JsonRecord info) {
    int stageId = info.index("Stage ID");
    ImmutableList<Integer> parents = info.indices(PARENTS);
    if (parents.stream().anyMatch(parent -> parent >= stageId)) {
      throw info.problem(PARENTS, "ids less than that of the stage, " + stageId);
    }
    parentsMissing |= !info.has(PARENTS);
    stage.describe(parents, info.has(PROFILE) ? info.index(PROFILE) : 0);
  }

  private void taskEnd(JsonRecord event) {
    int stageId = event.index("Stage ID");
    int attempt = event.has("Stage Attempt ID") ? event.index("Stage Attempt ID") : 0;
    boolean success = event.object("Task End Reason").text("Reason").equals("Success");
    JsonRecord task = event.object("Task Info");
    if (!success || task.flag("Failed") || task.flag("Killed")) {
      unsuccessfulAttempts++;
      return;
    }
    long millis =
        TaskRuntimes.millis(
            event.position(), task.place(), task.millis("Launch Time"), task.millis("Finish Time"));
    // Unknown partitions are -1.
    long partition =
        task.has("Partition ID") ? task.whole("Partition ID", -1, Integer.MAX_VALUE) : -1;
    SparkStage stage = stage(stageId);
    boolean counts =
        partition >= 0
            ? stage.addByPartition(attempt, (int) partition, millis)
            : stage.addByIndex(attempt, task.index("Index"), millis);
    if (!counts) {
      unsuccessfulAttempts++;
    }
  }

  /** Whether the event of its start came. */
  boolean isStarted() {
    return started;
  }

  /** How it ended; a log does not say whether it succeeded. */
  LogEnd end() {
    return ended ? LogEnd.ENDED : LogEnd.NONE;
  }

  /** When it was started, since 1970. */
  long startMillis() {
    return startMillis;
  }

  /** Its id; a name of the log's where it states none. */
  String id() {
    if (id != null) {
      return id;
    }
    return String.valueOf(file.getFileName());
  }

  /**
   * The application with what is known of it, after its last event; null if it cannot be used,
   * which is told.
   *
   * @param submitMillis when it, in its first attempt, was submitted
   * @throws TraceFormatException if a problem ends the reading
   */
  @Nullable LogJob toLogJob(long submitMillis, LogFindings findings) {
    if (!started) {
      findings.problem(
          new TraceFormatException(
              file,
              "found no event SparkListenerApplicationStart; accepted: the event log of a Spark"
                  + " application."));
      return null;
    }
    if (!ended) {
      findings.note(
          file, "the log has no end; the application was running, or the file is cut off.");
    }
    if (parentsMissing) {
      findings.note(
          file,
          "the log does not state which stages wait for which, as before Spark 1.4; those of a"
              + " Spark job are taken not to.");
    }
    findings.unsuccessfulAttempts(unsuccessfulAttempts);
    ImmutableList<WorkloadStage> workloadStages = new SparkStages(stages, demands).toStages();
    if (workloadStages.isEmpty()) {
      findings.note(file, "no task of the application " + id() + " succeeded.");
      return null;
    }
    String anyUser = user == null ? systemUser : user;
    return new LogJob(
        file,
        id(),
        submitMillis,
        anyUser == null ? LogJob.UNKNOWN_USER : anyUser,
        name,
        queue,
        workloadStages,
        LogJob.SPARK,
        end(),
        endMillis);
  }
}
