package org.foresight.traces.formats;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.ImmutableLongArray;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.foresight.traces.JobFacts;
import org.foresight.traces.JobRequest;
import org.foresight.traces.NodePreference;
import org.foresight.traces.TraceFormatException;
import org.foresight.traces.TraceHeaderException;
import org.foresight.traces.TraceLimits;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadStage;
import org.jspecify.annotations.Nullable;

/**
 * Parses one line of our own trace format. A value that is not accepted is named with the path to
 * its field, such as {@code stages[1].parents[0]}.
 *
 * <p>Not thread-safe; for one line.
 */
final class JsonJobParser {

  private static final String TEXT = "a text";
  private static final String OBJECT = "an object";
  private static final String ARRAY = "an array";
  private static final double LARGEST_SLOWDOWN = 1000.0;

  private final TraceLine line;
  private final JsonParser json;
  private int tasks;

  /** What a line says. */
  record Stated(WorkloadJob job, JobFacts facts) {}

  private JsonJobParser(TraceLine line, JsonParser json) {
    this.line = line;
    this.json = json;
  }

  /**
   * The job of the line; null if it is the header, which is accepted on the first line.
   *
   * @throws TraceHeaderException if the line is a header of another version
   * @throws TraceFormatException if the line is malformed
   */
  static @Nullable Stated parse(JsonFactory factory, TraceLine line, boolean first) {
    // A line has each byte as one character.
    byte[] bytes = line.text().getBytes(StandardCharsets.ISO_8859_1);
    try (JsonParser json = factory.createParser(bytes)) {
      return new JsonJobParser(line, json).parse(first);
    } catch (JsonProcessingException e) {
      throw noJson(line, e.getOriginalMessage(), e);
    } catch (IOException e) {
      // Bytes that are no UTF-8: there is no input but the line.
      throw noJson(line, String.valueOf(e.getMessage()), e);
    }
  }

  private static TraceFormatException noJson(TraceLine line, String problem, IOException cause) {
    TraceFormatException exception =
        line.problem(
            "found no JSON in "
                + TraceFormatException.quote(line.text())
                + " ("
                + problem.lines().findFirst().orElse("")
                + "); accepted: an object of a job on each line.");
    exception.initCause(cause);
    return exception;
  }

  private @Nullable Stated parse(boolean first) throws IOException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw bad("the line", "the object of a job");
    }
    json.nextToken();
    boolean header =
        first
            && json.currentToken() == JsonToken.FIELD_NAME
            && json.currentName().equals(JsonFields.VERSION);
    Stated job = null;
    if (header) {
      try {
        parseHeader();
      } catch (TraceFormatException e) {
        throw new TraceHeaderException(e);
      }
    } else {
      job = parseJob();
    }
    if (json.nextToken() != null) {
      throw bad("after the object", "one object on each line");
    }
    return job;
  }

  private void parseHeader() throws IOException {
    json.nextToken();
    whole(JsonFields.VERSION, JsonFields.CURRENT_VERSION, JsonFields.CURRENT_VERSION);
    if (json.nextToken() != JsonToken.END_OBJECT) {
      throw unknownField("", JsonFields.VERSION);
    }
  }

  private Stated parseJob() throws IOException {
    String id = "job-" + line.number();
    long submitMillis = 0;
    String user = "";
    String name = "";
    String queue = Queues.DEFAULT;
    OptionalLong deadlineMillis = OptionalLong.empty();
    boolean gang = false;
    ImmutableList<WorkloadStage> stages = ImmutableList.of();
    NodePreference preference = NodePreference.NONE;
    FactFields facts = new FactFields();
    // The only stage of a job may stand in the job itself.
    StageFields only = new StageFields("");
    for (; json.currentToken() == JsonToken.FIELD_NAME; json.nextToken()) {
      String field = json.currentName();
      json.nextToken();
      switch (field) {
        case JsonFields.ID -> id = idText(field);
        case JsonFields.SUBMIT_MILLIS -> submitMillis = time(field);
        case JsonFields.USER -> user = text(field);
        case JsonFields.NAME -> name = text(field);
        case JsonFields.QUEUE -> queue = text(field);
        case JsonFields.DEADLINE_MILLIS -> deadlineMillis = OptionalLong.of(time(field));
        case JsonFields.GANG -> gang = bool(field);
        case JsonFields.STAGES -> stages = stages(field);
        case JsonFields.PREFERENCE -> preference = preference(field);
        default -> {
          if (field.equals(JsonFields.PARENTS) || !(facts.parse(field) || only.parse(field, 0))) {
            throw unknownField(
                field,
                "id, submitMillis, user, name, queue, deadlineMillis, gang, preference, group, type,"
                    + " priority, slots, requestedMillis, endMillis, status, and either stages or taskMillis, tasks, demand and partition");
          }
        }
      }
    }
    if (!stages.isEmpty() && only.begun) {
      throw line.problem(
          "field "
              + JsonFields.STAGES
              + ": found beside fields of a stage in the job itself; accepted: either of them.");
    }
    return new Stated(
        new WorkloadJob(
            id,
            submitMillis,
            user,
            name,
            queue,
            deadlineMillis,
            gang,
            stages.isEmpty() ? ImmutableList.of(only.stage()) : stages,
            preference,
            facts.request()),
        facts.facts(submitMillis));
  }

  /** How the job was submitted and what became of it, while its fields are read. */
  private final class FactFields {
    private Optional<String> group = Optional.empty();
    private Optional<String> type = Optional.empty();
    private OptionalInt priority = OptionalInt.empty();
    private OptionalLong slots = OptionalLong.empty();
    private OptionalLong requestedMillis = OptionalLong.empty();
    private OptionalLong endMillis = OptionalLong.empty();
    private JobFacts.Status status = JobFacts.Status.COMPLETED;

    /** Whether it is one of these fields; then it is parsed. */
    boolean parse(String field) throws IOException {
      switch (field) {
        case JsonFields.GROUP -> group = Optional.of(text(field));
        case JsonFields.TYPE -> type = Optional.of(text(field));
        case JsonFields.PRIORITY ->
            priority = OptionalInt.of((int) whole(field, Integer.MIN_VALUE, Integer.MAX_VALUE));
        case JsonFields.SLOTS -> slots = OptionalLong.of(whole(field, 1, TraceLimits.DEMAND));
        case JsonFields.REQUESTED_MILLIS ->
            requestedMillis = OptionalLong.of(whole(field, 1, TraceLimits.TASK_MILLIS));
        case JsonFields.END_MILLIS -> endMillis = OptionalLong.of(time(field));
        case JsonFields.STATUS -> status = status(field);
        default -> {
          return false;
        }
      }
      return true;
    }

    JobFacts facts(long submitMillis) {
      if (endMillis.isPresent() && endMillis.getAsLong() < submitMillis) {
        throw line.badField(
            "field " + JsonFields.END_MILLIS,
            String.valueOf(endMillis.getAsLong()),
            "a time that is not before submitMillis, " + submitMillis);
      }
      return new JobFacts(endMillis, status);
    }

    JobRequest request() {
      return new JobRequest(group, type, priority, slots, requestedMillis);
    }
  }

  private JobFacts.Status status(String path) throws IOException {
    String found = text(path);
    for (JobFacts.Status status : JobFacts.Status.values()) {
      if (statusText(status).equals(found)) {
        return status;
      }
    }
    throw bad("field " + path, "completed, failed, cancelled or unfinished");
  }

  /** How a status is written. */
  static String statusText(JobFacts.Status status) {
    return status.name().toLowerCase(Locale.ROOT);
  }

  private ImmutableList<WorkloadStage> stages(String path) throws IOException {
    require(JsonToken.START_ARRAY, path, "an array of at least one stage");
    List<WorkloadStage> stages = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      String stagePath = path + "[" + stages.size() + "]";
      require(JsonToken.START_OBJECT, stagePath, OBJECT);
      StageFields stage = new StageFields(stagePath + ".");
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String field = json.currentName();
        json.nextToken();
        if (!stage.parse(field, stages.size())) {
          throw unknownField(
              stagePath + "." + field, "taskMillis, tasks, parents, demand, partition");
        }
      }
      stages.add(stage.stage());
    }
    if (stages.isEmpty()) {
      throw line.badField("field " + path, "[]", "an array of at least one stage");
    }
    return ImmutableList.copyOf(stages);
  }

  /** What is known of a stage while its fields are read. */
  private final class StageFields {
    private final String prefix;
    private boolean begun;
    private boolean same;
    private ImmutableLongArray taskMillis = ImmutableLongArray.of();
    private @Nullable Integer number;
    private ImmutableIntArray parents = ImmutableIntArray.of();
    private ImmutableSortedMap<String, Long> demand = WorkloadStage.ONE_SLOT;
    private String partition = "";

    StageFields(String prefix) {
      this.prefix = prefix;
    }

    /** Whether it is a field of a stage; then it is parsed. */
    boolean parse(String field, int stage) throws IOException {
      String path = prefix + field;
      switch (field) {
        case JsonFields.TASK_MILLIS -> {
          same = json.currentToken() != JsonToken.START_ARRAY;
          taskMillis = same ? ImmutableLongArray.of(taskMillis(path)) : listedTasks(path);
        }
        case JsonFields.TASKS -> number = (int) whole(path, 1, TraceLimits.TASKS);
        case JsonFields.PARENTS -> parents = parents(path, stage);
        case JsonFields.DEMAND -> demand = demand(path);
        case JsonFields.PARTITION -> partition = text(path);
        default -> {
          return false;
        }
      }
      begun = true;
      return true;
    }

    private ImmutableLongArray listedTasks(String path) throws IOException {
      ImmutableLongArray.Builder listed = ImmutableLongArray.builder();
      for (int i = 0; json.nextToken() != JsonToken.END_ARRAY; i++) {
        listed.add(taskMillis(path + "[" + i + "]"));
        requireTasks(path, tasks + i + 1L);
      }
      return listed.build();
    }

    private long taskMillis(String path) throws IOException {
      return whole(path, 1, TraceLimits.TASK_MILLIS);
    }

    private void requireTasks(String path, long sum) {
      if (sum > TraceLimits.TASKS) {
        throw line.problem(
            "field "
                + path
                + ": found more than "
                + TraceLimits.TASKS
                + " tasks; accepted: at most so many in a job.");
      }
    }

    WorkloadStage stage() {
      String path = prefix + JsonFields.TASK_MILLIS;
      if (taskMillis.isEmpty()) {
        throw line.problem(
            "field "
                + path
                + ": found no task; accepted: an array of the runtime of each task, or one runtime"
                + " and the number of tasks.");
      }
      if (same) {
        int repeated = number == null ? 1 : number;
        requireTasks(path, (long) tasks + repeated);
        taskMillis = EqualTasks.of(repeated, taskMillis.get(0));
      } else if (number != null && number != taskMillis.length()) {
        throw line.badField(
            "field " + prefix + JsonFields.TASKS,
            number.toString(),
            "the number of runtimes listed, which is "
                + taskMillis.length()
                + ", or no such field");
      }
      tasks += taskMillis.length();
      return new WorkloadStage(taskMillis, parents, demand, partition);
    }
  }

  private ImmutableIntArray parents(String path, int stage) throws IOException {
    require(JsonToken.START_ARRAY, path, ARRAY);
    ImmutableIntArray.Builder parents = ImmutableIntArray.builder();
    for (int i = 0; json.nextToken() != JsonToken.END_ARRAY; i++) {
      String parentPath = path + "[" + i + "]";
      if (stage == 0) {
        throw bad("field " + parentPath, "no parents of the first stage");
      }
      parents.add((int) whole(parentPath, 0, stage - 1L));
    }
    return parents.build();
  }

  private ImmutableSortedMap<String, Long> demand(String path) throws IOException {
    require(JsonToken.START_OBJECT, path, OBJECT);
    ImmutableSortedMap.Builder<String, Long> demand = ImmutableSortedMap.naturalOrder();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String resource = json.currentName();
      json.nextToken();
      demand.put(resource, whole(path + "." + resource, 0, TraceLimits.DEMAND));
    }
    return demand.buildOrThrow();
  }

  private NodePreference preference(String path) throws IOException {
    require(JsonToken.START_OBJECT, path, OBJECT);
    ImmutableSet<String> nodeClasses = null;
    double slowdownElsewhere = Double.NaN;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String field = json.currentName();
      String fieldPath = path + "." + field;
      json.nextToken();
      switch (field) {
        case JsonFields.NODE_CLASSES -> nodeClasses = texts(fieldPath);
        case JsonFields.SLOWDOWN_ELSEWHERE -> slowdownElsewhere = slowdown(fieldPath);
        default -> throw unknownField(fieldPath, "nodeClasses and slowdownElsewhere");
      }
    }
    if (nodeClasses == null || Double.isNaN(slowdownElsewhere)) {
      throw line.problem(
          "field "
              + path
              + ": found not both fields; accepted: nodeClasses and slowdownElsewhere.");
    }
    return new NodePreference(nodeClasses, slowdownElsewhere);
  }

  private ImmutableSet<String> texts(String path) throws IOException {
    require(JsonToken.START_ARRAY, path, ARRAY);
    ImmutableSet.Builder<String> texts = ImmutableSet.builder();
    for (int i = 0; json.nextToken() != JsonToken.END_ARRAY; i++) {
      texts.add(text(path + "[" + i + "]"));
    }
    return texts.build();
  }

  private double slowdown(String path) throws IOException {
    if (json.currentToken() != null && json.currentToken().isNumeric()) {
      double value = json.getDoubleValue();
      if (value >= 1.0 && value <= LARGEST_SLOWDOWN) {
        return value;
      }
    }
    throw bad("field " + path, "a number from 1 to 1000");
  }

  private long time(String path) throws IOException {
    return whole(path, -TraceLimits.TIME_MILLIS, TraceLimits.TIME_MILLIS);
  }

  private long whole(String path, long min, long max) throws IOException {
    if (json.currentToken() == JsonToken.VALUE_NUMBER_INT
        && json.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
      long value = json.getLongValue();
      if (value >= min && value <= max) {
        return value;
      }
    }
    throw bad(
        "field " + path,
        min == max ? String.valueOf(min) : "a whole number from " + min + " to " + max);
  }

  private String idText(String path) throws IOException {
    String id = text(path);
    if (id.isEmpty()) {
      throw bad("field " + path, "a text that is not empty");
    }
    return id;
  }

  private String text(String path) throws IOException {
    require(JsonToken.VALUE_STRING, path, TEXT);
    return json.getText();
  }

  private boolean bool(String path) throws IOException {
    JsonToken token = json.currentToken();
    if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
      throw bad("field " + path, "true or false");
    }
    return token == JsonToken.VALUE_TRUE;
  }

  private void require(JsonToken token, String path, String accepted) throws IOException {
    if (json.currentToken() != token) {
      throw bad("field " + path, accepted);
    }
  }

  /** The token that the parser is at is not what is accepted there. */
  private TraceFormatException bad(String place, String accepted) throws IOException {
    String found = json.currentToken() == null ? "" : json.getText();
    return line.badField(place, found, accepted);
  }

  private TraceFormatException unknownField(String path, String accepted) {
    return line.problem(
        "found the unknown field "
            + TraceFormatException.quote(path)
            + "; accepted: "
            + accepted
            + ".");
  }
}
