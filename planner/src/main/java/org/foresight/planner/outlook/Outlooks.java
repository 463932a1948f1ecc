package org.foresight.planner.outlook;

import com.google.common.collect.ImmutableMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.FinishForecast;
import org.foresight.planner.HostClock;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.Remaining;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.predictor.Counts;
import org.foresight.predictor.EstimateBasis;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.RuntimeDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Says when jobs start and end, as ranges or not at all, and keeps the score of what it said first
 * of each.
 *
 * <p>A start is what the plan says, stretched as the last planned starts turned out to be; without
 * enough of those it is unknown. An end adds the runtime's quantiles to those of the start, which
 * is what they are if long waits and long runtimes come together, and else too late rather than too
 * early. What is unknown to the predictor, or beyond all that is known of such jobs, stays unknown.
 * The end of a job that has begun is what the policy believes of the rest of it, if it does, and
 * else what is known of such jobs that run for as long as it has.
 *
 * <p>Answers are by the host's clock as it is, but what is kept from plan to plan is by {@link
 * HostClock#steadyMillis}: a step of that clock makes no wait and no runtime longer or shorter.
 *
 * <p>Thread-safe.
 */
public final class Outlooks {

  /** A job of which nothing is heard any more is forgotten after this time. */
  private static final long FORGOTTEN_AFTER_MILLIS = 3_600_000;

  /** Less than this of what such jobs take is left: what is known is of other jobs. */
  private static final double OUTLIVED = 0.01;

  private static final String TOO_FEW =
      "Unknown: fewer than " + StartRecord.FLOOR + " planned starts have been seen to come.";

  private static final class Watched {
    /** By the time that passes evenly; empty until it has started. */
    OptionalLong startedMillis = OptionalLong.empty();

    /** Null until there is an answer. */
    @Nullable Outlook first;

    long firstMillis;
    OptionalLong firstPlannedMillis = OptionalLong.empty();

    /** By how much the clock had stepped that the first answer goes by. */
    long firstSteppedMillis;

    /** By the time that passes evenly. */
    long seenMillis;
  }

  private final Map<String, Watched> watched = new HashMap<>();
  private final StartRecord dueStarts = new StartRecord();
  private final StartRecord laterStarts = new StartRecord();
  private OutlookScore score = OutlookScore.NONE;

  /** Knows of no job yet. */
  public Outlooks() {}

  /**
   * The answers for all jobs of a plan.
   *
   * @param snapshot what the plan was made of
   * @param estimates what is known of the runtime of a job
   * @param beliefs how much longer a job takes that has begun, by what the policy believes of it
   * @param horizonMillis how far a plan looks ahead
   * @param steppedMillis by how much the clock that snapshot and plan go by had stepped, see {@link
   *     HostClock#steppedMillis}
   */
  public synchronized ImmutableMap<String, Outlook> planned(
      ClusterSnapshot snapshot,
      Plan plan,
      Function<String, Optional<JobEstimate>> estimates,
      Function<String, Optional<Remaining>> beliefs,
      long horizonMillis,
      long steppedMillis) {
    Map<String, PlannedJob> planned = new HashMap<>();
    plan.jobs().forEach(job -> planned.put(job.jobId(), job));
    long now = plan.madeAtMillis();
    long steadyNow = now - steppedMillis;
    ImmutableMap.Builder<String, Outlook> outlooks = ImmutableMap.builder();
    for (JobView job : snapshot.jobs()) {
      Watched known = watched.computeIfAbsent(job.id(), unseen -> new Watched());
      known.seenMillis = steadyNow;
      firstTaskMillis(job).ifPresent(atMillis -> started(known, atMillis - steppedMillis));
      PlannedJob said = planned.get(job.id());
      Optional<JobEstimate> estimate =
          job.goal().service() ? Optional.empty() : estimates.apply(job.id());
      Outlook outlook =
          known.startedMillis.isPresent()
              ? running(
                  job,
                  said,
                  estimate,
                  beliefs.apply(job.id()),
                  OptionalLong.of(known.startedMillis.getAsLong() + steppedMillis),
                  now)
              : pending(job, said, estimate, now, horizonMillis);
      outlooks.put(job.id(), outlook);
      if (known.first == null) {
        known.first = outlook;
        known.firstMillis = now;
        known.firstSteppedMillis = steppedMillis;
        known.firstPlannedMillis =
            said == null || hasNoStart(said) ? OptionalLong.empty() : said.startMillis();
      }
    }
    watched.values().removeIf(job -> steadyNow - job.seenMillis > FORGOTTEN_AFTER_MILLIS);
    return outlooks.buildKeepingLast();
  }

  /**
   * Something happened; of what was never planned nothing is scored.
   *
   * @param steppedMillis by how much the clock had stepped by then, see {@link
   *     HostClock#steppedMillis}
   */
  public synchronized void onEvent(ClusterEvent event, long steppedMillis) {
    if (event instanceof ClusterEvent.TaskStarted started) {
      Watched job = watched.get(started.jobId());
      if (job != null) {
        started(job, started.atMillis()); // Which is a time that passes evenly.
      }
    } else if (event instanceof ClusterEvent.JobFinished finished) {
      Watched job = watched.remove(finished.jobId());
      if (job != null && job.first != null && finished.succeeded()) {
        score =
            new OutlookScore(
                score.starts(),
                score
                    .finishes()
                    .with(
                        job.first.finish(),
                        finished.atMillis() - steppedMillis + job.firstSteppedMillis));
      }
    }
  }

  /** How well the first answers did. */
  public synchronized OutlookScore score() {
    return score;
  }

  private void started(Watched job, long steadyMillis) {
    if (job.startedMillis.isPresent()) {
      // A host that was restarted may hear of an older task after a younger one.
      job.startedMillis = OptionalLong.of(Math.min(steadyMillis, job.startedMillis.getAsLong()));
      return;
    }
    job.startedMillis = OptionalLong.of(steadyMillis);
    if (job.first == null) {
      return; // It ran before anything was said of it.
    }
    long atMillis = steadyMillis + job.firstSteppedMillis; // By the clock of the first answer.
    score = new OutlookScore(score.starts().with(job.first.start(), atMillis), score.finishes());
    if (job.firstPlannedMillis.isPresent()) {
      long plannedWaitMillis = Math.max(0, job.firstPlannedMillis.getAsLong() - job.firstMillis);
      record(plannedWaitMillis).add(plannedWaitMillis, atMillis - job.firstMillis);
    }
  }

  /** What is due waits for room as it comes, what is later for what the plan expects to end. */
  private StartRecord record(long plannedWaitMillis) {
    return plannedWaitMillis == 0 ? dueStarts : laterStarts;
  }

  private Outlook pending(
      JobView job,
      @Nullable PlannedJob planned,
      Optional<JobEstimate> estimate,
      long now,
      long horizonMillis) {
    if (planned == null || planned.startMillis().isEmpty() || hasNoStart(planned)) {
      return withoutStart(job, planned, now + horizonMillis);
    }
    long plannedWaitMillis = Math.max(0, planned.startMillis().getAsLong() - now);
    Optional<TimeRange> start = record(plannedWaitMillis).range(now, plannedWaitMillis);
    if (start.isEmpty()) {
      return unknown(TOO_FEW);
    }
    Optional<FinishForecast> forecast = FinishForecast.of(job, planned, estimate, now);
    return new Outlook(
        OptionalLong.empty(),
        start,
        OptionalLong.empty(),
        forecast.map(known -> after(start.get(), known.runtime())),
        forecast
            .map(known -> basis(known.runtime(), estimate.orElseThrow().basis()))
            .orElse(nothingKnown(job)));
  }

  /** Whether its start in the plan, if any, is no room that was found for it. */
  private static boolean hasNoStart(PlannedJob planned) {
    return planned.isUnplaced() || planned.isInLine();
  }

  private static Outlook withoutStart(
      JobView job, @Nullable PlannedJob planned, long horizonEndMillis) {
    if (planned == null) {
      return unknown(
          job.asks().isEmpty()
              ? "Unknown: its application master asks for nothing now."
              : "Unknown: it is not in the plan.");
    }
    if (!planned.isUnplaced()) {
      // There may be room for it any moment: no later one was looked for.
      return unknown(
          "Unknown: the plan has no start for it now, and looks no further for such jobs.");
    }
    // A job with a deadline goes on as best effort when that has passed.
    long notBeforeMillis =
        planned.reason().code() == Reason.Code.DEADLINE_OUT_OF_REACH
            ? planned.startMillis().orElse(horizonEndMillis)
            : Math.min(horizonEndMillis, planned.startMillis().orElse(horizonEndMillis));
    return new Outlook(
        OptionalLong.empty(),
        Optional.empty(),
        OptionalLong.of(notBeforeMillis),
        Optional.empty(),
        "Unknown: no start within what is planned.");
  }

  private static Outlook unknown(String why) {
    return new Outlook(
        OptionalLong.empty(), Optional.empty(), OptionalLong.empty(), Optional.empty(), why);
  }

  private static TimeRange after(TimeRange start, RuntimeDistribution runtime) {
    return new TimeRange(
        start.p50Millis() + Math.round(runtime.quantile(0.5)),
        start.p90Millis() + Math.round(runtime.quantile(0.9)));
  }

  private static Outlook running(
      JobView job,
      @Nullable PlannedJob planned,
      Optional<JobEstimate> estimate,
      Optional<Remaining> believed,
      OptionalLong startedMillis,
      long now) {
    if (job.runningTasks() == 0 && job.asks().isEmpty()) {
      // What it has done says nothing of when its application master will go on, or end.
      return begun(
          startedMillis,
          Optional.empty(),
          "The end is unknown: it runs nothing, and its application master asks for nothing now.");
    }
    if (believed.isPresent()) {
      Remaining rest = believed.get();
      return begun(startedMillis, Optional.of(end(job, planned, rest, now)), rest.basis());
    }
    if (estimate.isEmpty()) {
      return begun(startedMillis, Optional.empty(), nothingKnown(job));
    }
    RuntimeDistribution runtime = runtime(job, planned, estimate.get());
    Optional<TimeRange> finish =
        remaining(runtime, startedMillis.getAsLong(), Math.max(0, now - startedMillis.getAsLong()));
    return begun(
        startedMillis,
        finish,
        finish.isPresent()
            ? basis(runtime, estimate.get().basis())
            : "The end is unknown: it runs longer than nearly all such jobs did.");
  }

  /** When the rest of a job ends; not before tasks of it that wait are to start. */
  private static TimeRange end(
      JobView job, @Nullable PlannedJob planned, Remaining rest, long now) {
    long nextMillis =
        planned == null || planned.isUnplaced() || job.pendingTasks() == 0
            ? now
            : planned.startMillis().orElse(now);
    long fromMillis = nextMillis > now + rest.p50Millis() ? nextMillis : now;
    return new TimeRange(fromMillis + rest.p50Millis(), fromMillis + rest.p90Millis());
  }

  private static Outlook begun(
      OptionalLong startedMillis, Optional<TimeRange> finish, String basis) {
    return new Outlook(startedMillis, Optional.empty(), OptionalLong.empty(), finish, basis);
  }

  /** The runtime of the whole job; tasks that have ended already make it as wide as it was. */
  private static RuntimeDistribution runtime(
      JobView job, @Nullable PlannedJob planned, JobEstimate estimate) {
    int tasks =
        Math.max(job.pendingTasks() + job.runningTasks(), (int) Math.round(estimate.meanWidth()));
    return estimate.runtime(Math.max(1, tasks), atOnce(job, planned));
  }

  /** How many tasks of a job that has begun are expected to run at once. */
  public static int atOnce(JobView job, @Nullable PlannedJob planned) {
    int running = Math.max(1, job.runningTasks());
    return planned == null ? running : Math.max(running, planned.expectedAtOnce());
  }

  /** When what has run for so long ends; empty if hardly any such job runs that long. */
  private static Optional<TimeRange> remaining(
      RuntimeDistribution runtime, long startedMillis, long elapsedMillis) {
    double alive = runtime.survival(elapsedMillis);
    if (alive < OUTLIVED) {
      return Optional.empty();
    }
    return Optional.of(
        new TimeRange(
                startedMillis + Math.round(runtime.quantile(1.0 - 0.5 * alive)),
                startedMillis + Math.round(runtime.quantile(1.0 - 0.1 * alive)))
            .notBefore(startedMillis + elapsedMillis));
  }

  private static String nothingKnown(JobView job) {
    return job.goal().service()
        ? "The end is unknown: a service runs until somebody ends it."
        : "The end is unknown: too little is known of such jobs.";
  }

  /**
   * What an end rests on.
   *
   * @param runtime of the job on the room that it is expected to have
   */
  private static String basis(RuntimeDistribution runtime, EstimateBasis basis) {
    return String.format(
        Locale.ROOT,
        "Runtime p50 %.1f s, p90 %.1f s from %s, %s.",
        runtime.quantile(0.5) / 1000,
        runtime.quantile(0.9) / 1000,
        basis.source(),
        samples(basis));
  }

  private static String samples(EstimateBasis basis) {
    String samples =
        basis.samples() == 0
            ? "none of them known to be like it"
            : Counts.of(basis.samples(), "sample");
    return basis.isThin() ? samples + ": too few to say how sure that is" : samples;
  }

  private static OptionalLong firstTaskMillis(JobView job) {
    return job.running().stream()
        .filter(task -> task.kind() == TaskAsk.Kind.TASK)
        .mapToLong(RunningTask::startMillis)
        .min();
  }
}
