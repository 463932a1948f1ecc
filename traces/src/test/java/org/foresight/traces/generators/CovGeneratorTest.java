package org.foresight.traces.generators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.foresight.traces.generators.GeneratedJobs.all;
import static org.foresight.traces.generators.GeneratedJobs.history;
import static org.foresight.traces.generators.GeneratedJobs.jobs;
import static org.foresight.traces.generators.GeneratedJobs.meanTaskMillis;
import static org.foresight.traces.generators.GeneratedJobs.program;
import static org.foresight.traces.generators.GeneratedJobs.seed;
import static org.foresight.traces.generators.GeneratedJobs.source;
import static org.foresight.traces.generators.GeneratedJobs.work;

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ListMultimap;
import com.google.common.math.Quantiles;
import com.google.common.math.Stats;
import com.google.common.math.StatsAccumulator;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CovGeneratorTest {

  private static final int THIN = 3;
  private static final double SAMPLING_RATIO = 0.03;

  /**
   * The errors of SLearn §4.3, in percent. The paper prints two sets of medians for sampling; these
   * are those of its introduction.
   *
   * <p>Many jobs, so that the errors are those that the table of the workload stands for: all are
   * within 10 % of the published ones.
   */
  @ParameterizedTest
  @CsvSource({
    "slearn-2sigma, 18.98, 58.66, 36.57, 475.78",
    "slearn-google2011, 13.68, 49.95, 21.39, 294.52",
    "slearn-google2019, 51.84, 92.25, 71.56, 1927.51"
  })
  void hasThePublishedErrorsOfSamplingAndHistory(
      String name, double samplingP50, double samplingP90, double historyP50, double historyP90) {
    Errors errors = Errors.of(source(name, seed(1).jobs(40_000)));
    assertThat(errors.samplingPercentile(50)).isCloseTo(samplingP50, withinPercentage(10.0));
    assertThat(errors.samplingPercentile(90)).isCloseTo(samplingP90, withinPercentage(10.0));
    assertThat(errors.historyPercentile(50)).isCloseTo(historyP50, withinPercentage(10.0));
    assertThat(errors.historyPercentile(90)).isCloseTo(historyP90, withinPercentage(10.0));
  }

  /**
   * The workload itself has a few hundred wide jobs: within a third for sampling, within some
   * factors for history, whose P90 is where the errors of jobs that have changed begin.
   */
  @ParameterizedTest
  @CsvSource({
    "slearn-2sigma, 18.98, 58.66, 36.57, 475.78",
    "slearn-google2011, 13.68, 49.95, 21.39, 294.52",
    "slearn-google2019, 51.84, 92.25, 71.56, 1927.51"
  })
  void hasErrorsLikeThoseInEveryWorkload(
      String name, double samplingP50, double samplingP90, double historyP50, double historyP90) {
    for (int seed = 1; seed <= 5; seed++) {
      Errors errors = Errors.of(source(name, seed(seed)));
      assertThat(errors.samplingPercentile(50)).isCloseTo(samplingP50, withinPercentage(33.0));
      assertThat(errors.samplingPercentile(90)).isCloseTo(samplingP90, withinPercentage(33.0));
      assertThat(errors.historyPercentile(50)).isBetween(historyP50 / 1.6, historyP50 * 1.6);
      assertThat(errors.historyPercentile(90)).isBetween(historyP90 / 3.0, historyP90 * 8.0);
      assertThat(errors.samplingPercentile(50)).isLessThan(errors.historyPercentile(50));
      assertThat(errors.samplingPercentile(90)).isLessThan(errors.historyPercentile(90));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"slearn-2sigma", "slearn-google2011", "slearn-google2019"})
  void hasTheLoadAndTheSizeOfThePaper(String name) {
    double load =
        CovTraces.ALL.stream()
            .filter(trace -> trace.name().equals(name))
            .findFirst()
            .orElseThrow()
            .load();
    ImmutableList<WorkloadJob> jobs = all(jobs(source(name, seed(1))));
    assertThat(jobs).hasSize(1250).allSatisfy(job -> assertThat(job.width()).isBetween(1, 150));
    assertThat(work(jobs) / 150 / jobs.get(jobs.size() - 1).submitMillis())
        .isCloseTo(load, withinPercentage(0.1));
    ImmutableList<WorkloadJob> fewer =
        all(jobs(source(name, seed(1).slots(10).load(0.5).jobs(100))));
    assertThat(fewer).hasSize(100);
    assertThat(work(fewer) / 10 / fewer.get(99).submitMillis())
        .isCloseTo(0.5, withinPercentage(0.1));
  }

  @ParameterizedTest
  @CsvSource({"slearn-2sigma, 0.19", "slearn-google2011, 0.74", "slearn-google2019, 0.50"})
  void hasThinJobs(String name, double share) {
    ImmutableList<WorkloadJob> jobs = all(jobs(source(name, seed(1))));
    assertThat((double) jobs.stream().filter(job -> job.width() < THIN).count() / jobs.size())
        .isCloseTo(share, within(0.04));
  }

  /** Table 9: shares of the jobs and of the work of 2STrace by width and size. */
  @ParameterizedTest
  @CsvSource({
    "true, true, 0.0455, 0.0001",
    "false, true, 0.2873, 0.0006",
    "true, false, 0.1429, 0.0541",
    "false, false, 0.5243, 0.9452"
  })
  void hasThePublishedBins(boolean thin, boolean small, double shareOfJobs, double shareOfWork) {
    ImmutableList<WorkloadJob> jobs = all(jobs(source("slearn-2sigma", seed(1).jobs(20_000))));
    ImmutableList<WorkloadJob> bin =
        jobs.stream()
            .filter(job -> (job.width() < THIN) == thin)
            .filter(job -> (job.workMillis() < 1_000_000) == small)
            .collect(ImmutableList.toImmutableList());
    assertThat((double) bin.size() / jobs.size()).isCloseTo(shareOfJobs, within(0.06));
    assertThat(work(bin) / work(jobs)).isCloseTo(shareOfWork, within(0.01));
  }

  /** §5.3.5: 58.5 % of the jobs of 2STrace have fewer than five tasks, none has three. */
  @Test
  void hasManyJobsOfFourTasks() {
    ImmutableList<WorkloadJob> jobs = all(jobs(source("slearn-2sigma", seed(1))));
    assertThat((double) jobs.stream().filter(job -> job.width() < 5).count() / jobs.size())
        .isCloseTo(0.585, within(0.04));
    assertThat(jobs).noneMatch(job -> job.width() == 3);
  }

  /** §5.4.3: few of Google's jobs are thin and large. */
  @ParameterizedTest
  @CsvSource({"slearn-google2011, 0.0190", "slearn-google2019, 0.0160"})
  void hasFewThinJobsThatAreLarge(String name, double share) {
    ImmutableList<WorkloadJob> jobs = all(jobs(source(name, seed(1).jobs(20_000))));
    assertThat(
            (double)
                    jobs.stream()
                        .filter(job -> job.width() < THIN && job.workMillis() >= 1_000_000)
                        .count()
                / jobs.size())
        .isCloseTo(share, within(0.01));
  }

  /** Table 10: over-estimates are gross, under-estimates mild. */
  @Test
  void overEstimatesMoreGrosslyThanItUnderEstimates() {
    Errors errors = Errors.of(source("slearn-2sigma", seed(1).jobs(40_000)));
    double overEstimated =
        (double) errors.signedHistory.stream().filter(error -> error > 0.0).count()
            / errors.signedHistory.size();
    assertThat(overEstimated).isBetween(0.45, 0.62);
    double[] under =
        errors.signedHistory.stream().filter(e -> e < 0.0).mapToDouble(e -> e).toArray();
    double[] over =
        errors.signedHistory.stream().filter(e -> e > 0.0).mapToDouble(e -> e).toArray();
    assertThat(Quantiles.median().compute(under)).isCloseTo(-28.57, within(6.0));
    assertThat(Stats.of(under).mean()).isCloseTo(-37.0, within(6.0));
    assertThat(Quantiles.median().compute(over)).isCloseTo(48.0, within(12.0));
    assertThat(Stats.of(over).mean()).isGreaterThan(898.5);
  }

  /** §6: 2 to 5 stages, one after the other. */
  @Test
  void hasJobsOfSeveralStages() {
    ImmutableList<WorkloadJob> jobs = all(jobs(source("slearn-google2019-dag", seed(1))));
    assertThat(jobs).hasSize(900);
    assertThat(jobs.stream().map(job -> job.stages().size()).distinct())
        .containsExactlyInAnyOrder(2, 3, 4, 5);
    Map<String, Integer> stagesOfProgram = new HashMap<>();
    for (WorkloadJob job : jobs) {
      assertThat(stagesOfProgram.merge(program(job), job.stages().size(), (a, b) -> b))
          .isEqualTo(job.stages().size());
      for (int i = 0; i < job.stages().size(); i++) {
        assertThat(job.stages().get(i).parents())
            .isEqualTo(i == 0 ? ImmutableIntArray.of() : ImmutableIntArray.of(i - 1));
        assertThat(job.stages().get(i).width()).isBetween(1, 150);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"0.5, 0.2", "0.1, 1.0", "0.0, 0.3"})
  void hasTheCovOfItsName(double timeCov, double spaceCov) {
    WorkloadSource source = source("cov-" + timeCov + "-" + spaceCov, seed(1).jobs(20_000));
    ListMultimap<String, Double> logMeans = ArrayListMultimap.create();
    StatsAccumulator squaredSpace = new StatsAccumulator();
    for (WorkloadJob job : all(jobs(source))) {
      if (job.width() >= 50) {
        logMeans.put(program(job), Math.log(meanTaskMillis(job)));
        Stats tasks = Stats.of(job.taskMillis());
        squaredSpace.add(tasks.sampleVariance() / (tasks.mean() * tasks.mean()));
      }
    }
    StatsAccumulator variances = new StatsAccumulator();
    logMeans
        .asMap()
        .values()
        .forEach(
            means -> {
              if (means.size() > 1) {
                variances.add(Stats.of(means).sampleVariance());
              }
            });
    assertThat(Math.sqrt(squaredSpace.mean())).isCloseTo(spaceCov, withinPercentage(10.0));
    // Means of a hundred tasks vary by a tenth of the tasks' CoV themselves.
    double ofTime = Math.sqrt(Math.expm1(variances.mean()));
    assertThat(ofTime).isCloseTo(timeCov, within(0.02 + 0.12 * spaceCov));
  }

  @Test
  void hasTenRunsOfEachRecurringJobAsHistory() {
    WorkloadSource source = source("cov-0.5-0.2", seed(1));
    Map<String, Integer> runs = new HashMap<>();
    history(source).forEachRemaining(job -> runs.merge(program(job), 1, Integer::sum));
    assertThat(runs).hasSize(125);
    assertThat(runs.values()).containsOnly(10);
    assertThat(runs.keySet())
        .containsAll(all(jobs(source)).stream().map(GeneratedJobs::program).toList());
  }

  @Test
  void keepsItsTable() {
    assertThat(GeneratedJobs.sha256(CovTraces.ALL.toString()))
        .isEqualTo("fac00eae4f474a8bc92ab12b42abb89018c93ddda9d6949f65776646030ab135");
  }

  @Test
  void refusesTracesThatCannotBe() {
    assertThatThrownBy(() -> new CovTrace.Change(1.5, 0.1, 2.0))
        .hasMessage("The share of changed jobs (1.5) must be in [0, 1].");
    assertThatThrownBy(() -> new CovTrace.Change(0.5, 0.1, 0.5))
        .hasMessage("The largestFactor (0.5) must be in [1, 1000000.0].");
    assertThatThrownBy(() -> new CovTrace.Widths(0.6, 0.5, 3))
        .hasMessage("The sum of thinShare and narrowShare (1.1) must be in [0, 1].");
    assertThatThrownBy(() -> new CovTrace.Seconds(3.0, 2.0))
        .hasMessage(
            "The min (3.0) of a range of seconds must be at least 0.001 and below its max (2.0),"
                + " which is at most 1e7.");
  }

  /** Errors of wide jobs, in percent of the mean task runtime of the job. */
  private static final class Errors {
    private final List<Double> sampling = new ArrayList<>();
    private final List<Double> history = new ArrayList<>();
    private final List<Double> signedHistory = new ArrayList<>();

    static Errors of(WorkloadSource source) {
      Errors errors = new Errors();
      Map<String, EarlierRuns> earlier = new HashMap<>();
      history(source)
          .forEachRemaining(
              job ->
                  earlier
                      .computeIfAbsent(program(job), unused -> new EarlierRuns())
                      .add(meanTaskMillis(job)));
      jobs(source)
          .forEachRemaining(
              job -> {
                EarlierRuns runs = Objects.requireNonNull(earlier.get(program(job)));
                double actual = meanTaskMillis(job);
                if (job.width() >= THIN) {
                  double error = 100.0 * (runs.estimate() - actual) / actual;
                  errors.signedHistory.add(error);
                  errors.history.add(Math.abs(error));
                  errors.sampling.add(100.0 * Math.abs(pilots(job) - actual) / actual);
                }
                runs.add(actual);
              });
      return errors;
    }

    /** The mean of the first tasks: tasks are in no order. */
    private static double pilots(WorkloadJob job) {
      int pilots = Math.max(1, (int) (SAMPLING_RATIO * job.width()));
      return job.taskMillis().stream()
          .limit(pilots)
          .mapToLong(Long::longValue)
          .average()
          .orElseThrow();
    }

    double samplingPercentile(int percent) {
      return Quantiles.percentiles().index(percent).compute(sampling);
    }

    double historyPercentile(int percent) {
      return Quantiles.percentiles().index(percent).compute(history);
    }
  }

  /** 3Sigma's estimate where the utility is 1 ÷ runtime²: E[t⁻²]^(−1/2). */
  private static final class EarlierRuns {
    private double sumOfInverseSquares;
    private int runs;

    void add(double millis) {
      sumOfInverseSquares += 1.0 / (millis * millis);
      runs++;
    }

    double estimate() {
      return Math.sqrt(runs / sumOfInverseSquares);
    }
  }
}
