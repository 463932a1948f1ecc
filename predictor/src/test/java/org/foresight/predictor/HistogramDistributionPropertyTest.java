package org.foresight.predictor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;

class HistogramDistributionPropertyTest {

  private static final double EPSILON = 1e-6;

  @Provide
  Arbitrary<List<Integer>> runtimes() {
    return Histograms.runtimes();
  }

  @Property(tries = 200)
  void cdfIsMonotoneFromZeroToOne(
      @ForAll("runtimes") List<Integer> runtimes,
      @ForAll @Scale(6) @DoubleRange(min = -0.1, max = 1.1) double one,
      @ForAll @Scale(6) @DoubleRange(min = -0.1, max = 1.1) double other) {
    HistogramDistribution distribution = distribution(runtimes);
    double range = distribution.maxMillis() - distribution.minMillis();
    double low = distribution.minMillis() + Math.min(one, other) * range;
    double high = distribution.minMillis() + Math.max(one, other) * range;

    assertThat(distribution.cdf(low)).isBetween(0.0, distribution.cdf(high));
    assertThat(distribution.cdf(high)).isLessThanOrEqualTo(1.0);
    assertThat(distribution.cdf(Math.nextDown(distribution.minMillis()))).isZero();
    assertThat(distribution.cdf(distribution.maxMillis())).isEqualTo(1.0);
  }

  @Property(tries = 200)
  void cdfIsMonotoneToTheLastBit(
      @ForAll("runtimes") List<Integer> runtimes,
      @ForAll @Scale(6) @DoubleRange(min = 0, max = 1) double probability) {
    HistogramDistribution distribution = distribution(runtimes);
    double millis = distribution.quantile(probability);
    for (int i = 0; i < 50; i++) {
      double next = Math.nextUp(millis);
      assertThat(distribution.cdf(next)).isGreaterThanOrEqualTo(distribution.cdf(millis));
      millis = next;
    }
  }

  @Property(tries = 200)
  void quantileIsTheSmallestRuntimeThatReachesTheProbability(
      @ForAll("runtimes") List<Integer> runtimes,
      @ForAll @Scale(6) @DoubleRange(min = 0, max = 1) double probability) {
    HistogramDistribution distribution = distribution(runtimes);

    double millis = distribution.quantile(probability);

    assertThat(millis).isBetween(distribution.minMillis(), distribution.maxMillis());
    assertThat(distribution.cdf(millis)).isGreaterThanOrEqualTo(probability - EPSILON);
    double shorter = millis - 1e-3 - millis * 1e-9;
    assertThat(distribution.cdf(shorter)).isLessThanOrEqualTo(probability + EPSILON);
  }

  @Property(tries = 200)
  void quantileOfTheCdfLeadsBack(
      @ForAll("runtimes") List<Integer> runtimes,
      @ForAll @Scale(6) @DoubleRange(min = 0, max = 1) double part) {
    HistogramDistribution distribution = distribution(runtimes);
    double millis =
        distribution.minMillis() + part * (distribution.maxMillis() - distribution.minMillis());

    double probability = distribution.cdf(millis);

    // Where the density is almost none, one rounding error of the probability is a long way in
    // runtimes; the quantile of a probability that is less by such an error must not be beyond.
    double aTrifleLess = Math.max(0, probability - 1e-12);
    assertThat(distribution.quantile(aTrifleLess)).isLessThanOrEqualTo(millis * (1 + 1e-9) + 1e-3);
    assertThat(distribution.cdf(distribution.quantile(probability)))
        .isCloseTo(probability, within(EPSILON));
  }

  @Property(tries = 50)
  void expectationAgreesWithBruteForceOverTheQuantiles(
      @ForAll("runtimes") List<Integer> runtimes,
      @ForAll @Scale(6) @DoubleRange(min = 0, max = 1) double deadlinePart) {
    HistogramDistribution distribution = distribution(runtimes);
    double max = Math.max(1.0, distribution.maxMillis());
    double deadline =
        distribution.minMillis()
            + deadlinePart * (distribution.maxMillis() - distribution.minMillis());

    assertThat(distribution.expectation(millis -> 1.0)).isCloseTo(1.0, within(1e-9));
    assertExpectation(distribution, millis -> millis / max, 1e-3);
    assertExpectation(distribution, millis -> (millis / max) * (millis / max), 1e-3);
    assertExpectation(distribution, millis -> 1.0 / (1.0 + 5.0 * millis / max), 1e-3);
    assertThat(distribution.expectation(millis -> millis <= deadline ? 1.0 : 0.0))
        .isCloseTo(distribution.cdf(deadline), within(2.0 / 256 + EPSILON));
  }

  @Property(tries = 200)
  void scalingScalesEveryRuntime(
      @ForAll("runtimes") List<Integer> runtimes,
      @ForAll @Scale(6) @DoubleRange(min = 0.01, max = 100) double factor,
      @ForAll @Scale(6) @DoubleRange(min = 0, max = 1) double probability) {
    HistogramDistribution distribution = distribution(runtimes);

    HistogramDistribution scaled = distribution.scaledBy(factor);

    assertThat(scaled.quantile(probability))
        .isCloseTo(factor * distribution.quantile(probability), within(1e-6 * scaled.maxMillis()));
    assertThat(scaled.meanMillis()).isEqualTo(factor * distribution.meanMillis());
    assertThat(scaled.minMillis()).isEqualTo(factor * distribution.minMillis());
    assertThat(scaled.maxMillis()).isEqualTo(factor * distribution.maxMillis());
    assertThat(scaled.cdf(scaled.maxMillis())).isEqualTo(1.0);
  }

  @Property(tries = 200)
  void conditionalSurvivalFallsFromOneToZero(
      @ForAll("runtimes") List<Integer> runtimes,
      @ForAll @Scale(6) @DoubleRange(min = 0, max = 0.999) double elapsedProbability,
      @ForAll @Scale(6) @DoubleRange(min = 0, max = 1) double laterPart) {
    HistogramDistribution distribution = distribution(runtimes);
    double max = distribution.maxMillis();
    double elapsed = distribution.quantile(elapsedProbability);
    double later = elapsed + laterPart * (max - elapsed);

    double survival = distribution.survivalGiven(later, elapsed);

    assertThat(distribution.survivalGiven(elapsed, elapsed)).isEqualTo(1.0);
    assertThat(survival).isBetween(0.0, 1.0);
    assertThat(survival).isGreaterThanOrEqualTo(distribution.survival(later));
    assertThat(survival * distribution.survival(elapsed))
        .isCloseTo(
            later > elapsed ? distribution.survival(later) : distribution.survival(elapsed),
            within(1e-12));
    assertThat(distribution.survivalGiven(max + 1, max)).isZero();
  }

  private static HistogramDistribution distribution(List<Integer> runtimes) {
    return Histograms.ofRuntimes(runtimes).toDistribution();
  }

  private static void assertExpectation(
      HistogramDistribution distribution, DoubleUnaryOperator function, double tolerance) {
    int steps = 5_000;
    double sum = 0;
    for (int i = 0; i < steps; i++) {
      sum += function.applyAsDouble(distribution.quantile((i + 0.5) / steps));
    }
    assertThat(distribution.expectation(function)).isCloseTo(sum / steps, within(tolerance));
  }
}
