package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Ordering;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.MetricsTag;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.sink.PrometheusMetricsSink;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.outlook.OutlookScore;
import org.foresight.planner.outlook.Waiting;
import org.foresight.planner.outlook.WaitingReason;
import org.foresight.planner.solver.PlanSolution;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.PredictionScore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForesightMetricsTest {
  private static final long NOW_MILLIS = 1_000_000;
  private static final ImmutableList<WaitingReason> REASONS =
      ImmutableList.copyOf(WaitingReason.values());
  private static final Path MONITORING = Path.of("..", "deploy", "monitoring");
  private static final Pattern NAME = Pattern.compile("\\bforesight_[a-z0-9_]+");

  private StatusReport status = StatusReport.off(Modes.ofAll(Mode.OFF));
  private Optional<PredictionScore> predictions = Optional.empty();
  private Set<String> leafQueues = Set.of("root.q0", "root.q1", "root.q2", "root.off");
  private final ForesightMetrics metrics =
      new ForesightMetrics(
          () -> status,
          () -> predictions,
          () -> leafQueues,
          () -> Instant.ofEpochMilli(NOW_MILLIS));

  @AfterEach
  void stop() {
    metrics.unregister();
  }

  @Test
  void countsWhatItIsTold() {
    metrics.planned(7);
    metrics.planned(9);
    metrics.planFailed();
    metrics.fellBack();
    metrics.dispatchFailed();
    metrics.replaced();
    metrics.decided(true);
    metrics.decided(true);
    metrics.decided(false);
    metrics.solved(solution(98, 100));
    metrics.shadowPlanned(3);
    metrics.shadowPlanFailed();

    Map<String, Number> whole = whole();

    assertThat(whole)
        .containsEntry("PlansMade", 2L)
        .containsEntry("PlanFailures", 1L)
        .containsEntry("Fallbacks", 1L)
        .containsEntry("DispatchFailures", 1L)
        .containsEntry("PlannersReplaced", 1L)
        .containsEntry("ContainersStarted", 2L)
        .containsEntry("StaleDecisions", 1L)
        .containsEntry("ShadowPlansMade", 1L)
        .containsEntry("ShadowPlanFailures", 1L);
  }

  @Test
  void plansForQueuesInShadowModeAreMeasuredApart() {
    new ShadowObserver(metrics).planned(3);
    new ShadowObserver(metrics).planFailed();
    // What it can't do, for nothing goes by it.
    new ShadowObserver(metrics).fellBack();
    new ShadowObserver(metrics).replaced();
    status =
        new StatusReport(
            Modes.ofAll(Mode.SHADOW),
            "foresight",
            ImmutableList.of(planner(Mode.SHADOW, 2, ImmutableSortedMap.of())),
            ImmutableList.of(),
            0,
            5);

    assertThat(whole())
        .containsEntry("ShadowPlansMade", 1L)
        .containsEntry("ShadowPlanFailures", 1L)
        .containsEntry("QueuesShadow", 5L)
        .containsEntry("QueuesOn", 0L)
        .containsEntry("PlannersInCharge", 0L)
        .containsEntry("PlansMade", 0L)
        .containsEntry("PlanFailures", 0L)
        .containsEntry("PlanFailuresInARow", 0L)
        .containsEntry("Fallbacks", 0L)
        .containsEntry("PlannersReplaced", 0L)
        .doesNotContainKey("PlanAgeMillis");
  }

  /** In shadow mode no plan is ever in force, and jobs wait all the same. */
  @Test
  void alertThatNoPlanIsInForceAsksWhetherAQueueIsOn() throws IOException {
    String alerts = Files.readString(MONITORING.resolve("prometheus-alerts.yml"));

    assertThat(alerts)
        .containsPattern(
            "alert: ForesightPlansNothing\\s+expr: >-\\s+max\\(foresight_queues_on\\) > 0\\s+and "
                + "max\\(foresight_planners_in_charge\\) == 0\\s+and ");
  }

  @RepeatedTest(50)
  void queuesSumToTheWholeAndNoGaugeIsNegative(RepetitionInfo repetition) {
    drawStatus(new SplittableRandom(repetition.getCurrentRepetition()));

    List<MetricsRecord> records = records();

    Map<String, Number> whole = figures(records.get(0));
    Map<String, Long> sums = new TreeMap<>();
    long oldest = 0;
    for (MetricsRecord record : named(records, ForesightMetrics.QUEUES_RECORD)) {
      for (Map.Entry<String, Number> figure : figures(record).entrySet()) {
        sums.merge(figure.getKey(), figure.getValue().longValue(), Long::sum);
      }
      oldest = Math.max(oldest, of(figures(record), "OldestPendingMillis"));
    }
    sums.put("OldestPendingMillis", oldest);
    sums.forEach((name, sum) -> assertThat(of(whole, name)).as(name).isEqualTo(sum));
    long waiting = 0;
    for (WaitingReason reason : WaitingReason.values()) {
      waiting += of(whole, ForesightMetrics.nameOf(reason));
    }
    assertThat(of(whole, "JobsWaiting")).isEqualTo(waiting);
    assertThat(waiting + of(whole, "JobsNotWaiting")).isEqualTo(status.jobs().size());
    for (MetricsRecord record : records) {
      for (AbstractMetric metric : record.metrics()) {
        assertThat(metric.value().doubleValue()).as(metric.name()).isNotNegative();
      }
    }
  }

  /** A restart hides no deadline; of the work before it nothing is known. */
  @Test
  void jobThatWasThereBeforeCountsAmongDeadlinesAlone() {
    JobFeatures features = new JobFeatures("ada", "nightly", "root.q0");
    metrics.onHalfSeen(
        new ClusterEvent.JobSubmitted(0, "job", features, JobGoal.by(Instant.ofEpochMilli(100))));
    metrics.onEvent(new ClusterEvent.TaskStarted(10, "job", "task", "map"));
    metrics.onEvent(
        new ClusterEvent.TaskFinished(90, "job", "task", ClusterEvent.TaskEnd.SUCCEEDED));
    metrics.onEvent(new ClusterEvent.JobFinished(95, "job", true));

    assertThat(whole()).containsEntry("DeadlinesMet", 1L).containsEntry("GoodputMillis", 0L);
  }

  @Test
  void queueThatIsGoneIsNoLongerPublishedButForWhatItHasAddedToTheWhole() {
    drawStatus(new SplittableRandom(1));
    Map<String, Number> before = whole();
    assertThat(queues()).contains("root.off");

    leafQueues = Set.of("root.q0", "root.q1", "root.q2");

    assertThat(queues()).contains("root.q0").doesNotContain("root.off");
    assertThat(whole()).isEqualTo(before);
  }

  private List<String> queues() {
    return named(records(), ForesightMetrics.QUEUES_RECORD).stream()
        .flatMap(record -> record.tags().stream())
        .map(MetricsTag::value)
        .toList();
  }

  @Test
  void partitionsSumToTheWhole() {
    drawStatus(new SplittableRandom(1));

    List<MetricsRecord> partitions = named(records(), ForesightMetrics.PARTITIONS_RECORD);

    assertThat(partitions)
        .flatExtracting(record -> record.tags().stream().map(MetricsTag::value).toList())
        .contains("<DEFAULT_PARTITION>", "gpu");
    for (String name : List.of("TasksRunning", "TasksPending")) {
      assertThat(partitions.stream().mapToLong(record -> of(figures(record), name)).sum())
          .as(name)
          .isEqualTo(of(whole(), name));
    }
  }

  private static List<MetricsRecord> named(List<MetricsRecord> records, String name) {
    return records.stream().filter(record -> record.name().equals(name)).toList();
  }

  @Test
  void jobThatHasNothingYetIsPendingSinceItsSubmission() {
    status =
        report(
            job("old", "root.etl", 400_000, 0, Optional.of(WaitingReason.CAPACITY)),
            job("older-but-running", "root.etl", 1, 3, Optional.of(WaitingReason.CAPACITY)),
            job("all-it-wants", "root.adhoc", 1, 3, Optional.empty()));

    assertThat(whole())
        .containsEntry("OldestPendingMillis", NOW_MILLIS - 400_000)
        .containsEntry("JobsWaitingCapacity", 2L)
        .containsEntry("JobsNotWaiting", 1L)
        .containsEntry("PlannersInCharge", 1L)
        .containsEntry("PlanAgeMillis", 500L);
  }

  @Test
  void tasksThatAPlanHoldsBackAreNoMoreThanWait() {
    JobStatus waiting = job("waiting", "root.etl", 1, 1, Optional.of(WaitingReason.PILOTS));
    JobStatus withAll = job("all-it-wants", "root.adhoc", 1, 3, Optional.empty());
    JobStatus unplanned = job("unplanned", "root.adhoc", 1, 0, Optional.of(WaitingReason.CAPACITY));
    assertThat(waiting.pendingTasks()).isEqualTo(2);

    status = report(holding(waiting, 1), holding(withAll, Integer.MAX_VALUE), unplanned);
    assertThat(whole()).containsEntry("TasksHeld", 1L);
    assertThat(held("root.etl")).isEqualTo(1);
    assertThat(held("root.adhoc")).isZero();

    status = report(holding(waiting, Integer.MAX_VALUE));
    assertThat(whole()).containsEntry("TasksHeld", 2L);
  }

  private long held(String queue) {
    return named(records(), ForesightMetrics.QUEUES_RECORD).stream()
        .filter(record -> record.tags().stream().anyMatch(tag -> tag.value().equals(queue)))
        .mapToLong(record -> of(figures(record), "TasksHeld"))
        .sum();
  }

  /** In shadow mode, say, and while CapacityScheduler's own order counts. */
  @Test
  void planThatIsNotInForceHoldsNothingBack() {
    JobStatus job = holding(job("sampled", "root.etl", 1, 1, Optional.of(WaitingReason.PILOTS)), 1);
    PlannerStatus inCharge = planner(Mode.ON, 0, ImmutableSortedMap.of(job.id(), job));
    for (PlannerStatus other :
        List.of(
            new PlannerStatus(Mode.SHADOW, true, 0, inCharge.lane()),
            new PlannerStatus(Mode.ON, false, 3, inCharge.lane()))) {
      status =
          new StatusReport(
              Modes.ofAll(other.mode()),
              "foresight",
              ImmutableList.of(other),
              ImmutableList.of(),
              1,
              1);

      assertThat(whole()).containsEntry("TasksHeld", 0L).containsEntry("TasksPending", 2L);
    }
  }

  @Test
  void whatItIsToldFromElsewhereMayFail() {
    ForesightMetrics failing =
        new ForesightMetrics(
            () -> {
              throw new OutOfMemoryError("made up by a test");
            },
            () -> predictions,
            () -> leafQueues,
            () -> Instant.EPOCH);

    failing.getMetrics(new MetricsCollectorImpl(), true);

    failing.unregister();
  }

  @ParameterizedTest
  @ValueSource(strings = {"grafana-dashboard.json", "prometheus-alerts.yml"})
  void everyNameThatIsAskedForIsExported(String file) throws IOException {
    Set<String> asked = names(MONITORING.resolve(file));

    assertThat(asked).isNotEmpty();
    assertThat(exported()).containsAll(asked);
  }

  @Test
  void everyNameIsDescribedAndNoOther() throws IOException {
    assertThat(names(Path.of("..", "docs", "monitoring.md")))
        .containsExactlyInAnyOrderElementsOf(exported());
  }

  @Test
  void resourceManagerPublishesThemAsLongAsItRuns(@TempDir Path folder) throws IOException {
    try (LocalResourceManager yarn =
        LocalResourceManager.start(
            ForesightScheduler.class,
            QueueFiles.oneQueue(folder),
            Set.of(),
            Map.of("foresight.mode", "on"))) {
      assertThat(yarn.scheduler()).isInstanceOf(ForesightScheduler.class);
      assertThat(DefaultMetricsSystem.instance().getSource(ForesightMetrics.RECORD)).isNotNull();
    }
    assertThat(DefaultMetricsSystem.instance().getSource(ForesightMetrics.RECORD)).isNull();
  }

  private static Set<String> names(Path file) throws IOException {
    Matcher names = NAME.matcher(Files.readString(file));
    Set<String> found = new TreeSet<>();
    while (names.find()) {
      found.add(names.group());
    }
    return found;
  }

  @Test
  void everyQueryOfTheDashboardAsksForSomethingOfForesight() throws IOException {
    JsonNode dashboard =
        new ObjectMapper().readTree(MONITORING.resolve("grafana-dashboard.json").toFile());

    List<String> queries = new ArrayList<>();
    for (JsonNode panel : dashboard.path("panels")) {
      assertThat(panel.path("title").asText()).isNotEmpty();
      panel.path("targets").forEach(target -> queries.add(target.path("expr").asText()));
    }

    assertThat(queries)
        .hasSizeGreaterThan(10)
        .allSatisfy(query -> assertThat(query).containsPattern(NAME));
  }

  /** The names as Prometheus sees them, with everything that can be known being known. */
  private Set<String> exported() throws IOException {
    drawStatus(new SplittableRandom(1));
    predictions = Optional.of(new PredictionScore(10, 1, 0.2, 0.1, 0.5, 0.8, 0.95, 0.3));
    metrics.planned(5);
    metrics.shadowPlanned(5);
    metrics.solved(solution(1, 2));
    PrometheusMetricsSink sink = new PrometheusMetricsSink();
    records().forEach(sink::putMetrics);
    sink.flush();
    StringWriter text = new StringWriter();
    sink.writeMetrics(text);
    TreeSet<String> exported = new TreeSet<>();
    Matcher names = Pattern.compile("^" + NAME, Pattern.MULTILINE).matcher(text.toString());
    while (names.find()) {
      exported.add(names.group());
    }
    return exported;
  }

  private void drawStatus(SplittableRandom random) {
    List<JobStatus> jobs = new ArrayList<>();
    for (int i = random.nextInt(20); i >= 0; i--) {
      JobStatus job =
          job(
              "job-" + i,
              "root.q" + random.nextInt(3),
              random.nextLong(NOW_MILLIS),
              random.nextInt(4),
              random.nextInt(3) == 0
                  ? Optional.empty()
                  : Optional.of(REASONS.get(random.nextInt(REASONS.size()))));
      jobs.add(holding(job, random.nextInt(4)));
    }
    status = report(jobs.toArray(JobStatus[]::new));
    for (int i = random.nextInt(20); i >= 0; i--) {
      String job = "with-deadline-" + i;
      metrics.onEvent(
          new ClusterEvent.JobSubmitted(
              0,
              job,
              new JobFeatures("ada", job, random.nextBoolean() ? "root.q0" : "root.off"),
              JobGoal.by(Instant.ofEpochMilli(100))));
      metrics.onEvent(new ClusterEvent.TaskStarted(random.nextLong(50), job, job, "map"));
      metrics.onEvent(
          new ClusterEvent.TaskFinished(
              50 + random.nextLong(50), job, job, ClusterEvent.TaskEnd.SUCCEEDED));
      metrics.onEvent(
          new ClusterEvent.JobFinished(random.nextLong(200), job, random.nextInt(4) != 0));
    }
  }

  private static StatusReport report(JobStatus... jobs) {
    ImmutableSortedMap<String, JobStatus> byId =
        Stream.of(jobs)
            .collect(
                ImmutableSortedMap.toImmutableSortedMap(
                    Ordering.natural(), JobStatus::id, job -> job));
    return new StatusReport(
        Modes.ofAll(Mode.ON),
        "threesigma",
        ImmutableList.of(planner(Mode.ON, 0, byId)),
        ImmutableList.of(),
        2,
        1);
  }

  private static PlannerStatus planner(
      Mode mode, int failuresInARow, ImmutableSortedMap<String, JobStatus> jobs) {
    return new PlannerStatus(
        mode,
        true,
        failuresInARow,
        new LaneStatus(
            OptionalLong.of(NOW_MILLIS - 500), "a test's plan", jobs, OutlookScore.NONE));
  }

  private static JobStatus job(
      String id, String queue, long submitMillis, int running, Optional<WaitingReason> waiting) {
    return new JobStatus(
        new ClusterEvent.JobSubmitted(
            submitMillis, id, new JobFeatures("ada", id, queue), JobGoal.BEST_EFFORT),
        queue,
        Mode.ON,
        ImmutableSortedMap.of(
            "",
            new PartitionTasks(running, waiting.isPresent() ? 1 : 0),
            "gpu",
            new PartitionTasks(0, waiting.isPresent() ? 1 : 0)),
        waiting.map(reason -> new Waiting(reason, "in a test")),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** The same job, of whose tasks a plan holds so many back. */
  private static JobStatus holding(JobStatus job, int tasks) {
    PlannedJob planned =
        new PlannedJob(
                job.id(),
                OptionalLong.of(0),
                9,
                false,
                new Reason(Reason.Code.PILOTS_FIRST, "in a test"))
            .holding(tasks);
    return new JobStatus(
        job.submitted(),
        job.queue(),
        job.mode(),
        job.tasks(),
        job.waiting(),
        Optional.of(planned),
        job.estimate(),
        job.outlook());
  }

  private static PlanSolution solution(double objective, double bound) {
    return new PlanSolution(
        ImmutableIntArray.of(), objective, bound, ImmutableDoubleArray.of(), "a test's", false);
  }

  private Map<String, Number> whole() {
    return figures(records().get(0));
  }

  private List<MetricsRecord> records() {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    metrics.getMetrics(collector, true);
    return ImmutableList.copyOf(collector.getRecords());
  }

  private static long of(Map<String, Number> figures, String name) {
    return Objects.requireNonNull(figures.get(name), name).longValue();
  }

  private static Map<String, Number> figures(MetricsRecord record) {
    Map<String, Number> figures = new TreeMap<>();
    record.metrics().forEach(metric -> figures.put(metric.name(), metric.value()));
    return figures;
  }
}
