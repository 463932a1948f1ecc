package org.foresight.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ListMultimap;
import com.google.common.hash.Hashing;
import com.google.common.math.Quantiles;
import com.google.common.math.Stats;
import com.google.common.math.StatsAccumulator;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class E2eGeneratorTest {

  private static final int ESTIMATOR_WINDOW = 25;
  private static final int WIDEST = 12;

  /** The longest task runtime of a job, and the 30 % by which a task may exceed it. */
  private static final Duration LONGEST_TASK = Duration.ofSeconds((long) (25 * 60 * 1.3));

  @Property(tries = 100)
  void offersTheLoadAskedForWithinOneJobOfEachKind(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 200) int slots,
      @ForAll @DoubleRange(min = 0.1, max = 3.0) double load,
      @ForAll @DoubleRange(min = 0.0, max = 1.0) double sloShare) {
    Workload workload =
        E2eGenerator.generate(
            E2eParameters.builder()
                .seed(seed)
                .slots(slots)
                .load(load)
                .sloShare(sloShare)
                .historyJobs(0)
                .build());

    double asked = load * slots * Duration.ofHours(1).toMillis();
    double largestJob = (double) Math.min(WIDEST, slots) * LONGEST_TASK.toMillis();
    assertThat(work(jobs(workload, true))).isCloseTo(asked * sloShare, within(largestJob));
    assertThat(work(jobs(workload, false))).isCloseTo(asked * (1.0 - sloShare), within(largestJob));
  }

  @Test
  void offersTheLoadAskedForWithinTwoPercent() {
    assertThat(seeds(200))
        .map(seed -> E2eParameters.builder().seed(seed).historyJobs(0).build())
        .allSatisfy(
            parameters -> {
              Workload workload = E2eGenerator.generate(parameters);
              double load =
                  WorkloadSummary.offeredLoad(
                      workload.jobs(), parameters.slots(), parameters.duration());
              assertThat(load).isCloseTo(1.4, withinPercentage(2.0));
              assertThat(work(jobs(workload, true)) / work(workload.jobs()))
                  .isCloseTo(0.5, within(0.01));
            });
  }

  @Property(tries = 10)
  void offersTheLoadAskedForInALongWindow(@ForAll long seed) {
    E2eParameters parameters = longWindow(seed, Duration.ofHours(50));
    Workload workload = E2eGenerator.generate(parameters);

    double load =
        WorkloadSummary.offeredLoad(workload.jobs(), parameters.slots(), parameters.duration());
    assertThat(load).isCloseTo(1.4, withinPercentage(1.0));
    assertThat(work(jobs(workload, true)) / work(workload.jobs())).isCloseTo(0.5, within(0.01));
  }

  @Property(tries = 10)
  void isDeterministicPerSeed(@ForAll long seed) {
    E2eParameters parameters = E2eParameters.builder().seed(seed).build();
    assertThat(E2eGenerator.generate(parameters)).isEqualTo(E2eGenerator.generate(parameters));
  }

  @Property(tries = 50)
  void givesEveryJobItsPlaceInTheWindowAndAFeasibleDeadline(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 64) int slots) {
    E2eParameters parameters =
        E2eParameters.builder().seed(seed).slots(slots).historyJobs(100).build();
    Workload workload = E2eGenerator.generate(parameters);

    assertThat(workload.jobs())
        .isSortedAccordingTo((a, b) -> Long.compare(a.submitMillis(), b.submitMillis()))
        .allSatisfy(
            job -> {
              assertThat(job.submitMillis()).isBetween(0L, parameters.duration().toMillis() - 1);
              assertSound(job, slots);
            });
    assertThat(workload.history())
        .hasSize(100)
        .isSortedAccordingTo((a, b) -> Long.compare(a.submitMillis(), b.submitMillis()))
        .allSatisfy(
            job -> {
              assertThat(job.submitMillis() + job.spanMillis()).isLessThanOrEqualTo(0);
              assertSound(job, slots);
            });
    Set<String> ids = new HashSet<>();
    assertThat(workload.jobs()).allMatch(job -> ids.add(job.id()));
    assertThat(workload.history()).allMatch(job -> ids.add(job.id()));
  }

  private static void assertSound(WorkloadJob job, int slots) {
    assertThat(job.width()).isBetween(1, Math.min(WIDEST, slots));
    assertThat(job.spanMillis())
        .isBetween(Duration.ofMinutes(2).toMillis(), LONGEST_TASK.toMillis());
    assertThat(job.queue())
        .isEqualTo(job.isSlo() ? WorkloadQueues.PRODUCTION : WorkloadQueues.ADHOC);
    job.deadlineMillis()
        .ifPresent(
            deadline ->
                assertThat((double) (deadline - job.submitMillis()))
                    .isBetween(1.2 * job.spanMillis(), 1.8 * job.spanMillis() + 1.0));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1.0, 4.0, 9.0})
  void spacesArrivalsWithTheSquaredCovAskedFor(double squaredCov) {
    E2eParameters parameters =
        E2eParameters.builder()
            .arrivalSquaredCov(squaredCov)
            .duration(Duration.ofHours(1000))
            .historyJobs(0)
            .build();
    List<WorkloadJob> jobs = E2eGenerator.generate(parameters).jobs();

    StatsAccumulator gaps = new StatsAccumulator();
    for (int i = 1; i < jobs.size(); i++) {
      gaps.add((double) (jobs.get(i).submitMillis() - jobs.get(i - 1).submitMillis()));
    }
    assertThat(gaps.populationVariance() / (gaps.mean() * gaps.mean()))
        .isCloseTo(squaredCov, withinPercentage(10.0));
  }

  @Test
  void drawsEverySlack() {
    List<WorkloadJob> slo = jobs(E2eGenerator.generate(longWindow(5, Duration.ofHours(50))), true);
    assertThat(slo)
        .extracting(
            job ->
                Math.round(
                    100.0
                        * (job.deadlineMillis().orElseThrow()
                            - job.submitMillis()
                            - job.spanMillis())
                        / job.spanMillis()))
        .containsOnly(20L, 40L, 60L, 80L);
  }

  @Test
  void variesTheTasksOfAJobALittle() {
    Stats covs =
        E2eGenerator.generate(longWindow(6, Duration.ofHours(50))).jobs().stream()
            .filter(job -> job.width() >= 8)
            .map(job -> Stats.of(job.taskMillis()))
            .mapToDouble(tasks -> tasks.sampleStandardDeviation() / tasks.mean())
            .boxed()
            .collect(Stats.toStats());
    assertThat(covs.mean()).isCloseTo(0.1, within(0.01));
  }

  @Test
  void addsJobsToThoseOfALowerLoad() {
    List<String> low = sloNames(E2eParameters.builder().load(1.0).build());
    List<String> high = sloNames(E2eParameters.builder().load(1.6).build());
    assertThat(high)
        .hasSizeGreaterThan(low.size())
        .startsWith(low.subList(0, low.size() - 1).toArray(String[]::new));
  }

  @Test
  void keepsTheJobsWhereOnlyTheHistoryGrows() {
    assertThat(E2eGenerator.generate(E2eParameters.builder().historyJobs(10).build()).jobs())
        .isEqualTo(E2eGenerator.generate(E2eParameters.builder().build()).jobs());
  }

  @Test
  void hasFiftyToSeventyJobsInAnHour() {
    Stats sizes =
        seeds(50)
            .map(seed -> E2eGenerator.generate(E2eParameters.builder().seed(seed).build()))
            .mapToDouble(workload -> workload.jobs().size())
            .boxed()
            .collect(Stats.toStats());
    assertThat(sizes.mean()).isBetween(50.0, 65.0);
    assertThat(sizes.min()).isGreaterThan(35.0);
    assertThat(sizes.max()).isLessThan(85.0);
  }

  /** 3Sigma §2: 8 to 23 % of the jobs of real clusters are mis-estimated by a factor of two. */
  @Test
  void leavesAFewJobsThatHistoryMisestimatesByAFactorOfTwo() {
    Stats shares =
        seeds(20)
            .map(seed -> E2eGenerator.generate(longWindow(seed, Duration.ofHours(20))))
            .mapToDouble(E2eGeneratorTest::misestimatedShare)
            .boxed()
            .collect(Stats.toStats());
    assertThat(shares.mean()).isBetween(0.07, 0.10);
    assertThat(shares.min()).isGreaterThan(0.04);
    assertThat(shares.max()).isLessThan(0.14);
  }

  @Test
  void givesEveryPairOfUserAndNameToOneClass() {
    ImmutableList<String> pairs =
        E2eJobClasses.ALL.stream()
            .flatMap(jobClass -> jobClass.sources().stream())
            .map(source -> source.user() + " " + source.namePattern())
            .collect(ImmutableList.toImmutableList());
    assertThat(ImmutableSet.copyOf(pairs)).hasSameSizeAs(pairs);
  }

  /**
   * The workload is frozen: results of different days are comparable only if this never changes. A
   * change on purpose makes another workload, and needs another name.
   */
  @Test
  void staysAsItWasFrozen() {
    Workload workload = E2eGenerator.generate(E2eParameters.builder().seed(1).build());
    String all = text(workload.jobs()) + text(workload.history());
    assertThat(Hashing.sha256().hashString(all, StandardCharsets.UTF_8))
        .hasToString("a4764e3995db03230304957d15bc89b8ca83981b61cf574947fa8dd689415dc3");
  }

  /** As such jobs were written when the workload was frozen. */
  private static String text(ImmutableList<WorkloadJob> jobs) {
    return jobs.stream()
        .map(
            job ->
                String.format(
                    Locale.ROOT,
                    "WorkloadJob[id=%s, submitMillis=%d, user=%s, name=%s, queue=%s,"
                        + " deadlineMillis=%s, gang=%s, taskMillis=%s]",
                    job.id(),
                    job.submitMillis(),
                    job.user(),
                    job.name(),
                    job.queue(),
                    job.deadlineMillis(),
                    job.gang(),
                    job.taskMillis()))
        .toList()
        .toString();
  }

  @Test
  void describesItself() {
    assertThat(E2eGenerator.generate(E2eParameters.builder().seed(3).build()).description())
        .contains("32 slots over 60 min", "asked for load 1.40", "history of 1500 jobs", "seed 3");
  }

  @Test
  void refusesParametersOutOfRange() {
    assertRefused(E2eParameters.builder().slots(0), "The slots (0) must be at least 1.");
    assertRefused(
        E2eParameters.builder().load(0.0), "The load (0.0) must be above 0 and at most 100.0.");
    assertRefused(E2eParameters.builder().sloShare(1.1), "The sloShare (1.1) must be in [0, 1].");
    assertRefused(
        E2eParameters.builder().arrivalSquaredCov(0.5),
        "The arrivalSquaredCov (0.5) must be between 1 and 1000000.");
    assertRefused(
        E2eParameters.builder().duration(Duration.ZERO),
        "The duration (PT0S) must be at least 1 ms and at most PT8784H.");
    assertRefused(
        E2eParameters.builder().historyJobs(-1), "The historyJobs (-1) must not be negative.");
  }

  private static void assertRefused(E2eParameters.Builder builder, String message) {
    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  private static E2eParameters longWindow(long seed, Duration duration) {
    return E2eParameters.builder().seed(seed).duration(duration).build();
  }

  private static Stream<Integer> seeds(int count) {
    return IntStream.rangeClosed(1, count).boxed();
  }

  private static ImmutableList<WorkloadJob> jobs(Workload workload, boolean slo) {
    return workload.jobs().stream()
        .filter(job -> job.isSlo() == slo)
        .collect(ImmutableList.toImmutableList());
  }

  private static List<String> sloNames(E2eParameters parameters) {
    return jobs(E2eGenerator.generate(parameters), true).stream().map(WorkloadJob::name).toList();
  }

  private static double work(List<WorkloadJob> jobs) {
    return jobs.stream().mapToDouble(WorkloadJob::workMillis).sum();
  }

  /** Share of the jobs for which the median of the recent history is wrong by 2× or more. */
  private static double misestimatedShare(Workload workload) {
    ListMultimap<String, Long> spans = ArrayListMultimap.create();
    workload.history().forEach(job -> spans.put(key(job), job.spanMillis()));
    long misestimated =
        workload.jobs().stream()
            .filter(
                job -> {
                  List<Long> known = spans.get(key(job));
                  List<Long> recent =
                      known.subList(Math.max(0, known.size() - ESTIMATOR_WINDOW), known.size());
                  double ratio = Quantiles.median().compute(recent) / job.spanMillis();
                  return ratio >= 2.0 || ratio <= 0.5;
                })
            .count();
    return (double) misestimated / workload.jobs().size();
  }

  private static String key(WorkloadJob job) {
    return job.user() + " " + job.name().replaceAll("\\d+", "#");
  }
}
