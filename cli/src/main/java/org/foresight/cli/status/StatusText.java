package org.foresight.cli.status;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.Streams;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.foresight.cli.support.TextTable;
import org.foresight.predictor.Counts;

/** Says in words what a ResourceManager has answered. */
final class StatusText {

  private static final String UNKNOWN = "unknown";
  private static final String NOT_ASKED = "its application master, which asks for nothing now";
  private static final String NONE = "-";
  private static final String OFF = "off";

  private StatusText() {}

  /** Of one job everything. */
  static ImmutableList<String> explanation(JsonNode job) {
    ImmutableList.Builder<String> lines = ImmutableList.builder();
    lines.add(
        job.path("id").asText()
            + " ("
            + job.path("name").asText()
            + " of "
            + job.path("user").asText()
            + ", queue "
            + job.path("queue").asText()
            + ", "
            + job.path("mode").asText()
            + ")");
    JsonNode waiting = job.path("waiting");
    if (waiting.isObject()) {
      lines.add("Waits for: " + waiting.path("token").asText());
      lines.add("  " + waiting.path("text").asText());
      String detail = withoutPlan(job);
      if (!detail.isEmpty()) {
        lines.add("  " + detail);
      }
    } else {
      lines.add("Waits for: " + (isIdle(job) ? NOT_ASKED : "nothing"));
    }
    if (job.path("plan").isObject()) {
      lines.add(plan(job));
      lines.add("  " + job.at("/plan/detail").asText());
    }
    lines.add(
        "Tasks: "
            + job.path("runningTasks").asLong()
            + " run, "
            + job.path("pendingTasks").asLong()
            + " wait");
    stops(job)
        .forEach((why, tasks) -> lines.add("Told to end: " + Counts.of(tasks, "task"), "  " + why));
    if (job.path("deadlineMillis").isNumber()) {
      lines.add("Deadline: " + time(job.path("deadlineMillis")) + deadlineOutlook(job));
    }
    return lines.addAll(times(job)).build();
  }

  /** Why it waits, but for what the plan says, which has a line of its own. */
  private static String withoutPlan(JsonNode job) {
    String detail = job.at("/waiting/detail").asText();
    String plan = job.at("/plan/detail").asText();
    return !plan.isEmpty() && detail.endsWith(plan)
        ? detail.substring(0, detail.length() - plan.length()).strip()
        : detail;
  }

  /** What the plan is with it; of a queue in shadow mode, what it would be. */
  private static String plan(JsonNode job) {
    String rule = job.at("/plan/rule").asText();
    if (!job.path("mode").asText().equals("shadow")) {
      return "Plan: " + rule;
    }
    JsonNode start = job.path("plannedStartMillis");
    String what;
    if (job.path("pendingTasks").asLong() == 0) {
      what = "let it run";
    } else if (start.isNumber()) {
      what = "start tasks from " + time(start) + " on";
    } else {
      what = "let its tasks wait";
    }
    return "Foresight would: " + what + " (" + rule + ")";
  }

  /** Whether it has asked for nothing, as after a restart until its application master reports. */
  private static boolean isIdle(JsonNode job) {
    return job.path("runningTasks").asLong() == 0
        && job.path("pendingTasks").asLong() == 0
        && !job.path("plan").isObject();
  }

  /** How many of its tasks have been told to end, by the reason. */
  private static Map<String, Long> stops(JsonNode job) {
    return Streams.stream(job.path("stopping"))
        .collect(groupingBy(stop -> stop.path("detail").asText(), LinkedHashMap::new, counting()));
  }

  /** Whether it will be met, as far as that is known: the end of a sentence, or nothing. */
  private static String deadlineOutlook(JsonNode job) {
    long deadlineMillis = job.path("deadlineMillis").asLong();
    JsonNode finish = job.path("finish");
    if (isAfter(deadlineMillis, job.path("nowMillis"))) {
      return ", missed; the job runs on as best effort";
    }
    if (isAfter(deadlineMillis, job.path("startsAfterMillis"))
        || isAfter(deadlineMillis, finish.path("p50Millis"))) {
      return ", more likely missed than met; after it the job runs on as best effort";
    }
    return isAfter(deadlineMillis, finish.path("p90Millis")) ? ", which may be missed" : "";
  }

  private static boolean isAfter(long deadlineMillis, JsonNode millis) {
    return millis.isNumber() && millis.asLong() > deadlineMillis;
  }

  /** When it starts and ends. */
  static ImmutableList<String> times(JsonNode job) {
    return ImmutableList.of(
        "Start: " + start(job),
        "End: " + range(job.path("finish")),
        "Basis: " + job.path("basis").asText());
  }

  private static String start(JsonNode job) {
    if (job.path("startedMillis").isNumber()) {
      return "started " + time(job.path("startedMillis"));
    }
    if (job.path("startsAfterMillis").isNumber()) {
      return "later than " + time(job.path("startsAfterMillis"));
    }
    return range(job.path("start"));
  }

  private static String range(JsonNode range) {
    return range.isObject()
        ? "p50 " + time(range.path("p50Millis")) + ", p90 " + time(range.path("p90Millis"))
        : UNKNOWN;
  }

  private static String time(JsonNode millis) {
    return Instant.ofEpochMilli(millis.asLong()).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** How long such a job would run. */
  static ImmutableList<String> prediction(JsonNode answer) {
    if (!answer.path("known").asBoolean()) {
      String why = answer.path("reason").asText();
      return ImmutableList.of("Runtime: unknown" + (why.isEmpty() ? "" : ". " + why));
    }
    JsonNode runtime = answer.path("runtime");
    return ImmutableList.of(
        String.format(
            Locale.ROOT,
            "Runtime: p10 %.1f s, p50 %.1f s, p90 %.1f s",
            runtime.path("p10Millis").asLong() / 1000.0,
            runtime.path("p50Millis").asLong() / 1000.0,
            runtime.path("p90Millis").asLong() / 1000.0),
        String.format(
            Locale.ROOT,
            "Confidence: %s, from %s%s, %s",
            answer.path("confidence").isNumber()
                ? String.format(
                    Locale.ROOT, "%.0f %%", 100.0 * answer.path("confidence").asDouble())
                : "too few samples to say",
            answer.path("feature").asText(),
            answer.path("value").asText().isEmpty()
                ? ""
                : " (" + answer.path("value").asText() + ")",
            Counts.of(answer.path("samples").asLong(), "sample")));
  }

  /** A line for each queue. */
  static ImmutableList<String> queues(JsonNode answer) {
    List<List<String>> columns = columns("Queue", "Mode", "Jobs", "Tasks run", "wait", "Waits for");
    for (JsonNode queue : answer.path("queues")) {
      boolean isOff = queue.path("mode").asText().equals(OFF);
      row(
          columns,
          queue.path("path").asText(),
          queue.path("mode").asText(),
          isOff ? NONE : queue.path("jobs").asText(),
          isOff ? NONE : queue.path("runningTasks").asText(),
          isOff ? NONE : queue.path("pendingTasks").asText(),
          tokens(queue.path("waiting")));
    }
    return TextTable.lines(columns);
  }

  private static String tokens(JsonNode waiting) {
    List<String> tokens = new ArrayList<>();
    waiting
        .fields()
        .forEachRemaining(entry -> tokens.add(entry.getKey() + " " + entry.getValue().asText()));
    return tokens.isEmpty() ? NONE : String.join(", ", tokens);
  }

  /** A line for each job. */
  static ImmutableList<String> jobs(JsonNode answer) {
    List<List<String>> columns =
        columns("Application", "Name", "User", "Tasks run", "wait", "Waits for", "Start");
    for (JsonNode job : answer.path("jobs")) {
      if (job.path("visible").asBoolean()) {
        row(
            columns,
            job.path("id").asText(),
            job.path("name").asText(),
            job.path("user").asText(),
            job.path("runningTasks").asText(),
            job.path("pendingTasks").asText(),
            job.path("waiting").isObject() ? job.at("/waiting/token").asText() : NONE,
            start(job));
      } else {
        row(columns, job.path("id").asText(), "not visible to you", "", "", "", "", "");
      }
    }
    return TextTable.lines(columns);
  }

  private static List<List<String>> columns(String... titles) {
    List<List<String>> columns = new ArrayList<>();
    for (String title : titles) {
      columns.add(new ArrayList<>(List.of(title)));
    }
    return columns;
  }

  private static void row(List<List<String>> columns, String... cells) {
    for (int i = 0; i < cells.length; i++) {
      columns.get(i).add(cells[i]);
    }
  }
}
