package org.foresight.yarn;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static com.google.common.collect.ImmutableSortedMap.toImmutableSortedMap;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.base.Strings;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedMap;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.foresight.planner.outlook.Waiting;
import org.foresight.planner.outlook.WaitingReason;
import org.foresight.predictor.EstimateBasis;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.jspecify.annotations.Nullable;

/**
 * Answers what the web server is asked. It reads what was published with the last plan and takes
 * none of the scheduler's locks. For one request.
 */
final class ForesightWebService {
  static final String ROOT = "/ws/v1/foresight";

  /** Beside the ResourceManager's own pages. */
  static final String PAGE = "/cluster/foresight";

  private static final String JOBS = "/jobs";
  private static final String QUEUES = "/queues";

  /** Why a job may wait. */
  private static final ImmutableSet<String> TOKENS =
      Arrays.stream(WaitingReason.values()).map(WaitingReason::token).collect(toImmutableSet());

  private final ForesightScheduler scheduler;
  private final WebAccess access;
  private final UnaryOperator<@Nullable String> parameters;
  private final long nowMillis;

  /**
   * @param parameters the value of a parameter of the request, null where it is not given
   */
  ForesightWebService(
      ForesightScheduler scheduler,
      WebAccess access,
      UnaryOperator<@Nullable String> parameters,
      long nowMillis) {
    this.scheduler = scheduler;
    this.access = access;
    this.parameters = parameters;
    this.nowMillis = nowMillis;
  }

  /** Whether this service answers for a path. */
  static boolean covers(String path) {
    return path.equals(PAGE) || path.equals(ROOT) || path.startsWith(ROOT + "/");
  }

  WebAnswer answer(String path) {
    if (path.equals(PAGE)) {
      return WebAnswer.html(StatusPage.of(status(), job -> access.maySee(job.id()), nowMillis));
    }
    String below = path.substring(ROOT.length()).replaceFirst("/$", "");
    if (below.isEmpty()) {
      return WebAnswer.json(StatusJson.overview(status(), scheduler.shadowScore(), nowMillis));
    }
    if (below.equals(JOBS)) {
      return jobs();
    }
    if (below.startsWith(JOBS + "/")) {
      return job(below.substring(JOBS.length() + 1));
    }
    if (below.equals(QUEUES)) {
      return WebAnswer.json(StatusJson.queues(modes(queue -> true), scheduler.status().jobs()));
    }
    if (below.equals("/predict")) {
      return predict();
    }
    if (below.equals("/plugin")) {
      return WebAnswer.json(StatusJson.plugin(LoadedJar.get(), scheduler.fixedValues()));
    }
    if (below.equals("/keys")) {
      return access.mayAdminister()
          ? WebAnswer.json(StatusJson.keys(scheduler.refreshedValues()))
          : WebAnswer.problem(403, "Only who administers the cluster may see Foresight's keys.");
    }
    return WebAnswer.problem(
        404,
        "There is nothing at ("
            + path
            + "); there are "
            + ROOT
            + ", and below it jobs, jobs/{id}, queues, predict, plugin and keys.");
  }

  /** How it stands, for people, without queues that the caller may not see. */
  private StatusReport status() {
    StatusReport status = scheduler.status();
    return access.isFiltered() ? status.with(status.modes().only(this::maySeeQueue)) : status;
  }

  private WebAnswer jobs() {
    String queue = parameters.apply("queue");
    // One that the caller may not see is not told from one that there is not.
    Optional<String> path =
        Optional.ofNullable(queue).flatMap(scheduler::queuePath).filter(this::maySeeQueue);
    if (queue != null && path.isEmpty()) {
      return WebAnswer.problem(404, noQueue(queue));
    }
    String token = parameters.apply("token");
    if (token != null && !TOKENS.contains(token)) {
      return WebAnswer.problem(
          400, "There is no token (" + token + "); there are " + String.join(", ", TOKENS) + ".");
    }
    StatusReport status = scheduler.status();
    // Who asks for some of them would be told of each by its id in which queue it is, and why.
    boolean isOfAll = queue == null && token == null;
    ImmutableList<JobStatus> asked =
        status.jobs().stream()
            .filter(job -> path.isEmpty() || isAtOrBelow(job.queue(), path.get()))
            .filter(job -> token == null || job.waiting().stream().anyMatch(w -> is(w, token)))
            .filter(job -> isOfAll || access.maySee(job.id()))
            .sorted(Comparator.comparingLong(job -> job.submitted().atMillis()))
            .collect(toImmutableList());
    ObjectNode jobs =
        StatusJson.jobs(
            asked, status::stopsOf, job -> access.maySee(job.id()), access.isFiltered());
    path.ifPresent(
        asks -> jobs.set("modes", StatusJson.modes(modes(leaf -> isAtOrBelow(leaf, asks)))));
    return WebAnswer.json(jobs);
  }

  private String noQueue(String name) {
    ImmutableList<String> seen =
        queues().map(CSQueue::getQueuePath).filter(access::maySeeQueue).collect(toImmutableList());
    return "There is no queue ("
        + name
        + ")"
        + (seen.isEmpty()
            ? ""
            : "; the nearest are " + String.join(", ", NearestNames.ofQueues(name, seen)))
        + ". Name one by its full path, such as root.etl.";
  }

  /** The leaf queues that the caller may see, of those with such a path, each with its mode. */
  private ImmutableSortedMap<String, Mode> modes(Predicate<String> wanted) {
    return queues()
        .filter(AbstractLeafQueue.class::isInstance)
        .map(CSQueue::getQueuePath)
        .filter(wanted)
        .filter(access::maySeeQueue)
        .distinct()
        .collect(toImmutableSortedMap(Comparator.naturalOrder(), path -> path, scheduler::mode));
  }

  /** Whether the caller may see a queue, or one below it, by whose path it is known. */
  private boolean maySeeQueue(String path) {
    return access.maySeeQueue(path)
        || queues()
            .map(CSQueue::getQueuePath)
            .filter(below -> isAtOrBelow(below, path))
            .anyMatch(access::maySeeQueue);
  }

  private Stream<CSQueue> queues() {
    return scheduler.getCapacitySchedulerQueueManager().getQueues().values().stream();
  }

  private static boolean isAtOrBelow(String leaf, String path) {
    return leaf.equals(path) || leaf.startsWith(path + ".");
  }

  private static boolean is(Waiting waiting, String token) {
    return waiting.reason().token().equals(token);
  }

  private WebAnswer job(String id) {
    ApplicationId asked;
    try {
      asked = ApplicationId.fromString(id);
    } catch (IllegalArgumentException e) {
      return WebAnswer.problem(
          400, "(" + id + ") is not an application's id such as application_1700000000000_0001.");
    }
    RMApp app = scheduler.application(asked);
    if (app == null) {
      return WebAnswer.problem(404, "There is no application (" + id + ").");
    }
    if (!access.maySee(id)) {
      return WebAnswer.problem(403, "You may not see the application (" + id + ").");
    }
    if (app.isAppInCompletedStates()) { // The last plan may not know yet.
      return WebAnswer.problem(
          404, "The application (" + id + ") has ended: " + app.getState() + ".");
    }
    StatusReport status = scheduler.status();
    return status
        .job(asked.toString()) // Which may be written with fewer zeros.
        .map(job -> StatusJson.job(job, status.stopsOf(job)).put("nowMillis", nowMillis))
        .map(WebAnswer::json)
        .orElseGet(() -> WebAnswer.problem(404, whyUnknown(app)));
  }

  private String whyUnknown(RMApp app) {
    Mode mode = scheduler.queuePath(app.getQueue()).map(scheduler::mode).orElse(Mode.OFF);
    return "Nothing is said of the application ("
        + app.getApplicationId()
        + ") in the queue ("
        + app.getQueue()
        + "): "
        + (mode == Mode.OFF
            ? "the queue's mode is off."
            : "no plan has been made since it came; ask again in a moment.");
  }

  private WebAnswer predict() {
    String user = Strings.nullToEmpty(parameters.apply("user"));
    String name = Strings.nullToEmpty(parameters.apply("name"));
    String queue = Strings.nullToEmpty(parameters.apply("queue"));
    if (user.isEmpty() && name.isEmpty() && queue.isEmpty()) {
      return WebAnswer.problem(400, "Say at least one of user, name and queue.");
    }
    if (!access.mayAskAbout(user)) {
      return WebAnswer.problem(
          403, "You may ask about jobs of your own alone, not about those of (" + user + ").");
    }
    Optional<JobEstimate> estimate = scheduler.predict(new JobFeatures(user, name, queue));
    boolean isOfUser = estimate.map(JobEstimate::basis).filter(EstimateBasis::isOfUser).isPresent();
    return WebAnswer.json(
        isOfUser || access.mayAdminister()
            ? StatusJson.prediction(estimate)
            : StatusJson.noPrediction(
                "Too little is known of jobs of ("
                    + user
                    + "); what those of others tell is for who administers the cluster."));
  }
}
