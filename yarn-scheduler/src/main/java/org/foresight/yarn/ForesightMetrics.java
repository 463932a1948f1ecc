package org.foresight.yarn;

import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.Ordering;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;
import org.apache.hadoop.metrics2.lib.MetricsRegistry;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.metrics2.lib.MutableQuantiles;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.DeadlineOutcomes;
import org.foresight.planner.Goodput;
import org.foresight.planner.QueueTotals;
import org.foresight.planner.outlook.OutlookScore;
import org.foresight.planner.outlook.WaitingReason;
import org.foresight.planner.preemption.PreemptionCounters;
import org.foresight.planner.solver.PlanSolution;
import org.foresight.predictor.PredictionScore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is measured of Foresight, for JMX, {@code /prom} and whatever else Hadoop's metrics go to:
 * the record {@code Foresight} of the whole, one {@code ForesightQueues} for every queue with jobs
 * that is not off and for every queue, whatever its mode, of whose jobs deadlines or goodput have
 * been counted, and one {@code ForesightPartitions} for every partition. The whole has their sums,
 * and beside them what is counted of queues that are gone. No gauge is ever negative; what is not
 * known is left out.
 *
 * <p>It is the scheduler's for all its life, whatever engines there are. Thread-safe. Counting
 * costs a few nanoseconds; what needs more is done when it is asked for.
 */
final class ForesightMetrics implements MetricsSource, EngineObserver {
  private static final Logger LOG = LoggerFactory.getLogger(ForesightMetrics.class);

  static final String RECORD = "Foresight";
  static final String QUEUES_RECORD = "ForesightQueues";
  static final String PARTITIONS_RECORD = "ForesightPartitions";

  /** What YARN calls the partition of the nodes without a label. */
  private static final String WITHOUT_LABEL = "<DEFAULT_PARTITION>";

  /** Quantiles are of so long. */
  private static final int QUANTILES_SECONDS = 60;

  private static final double BASIS_POINTS = 100;

  private final Supplier<StatusReport> status;
  private final Supplier<Optional<PredictionScore>> predictions;
  private final Supplier<Set<String>> leafQueues;
  private final InstantSource clock;
  private final MetricsRegistry registry = new MetricsRegistry(RECORD);
  private final MutableCounterLong plans = counter("PlansMade", "Plans that were made");
  private final MutableCounterLong planFailures =
      counter("PlanFailures", "Plans that could not be made");
  private final MutableCounterLong fallbacks =
      counter("Fallbacks", "Times that CapacityScheduler's own order took over");
  private final MutableCounterLong dispatchFailures =
      counter("DispatchFailures", "Times that a plan could not be carried out");
  private final MutableCounterLong replacements =
      counter("PlannersReplaced", "Planners that hung and were replaced");
  private final MutableCounterLong starts =
      counter("ContainersStarted", "Containers that were started by a plan");
  private final MutableCounterLong stale =
      counter(
          "StaleDecisions",
          "Decisions that were not carried out, since the cluster had changed meanwhile");
  private final MutableQuantiles planMillis =
      registry.newQuantiles(
          "PlanTime", "Time to make a plan, ms", "Ops", "Millis", QUANTILES_SECONDS);
  private final MutableCounterLong shadowPlans =
      counter("ShadowPlansMade", "Plans for queues in shadow mode, of which nothing comes");
  private final MutableCounterLong shadowPlanFailures =
      counter("ShadowPlanFailures", "Such plans that could not be made");
  private final MutableQuantiles shadowPlanMillis =
      registry.newQuantiles(
          "ShadowPlanTime", "Time to make such a plan, ms", "Ops", "Millis", QUANTILES_SECONDS);
  private final MutableQuantiles gaps =
      registry.newQuantiles(
          "SolverGap",
          "How far plans may be from the best, in hundredths of a percent",
          "Ops",
          "BasisPoints",
          QUANTILES_SECONDS);

  /** What became of deadlines, whatever engines there were. */
  private final DeadlineOutcomes deadlines = new DeadlineOutcomes();

  /** The work that was not in vain, whatever engines there were. */
  private final Goodput goodput = new Goodput();

  private final PreemptionCounters preemptions = new PreemptionCounters();

  /**
   * @param status how it stands
   * @param predictions how well predictions did; empty where that is not known
   * @param leafQueues the paths of those that there are now
   */
  ForesightMetrics(
      Supplier<StatusReport> status,
      Supplier<Optional<PredictionScore>> predictions,
      Supplier<Set<String>> leafQueues,
      InstantSource clock) {
    this.status = status;
    this.predictions = predictions;
    this.leafQueues = leafQueues;
    this.clock = clock;
    registry.setContext("yarn");
  }

  private MutableCounterLong counter(String name, String description) {
    return registry.newCounter(name, description, 0L);
  }

  /** From now on it is asked; another one's name is free again. */
  void register() {
    DefaultMetricsSystem.instance()
        .register(RECORD, "The predictive scheduler and its queues", this);
  }

  /** Nobody asks it any more. */
  void unregister() {
    DefaultMetricsSystem.instance().unregisterSource(RECORD);
    planMillis.stop();
    shadowPlanMillis.stop();
    gaps.stop();
  }

  @Override
  public void planned(long millis) {
    plans.incr();
    planMillis.add(millis);
  }

  @Override
  public void planFailed() {
    planFailures.incr();
  }

  @Override
  public void fellBack() {
    fallbacks.incr();
  }

  @Override
  public void dispatchFailed() {
    dispatchFailures.incr();
  }

  @Override
  public void replaced() {
    replacements.incr();
  }

  @Override
  public void onEvent(ClusterEvent event) {
    deadlines.onEvent(event);
    goodput.onEvent(event);
  }

  /** How it ends is seen; of its work only a part was. */
  @Override
  public void onHalfSeen(ClusterEvent.JobSubmitted job) {
    deadlines.onEvent(job);
  }

  /** What lives is not counted. */
  @Override
  public void lostSight() {
    deadlines.lostSight();
    goodput.lostSight();
  }

  /** Counts what is stopped to make room. */
  PreemptionCounters preemptions() {
    return preemptions;
  }

  @Override
  public void decided(boolean isDone) {
    (isDone ? starts : stale).incr();
  }

  @Override
  public void shadowPlanned(long millis) {
    shadowPlans.incr();
    shadowPlanMillis.add(millis);
  }

  @Override
  public void shadowPlanFailed() {
    shadowPlanFailures.incr();
  }

  @Override
  public void solved(PlanSolution solution) {
    solution.gapPercent().ifPresent(percent -> gaps.add(Math.round(percent * BASIS_POINTS)));
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    try {
      StatusReport report = status.get();
      Set<String> there = leafQueues.get();
      QueueTotals<DeadlineOutcomes.Counts> outcomes = deadlines.totals(there);
      QueueTotals<Long> good = goodput.totalMillis(there);
      Map<String, QueueFigures> queues = new HashMap<>();
      Map<String, PartitionTasks> partitions = new TreeMap<>();
      long nowMillis = clock.millis();
      for (PlannerStatus planner : report.planners()) {
        for (JobStatus job : planner.lane().jobs().values()) {
          QueueFigures figures = queues.computeIfAbsent(job.queue(), unseen -> new QueueFigures());
          figures.add(job, nowMillis);
          if (planner.isInCharge()) { // Else nothing is held, whatever the plan says.
            figures.heldTasks += job.heldTasks();
          }
          job.tasks().forEach((name, tasks) -> partitions.merge(name, tasks, PartitionTasks::plus));
        }
      }
      QueueFigures total = new QueueFigures();
      queues.values().forEach(total::add);
      addWhole(
          collector.addRecord(RECORD),
          all,
          report,
          total,
          outcomes.total(),
          good.total(),
          nowMillis);
      for (String queue :
          ImmutableSortedSet.<String>orderedBy(Ordering.natural())
              .addAll(queues.keySet())
              .addAll(outcomes.byQueue().keySet())
              .addAll(good.byQueue().keySet())
              .build()) {
        MetricsRecordBuilder record =
            collector
                .addRecord(QUEUES_RECORD)
                .setContext("yarn")
                .tag(Interns.info("Queue", "Path of the queue"), queue);
        queues.getOrDefault(queue, new QueueFigures()).addTo(record);
        addDeadlines(record, outcomes.byQueue().getOrDefault(queue, DeadlineOutcomes.Counts.NONE));
        addGoodput(record, good.byQueue().getOrDefault(queue, 0L));
      }
      partitions.forEach((name, tasks) -> addPartition(collector, name, tasks));
    } catch (RuntimeException | Error e) {
      SafeLog.error(LOG, "Foresight's metrics could not be read.", e);
    }
  }

  private static void addPartition(MetricsCollector collector, String name, PartitionTasks tasks) {
    MetricsRecordBuilder record =
        collector
            .addRecord(PARTITIONS_RECORD)
            .setContext("yarn")
            .tag(
                Interns.info("Partition", "Label of its nodes"),
                name.isEmpty() ? WITHOUT_LABEL : name);
    addTasks(record, tasks.running(), tasks.pending());
  }

  private static void addTasks(MetricsRecordBuilder record, long running, long pending) {
    gauge(record, "TasksRunning", "Working containers", running);
    gauge(record, "TasksPending", "Working containers that are asked for", pending);
  }

  private void addWhole(
      MetricsRecordBuilder record,
      boolean all,
      StatusReport report,
      QueueFigures total,
      DeadlineOutcomes.Counts outcomes,
      long goodMillis,
      long nowMillis) {
    registry.snapshot(record, all);
    total.addTo(record);
    addDeadlines(record, outcomes);
    addGoodput(record, goodMillis);
    int inCharge = 0;
    int failures = 0;
    for (PlannerStatus planner : report.planners()) {
      inCharge += planner.isInCharge() ? 1 : 0;
      if (planner.mode() == Mode.ON) {
        failures = Math.max(failures, planner.failuresInARow());
        planner
            .ageMillis(nowMillis)
            .ifPresent(
                age ->
                    gauge(record, "PlanAgeMillis", "Age of the plan in force", Math.max(0, age)));
      }
    }
    gauge(record, "QueuesOn", "Leaf queues that are on", report.queuesOn());
    gauge(record, "QueuesShadow", "Leaf queues in shadow mode", report.queuesInShadow());
    gauge(record, "PlannersInCharge", "1 if a plan is in force, else 0", inCharge);
    gauge(record, "PlanFailuresInARow", "Plans that failed since one was made", failures);
    addOutlook(record, report);
    addPreemptions(record, preemptions.totals());
    predictions.get().ifPresent(score -> addPredictions(record, score));
  }

  private static void addDeadlines(MetricsRecordBuilder record, DeadlineOutcomes.Counts counts) {
    counter(record, "DeadlinesMet", "Jobs that met their deadline", counts.met());
    counter(record, "DeadlinesMissed", "Jobs that ended after their deadline", counts.missed());
    counter(record, "DeadlinesFailed", "Jobs with a deadline that failed", counts.failed());
  }

  private static void addGoodput(MetricsRecordBuilder record, long millis) {
    counter(record, "GoodputMillis", "Work of jobs that ended well, and in time", millis);
  }

  private static void addPreemptions(
      MetricsRecordBuilder record, PreemptionCounters.Totals totals) {
    counter(record, "TasksToldToEnd", "Tasks whose jobs were told to end them", totals.told());
    counter(record, "TasksPreempted", "Tasks that were stopped to make room", totals.stopped());
    counter(record, "WorkLostMillis", "How long these had run", totals.lostWorkMillis());
    counter(record, "TasksGone", "Tasks told to end that have left their nodes", totals.gone());
    counter(record, "TasksGoneMillis", "How long that took since the notice", totals.goneMillis());
    counter(record, "TasksEndedInTime", "Tasks that ended after the notice", totals.ended());
    counter(record, "TasksSpared", "Tasks that could stay after all", totals.spared());
    counter(record, "StalePreemptions", "Preemptions the cluster had outdated", totals.stale());
    counter(record, "RoomsTaken", "Rooms that somebody else used", totals.taken());
    counter(record, "RoomsExpired", "Rooms that nobody came for", totals.expired());
  }

  private static void addOutlook(MetricsRecordBuilder record, StatusReport status) {
    OutlookScore.Part sum = OutlookScore.NONE.finishes();
    for (PlannerStatus planner : status.planners()) {
      OutlookScore.Part part = planner.lane().score().finishes();
      sum =
          new OutlookScore.Part(
              sum.scored() + part.scored(),
              sum.byP50() + part.byP50(),
              sum.byP90() + part.byP90(),
              sum.unknown() + part.unknown());
    }
    gauge(record, "FinishesForetold", "Jobs whose end had been foretold", sum.scored());
    gauge(record, "FinishesByP50", "Those of them that ended by their p50", sum.byP50());
    gauge(record, "FinishesByP90", "Those of them that ended by their p90", sum.byP90());
    gauge(record, "FinishesUnknown", "Jobs whose end was unknown", sum.unknown());
  }

  private static void addPredictions(MetricsRecordBuilder record, PredictionScore score) {
    gauge(record, "RuntimesPredicted", "Runtimes that were predicted", score.jobs());
    gauge(record, "RuntimesUnknown", "Runtimes that were unknown", score.unknown());
    if (score.jobs() > 0) {
      share(record, "RuntimesOffByTwo", "Predictions off by a factor of 2", score.shareOffByTwo());
      share(record, "RuntimesCovered80", "Runtimes within the 80 % interval", score.coverage80());
      share(
          record,
          "RuntimesMedianError",
          "Median relative error of predictions",
          score.medianRelativeError());
    }
  }

  private static void gauge(
      MetricsRecordBuilder record, String name, String description, long value) {
    record.addGauge(Interns.info(name, description), value);
  }

  private static void counter(
      MetricsRecordBuilder record, String name, String description, long value) {
    record.addCounter(Interns.info(name, description), value);
  }

  private static void share(
      MetricsRecordBuilder record, String name, String description, double value) {
    if (Double.isFinite(value)) {
      record.addGauge(Interns.info(name, description + ", as a share"), Math.max(0, value));
    }
  }

  /** How the jobs of a queue, or of all, stand. */
  private static final class QueueFigures {
    private final Map<WaitingReason, Long> waiting = new EnumMap<>(WaitingReason.class);
    private long running;
    private long runningTasks;
    private long pendingTasks;
    private long heldTasks;
    private long oldestMillis;

    void add(JobStatus job, long nowMillis) {
      runningTasks += Math.max(0, job.runningTasks());
      pendingTasks += Math.max(0, job.pendingTasks());
      if (job.waiting().isEmpty()) {
        running++;
        return;
      }
      waiting.merge(job.waiting().get().reason(), 1L, Long::sum);
      if (job.runningTasks() == 0) {
        oldestMillis = Math.max(oldestMillis, nowMillis - job.submitted().atMillis());
      }
    }

    void add(QueueFigures other) {
      other.waiting.forEach((reason, jobs) -> waiting.merge(reason, jobs, Long::sum));
      running += other.running;
      runningTasks += other.runningTasks;
      pendingTasks += other.pendingTasks;
      heldTasks += other.heldTasks;
      oldestMillis = Math.max(oldestMillis, other.oldestMillis);
    }

    void addTo(MetricsRecordBuilder record) {
      long all = 0;
      for (WaitingReason reason : WaitingReason.values()) {
        long jobs = waiting.getOrDefault(reason, 0L);
        all += jobs;
        gauge(record, nameOf(reason), "Jobs that wait: " + reason.text(), jobs);
      }
      gauge(record, "JobsWaiting", "Jobs that wait for something", all);
      gauge(record, "JobsNotWaiting", "Jobs that have all that they ask for", running);
      addTasks(record, runningTasks, pendingTasks);
      gauge(record, "TasksHeld", "Those asked for that the plan in force holds back", heldTasks);
      gauge(
          record,
          "OldestPendingMillis",
          "For how long the job has waited that has nothing yet and was submitted first",
          oldestMillis);
    }
  }

  /** The gauge of the jobs that wait for this reason. */
  static String nameOf(WaitingReason reason) {
    StringBuilder name = new StringBuilder("JobsWaiting");
    for (String word : reason.token().split("-", -1)) {
      name.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
    }
    return name.toString();
  }
}
