package org.foresight.yarn;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.base.Ascii;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Multimaps;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Predicate;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Preemption;
import org.foresight.planner.outlook.Outlook;
import org.foresight.planner.outlook.OutlookScore;
import org.foresight.planner.outlook.TimeRange;
import org.foresight.planner.outlook.Waiting;
import org.foresight.planner.outlook.WaitingReason;
import org.foresight.predictor.JobEstimate;

/**
 * The answers of the REST service, as docs/why-and-when.md describes them. What is unknown is null.
 */
final class StatusJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private StatusJson() {}

  /** How Foresight stands, without anything on single jobs. */
  static ObjectNode overview(StatusReport status, Optional<ShadowScore> shadow, long nowMillis) {
    ObjectNode overview = NODES.objectNode();
    overview.put("modes", status.modes().toString());
    overview.put("policy", status.policy());
    overview.put("nowMillis", nowMillis);
    ArrayNode planners = overview.putArray("planners");
    for (PlannerStatus planner : status.planners()) {
      ObjectNode said = planners.addObject();
      said.put("mode", planner.mode().text());
      said.put("inCharge", planner.isInCharge());
      said.put("planCounts", planner.isPlanCounted());
      said.put("failuresInARow", planner.failuresInARow());
      put(said, "planMillis", planner.lane().planMillis());
      put(said, "planAgeMillis", planner.ageMillis(nowMillis));
      said.put("plan", planner.lane().summary());
      said.put("jobs", planner.lane().jobs().size());
      said.set("waiting", waiting(planner.lane().jobs().values()));
      said.set("starts", score(planner.lane().score().starts()));
      said.set("finishes", score(planner.lane().score().finishes()));
    }
    shadow.ifPresent(score -> overview.put("shadow", score.text()));
    return overview;
  }

  private static ObjectNode score(OutlookScore.Part part) {
    ObjectNode score = NODES.objectNode();
    score.put("scored", part.scored());
    score.put("byP50", part.byP50());
    score.put("byP90", part.byP90());
    score.put("unknown", part.unknown());
    return score;
  }

  /** How many jobs wait, by the token of their reason. */
  private static ObjectNode waiting(Iterable<JobStatus> jobs) {
    Map<WaitingReason, Integer> counts = new EnumMap<>(WaitingReason.class);
    for (JobStatus job : jobs) {
      job.waiting().ifPresent(waiting -> counts.merge(waiting.reason(), 1, Integer::sum));
    }
    ObjectNode byToken = NODES.objectNode();
    counts.forEach((reason, count) -> byToken.put(reason.token(), count));
    return byToken;
  }

  /**
   * The jobs, in order of their submission.
   *
   * @param stops the containers of a job that have been told to end
   * @param maySee whether the caller may see a job; of others no more is said than that they exist
   * @param isFiltered whether not even that is said
   */
  static ObjectNode jobs(
      ImmutableList<JobStatus> jobs,
      Function<JobStatus, ImmutableList<Preemption>> stops,
      Predicate<JobStatus> maySee,
      boolean isFiltered) {
    ObjectNode answer = NODES.objectNode();
    ArrayNode list = answer.putArray("jobs");
    for (JobStatus job : jobs) {
      if (maySee.test(job)) {
        list.add(job(job, stops.apply(job)));
      } else if (!isFiltered) {
        list.addObject().put("id", job.id()).put("visible", false);
      }
    }
    return answer;
  }

  /**
   * A job.
   *
   * @param stops its containers that have been told to end
   */
  static ObjectNode job(JobStatus job, ImmutableList<Preemption> stops) {
    ObjectNode said = NODES.objectNode();
    said.put("id", job.id());
    said.put("visible", true);
    said.put("user", job.submitted().features().user());
    said.put("name", job.submitted().features().jobName());
    said.put("queue", job.queue());
    said.put("mode", job.mode().text());
    said.put("submitMillis", job.submitted().atMillis());
    put(said, "deadlineMillis", job.submitted().goal().deadlineMillis());
    said.put("runningTasks", job.runningTasks());
    said.put("pendingTasks", job.pendingTasks());
    ArrayNode stopping = said.putArray("stopping");
    for (Preemption stop : stops) {
      stopping
          .addObject()
          .put("container", stop.taskId())
          .put("for", stop.beneficiary())
          .put("detail", stop.reason().detail());
    }
    said.set("waiting", job.waiting().map(StatusJson::waiting).orElse(null));
    put(said, "plannedStartMillis", job.plannedMillis());
    said.set("plan", job.planned().map(planned -> plan(planned, job.heldTasks())).orElse(null));
    said.set("runtime", job.estimate().map(StatusJson::runtime).orElse(null));
    Optional<Outlook> outlook = job.outlook();
    put(said, "startedMillis", outlook.map(Outlook::startedMillis).orElse(OptionalLong.empty()));
    said.set("start", outlook.flatMap(Outlook::start).map(StatusJson::range).orElse(null));
    put(
        said,
        "startsAfterMillis",
        outlook.map(Outlook::startsAfterMillis).orElse(OptionalLong.empty()));
    said.set("finish", outlook.flatMap(Outlook::finish).map(StatusJson::range).orElse(null));
    said.put("basis", outlook.map(Outlook::basis).orElse("Unknown: no plan was made with it."));
    return said;
  }

  private static ObjectNode plan(PlannedJob planned, int heldTasks) {
    ObjectNode said = NODES.objectNode();
    said.put("rule", Ascii.toLowerCase(planned.reason().code().name()).replace('_', '-'));
    said.put("detail", planned.reason().detail());
    said.put("heldTasks", heldTasks);
    return said;
  }

  private static void put(ObjectNode node, String name, OptionalLong value) {
    if (value.isPresent()) {
      node.put(name, value.getAsLong());
    } else {
      node.putNull(name);
    }
  }

  private static void put(ObjectNode node, String name, OptionalDouble value) {
    if (value.isPresent()) {
      node.put(name, value.getAsDouble());
    } else {
      node.putNull(name);
    }
  }

  private static ObjectNode waiting(Waiting waiting) {
    ObjectNode said = NODES.objectNode();
    said.put("token", waiting.reason().token());
    said.put("tier", waiting.reason().tier());
    said.put("text", waiting.reason().text());
    said.put("detail", waiting.detail());
    return said;
  }

  private static ObjectNode range(TimeRange range) {
    ObjectNode said = NODES.objectNode();
    said.put("p50Millis", range.p50Millis());
    said.put("p90Millis", range.p90Millis());
    return said;
  }

  /**
   * Queues, with how many of their jobs wait for what.
   *
   * @param modes the queues to list, with their modes; of those that are off no job is counted
   */
  static ObjectNode queues(ImmutableSortedMap<String, Mode> modes, ImmutableList<JobStatus> jobs) {
    ImmutableListMultimap<String, JobStatus> byQueue = Multimaps.index(jobs, JobStatus::queue);
    ObjectNode answer = NODES.objectNode();
    ArrayNode list = answer.putArray("queues");
    modes.forEach(
        (path, mode) -> {
          // A job may still be known of a queue that has just been switched off.
          ImmutableList<JobStatus> inQueue =
              mode == Mode.OFF ? ImmutableList.of() : byQueue.get(path);
          ObjectNode queue = list.addObject();
          queue.put("path", path);
          queue.put("mode", mode.text());
          queue.put("jobs", inQueue.size());
          queue.put("runningTasks", inQueue.stream().mapToLong(JobStatus::runningTasks).sum());
          queue.put("pendingTasks", inQueue.stream().mapToLong(JobStatus::pendingTasks).sum());
          queue.set("waiting", waiting(inQueue));
        });
    return answer;
  }

  /** The modes of queues by their paths. */
  static ObjectNode modes(ImmutableSortedMap<String, Mode> modes) {
    ObjectNode byPath = NODES.objectNode();
    modes.forEach((path, mode) -> byPath.put(path, mode.text()));
    return byPath;
  }

  /** What is predicted of a job that need not exist. */
  static ObjectNode prediction(Optional<JobEstimate> estimate) {
    ObjectNode answer = NODES.objectNode();
    answer.put("known", estimate.isPresent());
    estimate.ifPresent(
        known -> {
          answer.set("runtime", runtime(known));
          put(answer, "confidence", known.statedConfidence());
          answer.put("tasks", known.meanWidth());
          answer.put("feature", known.basis().feature());
          answer.put("value", known.basis().value());
          answer.put("samples", known.basis().samples());
        });
    return answer;
  }

  /** What is predicted where that is not said. */
  static ObjectNode noPrediction(String why) {
    return prediction(Optional.empty()).put("reason", why);
  }

  /** How long it runs if all of its tasks run at once. */
  private static ObjectNode runtime(JobEstimate known) {
    ObjectNode runtime = NODES.objectNode();
    runtime.put("p10Millis", Math.round(known.span().quantile(0.1)));
    runtime.put("p50Millis", Math.round(known.span().quantile(0.5)));
    runtime.put("p90Millis", Math.round(known.span().quantile(0.9)));
    return runtime;
  }

  /**
   * What a restart would change.
   *
   * @param loaded the jar that runs, as far as it is known
   * @param fixed what is in force of the keys that need a restart
   */
  static ObjectNode plugin(Optional<PluginJar> loaded, ImmutableMap<String, String> fixed) {
    ObjectNode plugin = NODES.objectNode();
    plugin.put("jar", loaded.map(jar -> jar.file().toString()).orElse(null));
    plugin.put("version", loaded.flatMap(PluginJar::version).orElse(null));
    plugin.put("sha256", loaded.map(PluginJar::sha256).orElse(null));
    ObjectNode keys = plugin.putObject("restartKeys");
    fixed.forEach((key, value) -> keys.put(key, value));
    return plugin;
  }

  /**
   * What a refresh may change, but for modes.
   *
   * @param given what is set, by key; empty while no configuration has been accepted
   */
  static ObjectNode keys(Optional<ImmutableMap<String, String>> given) {
    ObjectNode answer = NODES.objectNode();
    answer.putNull("keys");
    given.ifPresent(
        values -> {
          ObjectNode keys = answer.putObject("keys");
          values.forEach((key, value) -> keys.put(key, value));
        });
    return answer;
  }

  /** Why there is no answer. */
  static ObjectNode problem(String message) {
    return NODES.objectNode().put("message", message);
  }
}
