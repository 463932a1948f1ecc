package org.foresight.yarn;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Maps;
import com.google.common.collect.Ordering;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.HostClock;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Remaining;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.outlook.HostFacts;
import org.foresight.planner.outlook.Outlook;
import org.foresight.planner.outlook.Outlooks;
import org.foresight.planner.outlook.Waiting;
import org.foresight.planner.outlook.WaitingReason;
import org.foresight.planner.outlook.WaitingReasons;
import org.foresight.planner.policy.ThreeSigmaSettings;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.RuntimePredictor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes after every plan of a planner why its jobs wait, and when they start and end. What goes
 * wrong here costs the planner nothing: the last status stays.
 *
 * <p>Thread-safe: plans come from the planner's thread, events from the one that learns, questions
 * from anywhere.
 */
final class StatusPublisher implements PlannerThread.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(StatusPublisher.class);

  private final Mode mode;
  private final ClusterReader cluster;
  private final Submissions submissions;
  private final RuntimePredictor predictor;
  private final Supplier<ForesightConfiguration> configuration;
  private final Predicate<String> leftToHost;
  private final Predicate<String> refused;
  private final Consumer<LaneStatus> reader;
  private final HostClock clock;
  private final Outlooks outlooks = new Outlooks();

  private final FirstEstimates estimates = new FirstEstimates();

  /** By how much the clock had stepped when the last plan came. */
  private volatile long lastSteppedMillis;

  /** Written under the lock of this object. */
  private volatile LaneStatus latest = LaneStatus.NONE;

  /**
   * @param mode of the queues whose jobs are published
   * @param cluster shows these queues, and perhaps others
   * @param leftToHost which jobs CapacityScheduler serves by its own rules
   * @param refused of which jobs YARN has refused the last container
   * @param reader is told of every status, by the planner's thread and by whoever stops it
   * @param clock the one that plans go by
   */
  StatusPublisher(
      Mode mode,
      ClusterReader cluster,
      Submissions submissions,
      RuntimePredictor predictor,
      Supplier<ForesightConfiguration> configuration,
      Predicate<String> leftToHost,
      Predicate<String> refused,
      Consumer<LaneStatus> reader,
      HostClock clock) {
    this.mode = mode;
    this.cluster = cluster;
    this.submissions = submissions;
    this.predictor = predictor;
    this.configuration = configuration;
    this.leftToHost = leftToHost;
    this.refused = refused;
    this.reader = reader;
    this.clock = clock;
  }

  @Override
  public void planned(PlannerThread planner, ClusterSnapshot snapshot, Plan plan) {
    try {
      long steppedMillis = clock.steppedMillis();
      if (steppedMillis != lastSteppedMillis) {
        // Perhaps after this snapshot was made. The next plan, which a step calls for, is all by
        // the clock as it is now.
        lastSteppedMillis = steppedMillis;
        return;
      }
      LaneStatus status = status(planner, snapshot, plan, steppedMillis);
      if (!publish(planner, status)) {
        return;
      }
      reader.accept(status);
      if (planner.isStopped()) { // Meanwhile: whoever did it may have been faster.
        reader.accept(latest);
      }
    } catch (RuntimeException | Error e) {
      SafeLog.error(LOG, "Why jobs wait could not be said; the last answers stay.", e);
    }
  }

  /** Whether the planner counts; nothing of one that has been stopped is kept. */
  private synchronized boolean publish(PlannerThread planner, LaneStatus status) {
    if (planner.isStopped()) {
      return false;
    }
    latest = status;
    return true;
  }

  /** The planners have been stopped: what was published last is no longer true. */
  void stopped() {
    synchronized (this) {
      latest = LaneStatus.NONE;
    }
    reader.accept(LaneStatus.NONE);
  }

  /**
   * Something happened; comes after the events before it.
   *
   * @param steppedMillis by how much the clock had stepped by then
   */
  void onEvent(ClusterEvent event, long steppedMillis) {
    outlooks.onEvent(event, steppedMillis);
  }

  /** What was published last; nothing while no planner has, or since they were stopped. */
  LaneStatus latest() {
    return latest;
  }

  private LaneStatus status(
      PlannerThread planner, ClusterSnapshot snapshot, Plan plan, long steppedMillis) {
    ImmutableMap.Builder<String, JobView> views = ImmutableMap.builder();
    for (JobView job : snapshot.jobs()) {
      views.put(job.id(), job);
    }
    ImmutableMap<String, JobView> shown = views.buildKeepingLast();
    estimates.keepOnly(shown.keySet());
    // Before: nobody else is told of anything as long as the outlooks are being made.
    ImmutableMap<String, Optional<JobEstimate>> known = Maps.toMap(shown.keySet(), this::estimate);
    Map<String, PlannedJob> planned = new HashMap<>();
    plan.jobs().forEach(job -> planned.put(job.jobId(), job));
    ImmutableMap<String, Optional<Remaining>> believed =
        ImmutableMap.copyOf(
            Maps.transformValues(
                shown,
                job ->
                    planner.remaining(
                        job, Outlooks.atOnce(job, planned.get(job.id())), plan.madeAtMillis())));
    ImmutableMap<String, Outlook> outlook =
        outlooks.planned(
            snapshot,
            plan,
            id -> known.getOrDefault(id, Optional.empty()),
            id -> believed.getOrDefault(id, Optional.empty()),
            lookAheadMillis(),
            steppedMillis);
    WaitingReasons reasons = new WaitingReasons(snapshot, plan, plan.madeAtMillis());
    boolean inCharge = mode == Mode.ON && planner.isInCharge();
    Map<String, JobStatus> jobs = new HashMap<>();
    shown.forEach(
        (id, job) ->
            add(
                jobs,
                id,
                PartitionTasks.of(job),
                reasons.of(job, new HostFacts(inCharge, leftToHost.test(id), refused.test(id))),
                Optional.ofNullable(planned.get(id)),
                Optional.ofNullable(outlook.get(id))));
    cluster
        .waitingUnseen(shown.keySet())
        .forEach(
            (id, waiting) -> {
              // What is left alone does not wait for a plan.
              if (mode == Mode.ON || waiting.reason() != WaitingReason.PLANNED_START) {
                add(
                    jobs,
                    id,
                    ImmutableSortedMap.of(),
                    Optional.of(waiting),
                    Optional.empty(),
                    Optional.empty());
              }
            });
    return new LaneStatus(
        OptionalLong.of(plan.madeAtMillis()),
        plan.summary(),
        ImmutableSortedMap.copyOf(jobs, Ordering.natural()),
        outlooks.score());
  }

  private void add(
      Map<String, JobStatus> jobs,
      String id,
      ImmutableSortedMap<String, PartitionTasks> tasks,
      Optional<Waiting> waiting,
      Optional<PlannedJob> planned,
      Optional<Outlook> outlook) {
    ClusterEvent.JobSubmitted submitted = submissions.of(id);
    Optional<String> queue = cluster.queueOf(id);
    if (submitted != null
        && queue.isPresent()
        && configuration.get().modes().of(queue.get()) == mode) {
      jobs.put(
          id,
          new JobStatus(
              submitted,
              queue.get(),
              mode,
              tasks,
              waiting,
              planned,
              outlook.flatMap(unused -> estimate(id)),
              outlook));
    }
  }

  private long lookAheadMillis() {
    ThreeSigmaSettings settings = configuration.get().planning().settings();
    return settings.lookAheadSlots() * settings.slotMillis();
  }

  private Optional<JobEstimate> estimate(String jobId) {
    return estimates.of(
        jobId,
        () -> {
          ClusterEvent.JobSubmitted submitted = submissions.of(jobId);
          return submitted == null ? Optional.empty() : predictor.predict(submitted.features());
        });
  }
}
