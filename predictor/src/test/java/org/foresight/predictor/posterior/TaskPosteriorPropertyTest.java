package org.foresight.predictor.posterior;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.primitives.ImmutableLongArray;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.foresight.predictor.PointDistribution;
import org.foresight.predictor.RuntimeDistribution;
import org.foresight.predictor.StreamingHistogram;

class TaskPosteriorPropertyTest {

  private static final long YEARS_MILLIS = 100_000_000_000L;

  /** The masses of cells are those of their middles. */
  private static final double DISCRETE = 0.003;

  @Property(tries = 400)
  void allThatFollowsIsADistribution(
      @ForAll("histories") Optional<RuntimeDistribution> history,
      @ForAll("spreads") TaskSpread spread,
      @ForAll("evidence") TaskEvidence evidence,
      @ForAll @IntRange(min = 0, max = 1_000_000) int pending,
      @ForAll @DoubleRange(min = 0, max = 1) double one,
      @ForAll @DoubleRange(min = 0, max = 1) double other) {
    Optional<TaskPosterior> found = TaskPosterior.of(history, spread, evidence);

    assertThat(found.isPresent() || history.isEmpty()).isTrue();
    found.ifPresent(
        posterior -> {
          requireDistribution(posterior.meanTask(), one, other);
          requireDistribution(posterior.task(), one, other);
          requireDistribution(posterior.remainingWork(pending), one, other);
          assertThat(posterior.remainingWorkMillis(pending)).isFinite().isNotNegative();
          assertThat(posterior.remainingWorkMillis(pending + 1))
              .isGreaterThan(posterior.remainingWorkMillis(pending));
        });
  }

  private static void requireDistribution(
      RuntimeDistribution distribution, double one, double other) {
    assertThat(distribution.minMillis()).isNotNegative();
    assertThat(distribution.maxMillis()).isFinite();
    assertThat(distribution.meanMillis())
        .isBetween(distribution.minMillis() * (1 - 1e-9), distribution.maxMillis() * (1 + 1e-9));
    double low = distribution.quantile(Math.min(one, other));
    double high = distribution.quantile(Math.max(one, other));
    assertThat(low).isBetween(distribution.minMillis(), high);
    assertThat(high).isLessThanOrEqualTo(distribution.maxMillis());
    assertThat(distribution.cdf(low)).isBetween(0.0, distribution.cdf(high));
    assertThat(distribution.cdf(distribution.maxMillis())).isEqualTo(1.0);
  }

  @Property(tries = 200)
  void longerPilotsMakeItLonger(
      @ForAll("histories") Optional<RuntimeDistribution> history,
      @ForAll("spreads") TaskSpread spread,
      @ForAll("someFinished") TaskEvidence evidence,
      @ForAll @DoubleRange(min = 1, max = 20) double factor) {
    TaskEvidence longer =
        new TaskEvidence(
            evidence.finished(),
            factor * evidence.meanFinishedMillis(),
            evidence.finishedCov(),
            evidence.runningMillis());

    assertThat(expected(history, spread, longer))
        .isGreaterThanOrEqualTo((1 - DISCRETE) * expected(history, spread, evidence));
  }

  @Property(tries = 200)
  void aRunningTaskThatGrowsOlderNeverMakesItShorter(
      @ForAll("histories") Optional<RuntimeDistribution> history,
      @ForAll("spreads") TaskSpread spread,
      @ForAll("someRunning") TaskEvidence evidence,
      @ForAll @IntRange(min = 0, max = 200) int which,
      @ForAll @LongRange(min = 0, max = 10_000_000) long more) {
    long[] ages = evidence.runningMillis().toArray();
    ages[which % ages.length] += more;
    TaskEvidence older =
        new TaskEvidence(
            evidence.finished(),
            evidence.meanFinishedMillis(),
            evidence.finishedCov(),
            ImmutableLongArray.copyOf(ages));

    assertThat(expected(history, spread, older))
        .isGreaterThanOrEqualTo((1 - DISCRETE) * expected(history, spread, evidence));
  }

  private static double expected(
      Optional<RuntimeDistribution> history, TaskSpread spread, TaskEvidence evidence) {
    return TaskPosterior.of(history, spread, evidence).orElseThrow().expectedTaskMillis();
  }

  @Provide
  Arbitrary<Optional<RuntimeDistribution>> histories() {
    Arbitrary<RuntimeDistribution> points =
        Arbitraries.longs().between(0, YEARS_MILLIS).map(PointDistribution::new);
    Arbitrary<RuntimeDistribution> lognormals =
        Combinators.combine(
                Arbitraries.doubles().between(1, 1e9), Arbitraries.doubles().between(0.01, 1.5))
            .as(Lognormal::distribution);
    Arbitrary<RuntimeDistribution> histograms =
        Arbitraries.longs()
            .between(0, YEARS_MILLIS)
            .list()
            .ofMinSize(1)
            .ofMaxSize(40)
            .map(TaskPosteriorPropertyTest::histogram);
    return Arbitraries.oneOf(points, lognormals, histograms).optional(0.7);
  }

  private static RuntimeDistribution histogram(List<Long> runtimes) {
    StreamingHistogram histogram = new StreamingHistogram(8);
    runtimes.forEach(histogram::add);
    return histogram.toDistribution();
  }

  @Provide
  Arbitrary<TaskSpread> spreads() {
    return Combinators.combine(
            Arbitraries.doubles().between(0, 5),
            Arbitraries.doubles().between(0.1, 10),
            Arbitraries.doubles().between(0.01, 1))
        .as(TaskSpread::new);
  }

  @Provide
  Arbitrary<TaskEvidence> evidence() {
    return evidence(0, 0);
  }

  @Provide
  Arbitrary<TaskEvidence> someFinished() {
    return evidence(1, 0);
  }

  /** Of which at least one is no younger than a millisecond. */
  @Provide
  Arbitrary<TaskEvidence> someRunning() {
    return evidence(0, 1);
  }

  private static Arbitrary<TaskEvidence> evidence(int minFinished, int minRunning) {
    return Combinators.combine(
            Arbitraries.integers().between(minFinished, 1_000_000),
            Arbitraries.doubles().between(0, YEARS_MILLIS),
            Arbitraries.doubles().between(0, 3),
            Arbitraries.longs()
                .between(minRunning, YEARS_MILLIS)
                .list()
                .ofMinSize(minRunning)
                .ofMaxSize(150))
        .as(
            (finished, mean, cov, running) ->
                new TaskEvidence(
                    finished,
                    finished == 0 ? 0 : mean,
                    finished < 2 ? 0 : cov,
                    ImmutableLongArray.copyOf(running)));
  }
}
