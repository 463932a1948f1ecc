package org.foresight.predictor.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import com.google.common.primitives.ImmutableLongArray;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.foresight.predictor.PointDistribution;
import org.foresight.predictor.RuntimeDistribution;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TaskPosteriorTest {

  private static final ImmutableLongArray NOBODY = ImmutableLongArray.of();
  private static final double COV = 0.5;
  private static final TaskSpread SPREAD = new TaskSpread(COV, 1.0, 1.0);
  private static final RuntimeDistribution HISTORY = Lognormal.distribution(1_000, 0.4);

  // The end without evidence: history.

  @Test
  void withoutEvidenceItIsHistoryItself() {
    TaskSpread distrusted = new TaskSpread(COV, 2.0, 0.1);

    TaskPosterior unstarted = posterior(HISTORY, distrusted, TaskEvidence.NONE);
    TaskPosterior justStarted = posterior(HISTORY, distrusted, running(0, 0));

    assertThat(unstarted.meanTask()).isSameAs(HISTORY);
    assertThat(justStarted.meanTask()).isSameAs(HISTORY);
    assertThat(unstarted.expectedTaskMillis()).isEqualTo(HISTORY.meanMillis());
  }

  @Test
  void withNeitherHistoryNorEvidenceItIsUnknown() {
    assertThat(TaskPosterior.of(Optional.empty(), SPREAD, TaskEvidence.NONE)).isEmpty();
    assertThat(TaskPosterior.of(Optional.empty(), SPREAD, running(0))).isEmpty();
  }

  @Test
  void thatATaskHasStartedChangesLittle() {
    TaskSpread distrusted = new TaskSpread(COV, 1.0, 0.1);

    TaskPosterior started = posterior(HISTORY, distrusted, running(1));

    assertThat(started.expectedTaskMillis() / HISTORY.meanMillis()).isBetween(1.0, 1.03);
    assertThat(started.meanTask().quantile(0.5)).isCloseTo(1_000, Percentage.withPercentage(0.5));
  }

  // The end without history: SLearn.

  @ParameterizedTest
  @CsvSource({"1, 0.0", "1, 0.5", "3, 0.5", "30, 1.4", "30, 0.0", "1000000, 0.3", "5, 100"})
  void withoutHistoryTheMedianIsThePilotsMean(int pilots, double cov) {
    TaskPosterior posterior =
        posterior(
            null, new TaskSpread(cov, 1.0, 1.0), new TaskEvidence(pilots, 12_345, cov, NOBODY));

    assertThat(posterior.meanTask().quantile(0.5))
        .isCloseTo(12_345, Percentage.withPercentage(1e-6));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 25, 400})
  void withoutHistoryTheSpreadIsThatOfAMean(int pilots) {
    RuntimeDistribution mean =
        posterior(null, SPREAD, new TaskEvidence(pilots, 1_000, COV, NOBODY)).meanTask();

    double deviation = Math.sqrt(Math.log1p(COV * COV / pilots));
    assertThat(logDeviation(mean)).isCloseTo(deviation, Percentage.withPercentage(0.5));
  }

  @Test
  void theSpreadIsLearnedFromThePilotsToo() {
    TaskEvidence alike = new TaskEvidence(40, 1_000, 0.1, NOBODY);
    TaskEvidence different = new TaskEvidence(40, 1_000, 1.5, NOBODY);

    assertThat(logDeviation(posterior(null, SPREAD, alike).task())).isBetween(0.1, 0.25);
    assertThat(logDeviation(posterior(null, SPREAD, different).task())).isBetween(0.9, 1.2);
  }

  @Test
  void thatTheFirstTasksAreSlowerIsTakenOff() {
    TaskPosterior posterior =
        posterior(null, new TaskSpread(COV, 2.5, 1.0), new TaskEvidence(3, 1_000, COV, NOBODY));

    assertThat(posterior.meanTask().quantile(0.5)).isCloseTo(400, Percentage.withPercentage(1e-6));
  }

  // The middle: SLearn §4.1 on logarithms.

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 16, 64})
  void bothCountByTheirPrecision(int pilots) {
    double pilotsVariance = Math.log1p(COV * COV / pilots);
    double priorVariance = 0.4 * 0.4;
    double precision = 1 / pilotsVariance + 1 / priorVariance;
    double logPilots = Math.log(1_700);
    double expected = (logPilots / pilotsVariance + Math.log(1_000) / priorVariance) / precision;

    RuntimeDistribution mean =
        posterior(HISTORY, SPREAD, new TaskEvidence(pilots, 1_700, COV, NOBODY)).meanTask();

    // Not exactly: history is blurred by some percent, and some jobs have changed.
    assertThat(Math.log(mean.quantile(0.5))).isCloseTo(expected, within(0.04));
    assertThat(logDeviation(mean))
        .isCloseTo(Math.sqrt(1 / precision), Percentage.withPercentage(8));
  }

  @Test
  void thePosteriorIsNarrowerThanEither() {
    TaskEvidence pilots = new TaskEvidence(2, 1_100, COV, NOBODY);

    double both = logDeviation(posterior(HISTORY, SPREAD, pilots).meanTask());

    assertThat(both).isLessThan(0.9 * logDeviation(HISTORY));
    assertThat(both).isLessThan(0.9 * logDeviation(posterior(null, SPREAD, pilots).meanTask()));
  }

  @Test
  void lessTrustMovesItFromHistoryToThePilots() {
    TaskEvidence pilots = new TaskEvidence(2, 1_700, COV, NOBODY);
    double before = 1_000;
    for (double trust : new double[] {1.0, 0.5, 0.2, 0.05, 0.001}) {
      double median =
          posterior(HISTORY, new TaskSpread(COV, 1.0, trust), pilots).meanTask().quantile(0.5);

      assertThat(median).isGreaterThan(before * 1.01);
      before = median;
    }
    assertThat(before).isBetween(1_600.0, 1_700.0);
  }

  @Test
  void historyThatThePilotsExcludeIsOverruled() {
    RuntimeDistribution sure = Lognormal.distribution(1_000, 0.1);

    for (double pilotsMean : new double[] {30, 20_000, 1e9}) {
      TaskEvidence pilots = new TaskEvidence(3, pilotsMean, 0.3, NOBODY);
      RuntimeDistribution mean = posterior(sure, new TaskSpread(0.3, 1.0, 1.0), pilots).meanTask();

      assertThat(mean.quantile(0.5)).isCloseTo(pilotsMean, Percentage.withPercentage(5));
    }
  }

  @Test
  void historyOfOneRunIsBelievedWithinReason() {
    PointDistribution oneRun = new PointDistribution(1_000);

    assertThat(median(oneRun, new TaskEvidence(1, 1_200, 0, NOBODY))).isBetween(1_000.0, 1_030.0);
    assertThat(median(oneRun, new TaskEvidence(5, 3_000, 0.5, NOBODY))).isBetween(2_500.0, 3_000.0);
  }

  // Running tasks.

  @Test
  void tasksThatRunLongerThanHistorySaysMakeItLonger() {
    RuntimeDistribution sure = Lognormal.distribution(1_000, 0.2);

    double median = posterior(sure, SPREAD, running(10_000)).meanTask().quantile(0.5);
    double many =
        posterior(sure, SPREAD, running(10_000, 10_000, 10_000, 10_000)).meanTask().quantile(0.5);

    assertThat(median).isBetween(3_000.0, 20_000.0);
    assertThat(many).isBetween(10_000.0, 40_000.0);
  }

  @Test
  void tasksThatRanOnWhileOthersEndedAreLonger() {
    double finishedOnly = median(null, new TaskEvidence(5, 1_000, 0.4, NOBODY));
    double withOthers =
        median(
            null,
            new TaskEvidence(5, 1_000, 0.4, ImmutableLongArray.of(2_000, 2_000, 2_000, 2_000)));

    assertThat(withOthers).isGreaterThan(1.3 * finishedOnly);
  }

  @Test
  void aTaskThatHangsProvesLittle() {
    TaskEvidence hour = new TaskEvidence(30, 1_000, COV, ImmutableLongArray.of(3_600_000));
    TaskEvidence month = new TaskEvidence(30, 1_000, COV, ImmutableLongArray.of(2_600_000_000L));

    assertThat(median(null, hour)).isBetween(1_000.0, 1_100.0);
    assertThat(median(null, month)).isCloseTo(median(null, hour), Percentage.withPercentage(0.1));
  }

  @Test
  void ofRunningTasksAloneThereIsALowerBound() {
    TaskPosterior one = posterior(null, SPREAD, running(60_000));
    long[] ages = new long[500];
    Arrays.fill(ages, 60_000);
    TaskPosterior many = posterior(null, SPREAD, running(ages));

    assertThat(one.meanTask().quantile(0.5)).isBetween(50_000.0, 120_000.0);
    assertThat(one.expectedTaskMillis()).isBetween(90_000.0, 200_000.0);
    assertThat(many.meanTask().quantile(0.001)).isGreaterThan(120_000);
    // As much again, in other units.
    assertThat(posterior(null, SPREAD, running(60)).expectedTaskMillis())
        .isCloseTo(one.expectedTaskMillis() / 1_000, Percentage.withPercentage(0.01));
  }

  @Test
  void pilotsThatAreStillWarmingUpAreNoSignOfALongStage() {
    TaskEvidence young = running(2_000, 2_000, 2_000);

    double learned = posterior(HISTORY, new TaskSpread(COV, 3.0, 1.0), young).expectedTaskMillis();
    double notLearned = posterior(HISTORY, SPREAD, young).expectedTaskMillis();

    assertThat(learned).isBetween(HISTORY.meanMillis(), 1.5 * HISTORY.meanMillis());
    assertThat(notLearned).isGreaterThan(1.3 * learned);
  }

  // What follows from it.

  @Test
  void aFurtherTaskDiffersFromTheMeanAsTasksDo() {
    TaskPosterior sure = posterior(null, SPREAD, new TaskEvidence(1_000_000, 2_000, COV, NOBODY));

    assertThat(sure.task().meanMillis())
        .isCloseTo(sure.expectedTaskMillis(), Percentage.withPercentage(1e-6));
    assertThat(logDeviation(sure.task()))
        .isCloseTo(Math.sqrt(Math.log1p(COV * COV)), Percentage.withPercentage(1));

    TaskPosterior unsure = posterior(HISTORY, SPREAD, TaskEvidence.NONE);
    assertThat(logDeviation(unsure.task()))
        .isCloseTo(Math.sqrt(0.16 + Math.log1p(COV * COV)), Percentage.withPercentage(3));
  }

  @Test
  void remainingWorkIsThatOfPendingTasksAndTheRestOfRunningOnes() {
    double mean = 2_000;
    TaskPosterior posterior =
        posterior(
            null,
            SPREAD,
            new TaskEvidence(1_000_000, mean, COV, ImmutableLongArray.of(0, 1_000, 4_000)));
    TaskShape shape = new TaskShape(COV);
    double rest =
        mean
            * (1 + shape.meanRest(Math.log(1_000 / mean)) + shape.meanRest(Math.log(4_000 / mean)));

    assertThat(posterior.remainingWorkMillis(0)).isCloseTo(rest, Percentage.withPercentage(0.1));
    assertThat(posterior.remainingWorkMillis(10))
        .isCloseTo(rest + 10 * mean, Percentage.withPercentage(0.1));
    assertThat(posterior.remainingWork(10).meanMillis())
        .isCloseTo(posterior.remainingWorkMillis(10), Percentage.withPercentage(1e-6));
  }

  @Test
  void remainingWorkOfManyTasksIsAsUnsureAsTheirMean() {
    TaskPosterior posterior = posterior(HISTORY, SPREAD, new TaskEvidence(2, 900, 0.4, NOBODY));

    assertThat(logDeviation(posterior.remainingWork(100_000)))
        .isCloseTo(logDeviation(posterior.meanTask()), Percentage.withPercentage(5));
    assertThat(logDeviation(posterior.remainingWork(1)))
        .isCloseTo(logDeviation(posterior.task()), Percentage.withPercentage(1));
  }

  @Test
  void whereNothingIsLeftThereIsNoWork() {
    TaskPosterior posterior = posterior(HISTORY, SPREAD, new TaskEvidence(2, 900, 0.4, NOBODY));

    assertThat(posterior.remainingWorkMillis(0)).isZero();
    assertThat(posterior.remainingWork(0)).isEqualTo(new PointDistribution(0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> posterior.remainingWork(-1))
        .withMessage("The pendingTasks (-1) must be at least 0.");
  }

  // Calibration on generated jobs.

  @ParameterizedTest
  @CsvSource({"0.3, 0.5, 1", "0.8, 0.5, 3", "1.2, 1.0, 2", "0.5, 0.2, 5"})
  void intervalsCoverWhatTheySay(double priorDeviation, double cov, int pilots) {
    SplittableRandom random = new SplittableRandom(7);
    RuntimeDistribution history = Lognormal.distribution(60_000, priorDeviation);
    int covered = 0;
    int jobs = 1_000;
    for (int job = 0; job < jobs; job++) {
      double mean = Lognormal.draw(random, 60_000, priorDeviation);
      TaskEvidence evidence = TaskEvidence.of(Lognormal.tasks(random, pilots, mean, cov), NOBODY);
      TaskPosterior posterior = posterior(history, new TaskSpread(cov, 1.0, 1.0), evidence);
      covered += covers(posterior, mean) ? 1 : 0;
    }

    assertThat((double) covered / jobs).isBetween(0.76, 0.87);
  }

  @ParameterizedTest
  @CsvSource({"0.5, 0.5", "1.0, 0.5", "1.5, 1.0"})
  void intervalsCoverWhatTheySayWhileTasksRun(double snapshotToMedian, double priorDeviation) {
    SplittableRandom random = new SplittableRandom(11);
    RuntimeDistribution history = Lognormal.distribution(60_000, priorDeviation);
    long now = Math.round(60_000 * snapshotToMedian);
    int covered = 0;
    int jobs = 1_000;
    for (int job = 0; job < jobs; job++) {
      double mean = Lognormal.draw(random, 60_000, priorDeviation);
      ImmutableLongArray tasks = Lognormal.tasks(random, 6, mean, COV);
      long[] finished = tasks.stream().filter(millis -> millis <= now).toArray();
      long[] running = new long[tasks.length() - finished.length];
      Arrays.fill(running, now);
      TaskPosterior posterior =
          posterior(
              history,
              SPREAD,
              TaskEvidence.of(
                  ImmutableLongArray.copyOf(finished), ImmutableLongArray.copyOf(running)));
      covered += covers(posterior, mean) ? 1 : 0;
    }

    assertThat((double) covered / jobs).isBetween(0.72, 0.89);
  }

  private static boolean covers(TaskPosterior posterior, double meanMillis) {
    double below = posterior.meanTask().cdf(meanMillis);
    return below >= 0.1 && below <= 0.9;
  }

  private static TaskPosterior posterior(
      @Nullable RuntimeDistribution history, TaskSpread spread, TaskEvidence evidence) {
    return TaskPosterior.of(Optional.ofNullable(history), spread, evidence).orElseThrow();
  }

  private static double median(@Nullable RuntimeDistribution history, TaskEvidence evidence) {
    return posterior(history, SPREAD, evidence).meanTask().quantile(0.5);
  }

  private static TaskEvidence running(long... ages) {
    return new TaskEvidence(0, 0, 0, ImmutableLongArray.copyOf(ages));
  }

  /** Standard deviation of the logarithm, were it normal, by the middle two thirds. */
  private static double logDeviation(RuntimeDistribution distribution) {
    return Math.log(distribution.quantile(0.841345) / distribution.quantile(0.158655)) / 2;
  }
}
