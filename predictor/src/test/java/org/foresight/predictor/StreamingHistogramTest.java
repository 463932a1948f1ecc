package org.foresight.predictor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StreamingHistogramTest {

  /**
   * By hand: the bins become (2, 1), (9.5, 2), (19 1/3, 3), (32 2/3, 3), (45, 1). Up to 15 there
   * are 1 + 2/2 of the first two and the trapezoid from 2 to 2.559 over 0.559 of the way to the
   * third.
   */
  @Test
  void joinsTheClosestBinsAndInterpolatesByTrapezoids() {
    StreamingHistogram first = new StreamingHistogram(5);
    Histograms.addAll(first, 23, 19, 10, 16, 36, 2, 9);
    StreamingHistogram second = new StreamingHistogram(5);
    Histograms.addAll(second, 32, 30, 45);
    first.merge(second);

    HistogramDistribution distribution = first.toDistribution();

    assertThat(first.binCount()).isEqualTo(5);
    assertThat(distribution.cdf(15)).isCloseTo(0.32751, within(0.00001));
    assertThat(distribution.quantile(0.32751)).isCloseTo(15, within(0.001));
    // Level between the third and the fourth bin, which begins at 4.5 of 10.
    assertThat(distribution.quantile(0.6)).isCloseTo(19.3333 + 13.3333 / 2, within(0.001));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 1000})
  void equalValuesAreAPointMass(int repetitions) {
    StreamingHistogram histogram = new StreamingHistogram();
    for (int i = 0; i < repetitions; i++) {
      histogram.add(60_000);
    }

    HistogramDistribution distribution = histogram.toDistribution();

    assertThat(distribution.cdf(59_999.999)).isZero();
    assertThat(distribution.cdf(60_000)).isEqualTo(1.0);
    assertThat(distribution.quantile(0.0)).isEqualTo(60_000);
    assertThat(distribution.quantile(0.5)).isEqualTo(60_000);
    assertThat(distribution.quantile(1.0)).isEqualTo(60_000);
    assertThat(distribution.meanMillis()).isEqualTo(60_000);
    assertThat(distribution.expectation(Math::sqrt)).isEqualTo(Math.sqrt(60_000));
  }

  @Test
  void twoValuesHaveAQuarterAtEachEndAndTheRestBetween() {
    HistogramDistribution distribution = Histograms.of(20, 10).toDistribution();

    assertThat(distribution.cdf(9.99)).isZero();
    assertThat(distribution.cdf(10)).isEqualTo(0.25);
    assertThat(distribution.cdf(15)).isEqualTo(0.5);
    assertThat(distribution.cdf(19.999)).isCloseTo(0.75, within(0.001));
    assertThat(distribution.cdf(20)).isEqualTo(1.0);
    assertThat(distribution.quantile(0.1)).isEqualTo(10);
    assertThat(distribution.quantile(0.5)).isEqualTo(15);
    assertThat(distribution.quantile(0.9)).isEqualTo(20);
  }

  @Test
  void valuesThatAllRepeatGiveTheirEmpiricalDistribution() {
    HistogramDistribution distribution =
        Histograms.of(10, 10, 10, 10, 10, 10, 50, 50, 50, 70, 70, 70).toDistribution();

    assertThat(distribution.cdf(10)).isEqualTo(0.5);
    assertThat(distribution.cdf(49.9)).isEqualTo(0.5);
    assertThat(distribution.cdf(50)).isEqualTo(0.75);
    assertThat(distribution.cdf(69.9)).isEqualTo(0.75);
    assertThat(distribution.quantile(0.5)).isEqualTo(10);
    assertThat(distribution.quantile(0.51)).isEqualTo(50);
    assertThat(distribution.quantile(0.76)).isEqualTo(70);
    assertThat(distribution.expectation(millis -> millis * millis))
        .isCloseTo(0.5 * 100 + 0.25 * 2500 + 0.25 * 4900, within(1e-9));
  }

  @Test
  void aRepeatedValueAmongSingleOnesStaysAPointMass() {
    HistogramDistribution distribution = Histograms.of(10, 20, 20, 20, 20, 30).toDistribution();

    assertThat(distribution.cdf(20) - distribution.cdf(Math.nextDown(20.0)))
        .isCloseTo(4.0 / 6.0, within(1e-9));
  }

  @Test
  void zeroIsAValueWhateverItsSign() {
    StreamingHistogram histogram = Histograms.of(0.0, -0.0);

    assertThat(histogram.binCount()).isEqualTo(1);
    assertThat(histogram.toDistribution().cdf(0)).isEqualTo(1.0);
  }

  @Test
  void hugeRangesKeepTheBulkAndTheTailApart() {
    StreamingHistogram histogram = new StreamingHistogram();
    for (int i = 1; i <= 1000; i++) {
      histogram.add(i);
    }
    histogram.add(Long.MAX_VALUE);

    HistogramDistribution distribution = histogram.toDistribution();

    assertThat(distribution.maxMillis()).isEqualTo((double) Long.MAX_VALUE);
    assertThat(distribution.quantile(0.5)).isCloseTo(500, within(25.0));
    assertThat(distribution.cdf(1000)).isGreaterThan(0.98);
    assertThat(distribution.cdf(1e18)).isLessThan(1.0);
  }

  @Test
  void neverHoldsMoreBinsThanAllowedAndCountsExactly() {
    StreamingHistogram histogram = new StreamingHistogram(7);
    for (int i = 0; i < 1000; i++) {
      histogram.add((i * 7919) % 1000);
      assertThat(histogram.binCount()).isLessThanOrEqualTo(7);
    }

    assertThat(histogram.count()).isEqualTo(1000);
    assertThat(histogram.min()).isEqualTo(0);
    assertThat(histogram.max()).isEqualTo(999);
    assertThat(histogram.mean()).isEqualTo(499.5);
  }

  @Test
  void aSnapshotDoesNotFollowTheHistogram() {
    StreamingHistogram histogram = Histograms.of(10, 20, 20);
    HistogramDistribution before = histogram.toDistribution();

    Histograms.addAll(histogram, 10, 20, 1000);

    assertThat(before.maxMillis()).isEqualTo(20);
    assertThat(before.cdf(20)).isEqualTo(1.0);
  }

  static Stream<Arguments> distributions() {
    ToDoubleFunction<RandomGenerator> uniform = random -> random.nextDouble(1_000, 600_000);
    ToDoubleFunction<RandomGenerator> lognormal =
        random -> Math.rint(60_000 * Math.exp(1.5 * random.nextGaussian()));
    ToDoubleFunction<RandomGenerator> bimodal =
        random ->
            random.nextDouble() < 0.7
                ? 30_000 + 1_000 * Math.abs(random.nextGaussian())
                : 900_000 + 20_000 * Math.abs(random.nextGaussian());
    return Stream.of(
        Arguments.of("uniform", uniform, 100, 0.02),
        Arguments.of("uniform", uniform, 20_000, 0.02),
        Arguments.of("lognormal", lognormal, 100, 0.03),
        Arguments.of("lognormal", lognormal, 1_000, 0.07),
        Arguments.of("bimodal", bimodal, 100, 0.03),
        Arguments.of("bimodal", bimodal, 1_000, 0.07));
  }

  @ParameterizedTest(name = "{2} of {0}")
  @MethodSource("distributions")
  void quantilesAreCloseToTheExactOnes(
      String name, ToDoubleFunction<RandomGenerator> source, int size, double maxError) {
    double[] sorted = sortedSample(source, size, 42);
    StreamingHistogram histogram = new StreamingHistogram();
    Histograms.addAll(histogram, shuffled(sorted, 7));

    assertClose(histogram.toDistribution(), sorted, maxError);
  }

  @ParameterizedTest(name = "{2} of {0}")
  @MethodSource("distributions")
  void mergingPartsIsAsGoodAsAddingAll(
      String name, ToDoubleFunction<RandomGenerator> source, int size, double maxError) {
    double[] sorted = sortedSample(source, size, 43);
    double[] stream = shuffled(sorted, 8);
    StreamingHistogram left = new StreamingHistogram();
    StreamingHistogram right = new StreamingHistogram();
    StreamingHistogram all = new StreamingHistogram();
    int partSize = size / 4;
    for (int part = 0; part < 4; part++) {
      int from = part * partSize;
      StreamingHistogram partial = Histograms.of(Arrays.copyOfRange(stream, from, from + partSize));
      (part < 2 ? left : right).merge(partial);
      all.merge(partial);
    }
    left.merge(right);

    for (StreamingHistogram merged : new StreamingHistogram[] {left, all}) {
      assertThat(merged.count()).isEqualTo(size);
      assertThat(merged.min()).isEqualTo(sorted[0]);
      assertThat(merged.max()).isEqualTo(sorted[sorted.length - 1]);
      assertThat(merged.mean())
          .isCloseTo(Arrays.stream(sorted).average().orElseThrow(), within(1e-6));
      assertClose(merged.toDistribution(), sorted, maxError);
    }
  }

  @Test
  void mergingIntoAnEmptyHistogramCopies() {
    StreamingHistogram source = Histograms.of(10, 20, 20);
    StreamingHistogram copy = new StreamingHistogram();

    copy.merge(source);
    copy.merge(new StreamingHistogram());

    assertThat(copy.toDistribution().cdf(15)).isEqualTo(source.toDistribution().cdf(15));
    assertThat(copy.count()).isEqualTo(3);
    assertThat(copy.min()).isEqualTo(10);
  }

  @Test
  void mergingWithItselfDoublesTheCounts() {
    StreamingHistogram histogram = Histograms.of(10, 20);

    histogram.merge(histogram);

    assertThat(histogram.count()).isEqualTo(4);
    assertThat(histogram.mean()).isEqualTo(15);
    assertThat(histogram.toDistribution().cdf(10)).isEqualTo(0.5);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY, 1e19})
  void rejectsWhatIsNoRuntime(double value) {
    StreamingHistogram histogram = new StreamingHistogram();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> histogram.add(value))
        .withMessage("The value (" + value + ") of a histogram must be a number from 0 to 2^63.");
    assertThat(histogram.count()).isZero();
  }

  @Test
  void anEmptyHistogramHasNoDistribution() {
    StreamingHistogram histogram = new StreamingHistogram();

    assertThatIllegalStateException().isThrownBy(histogram::toDistribution);
    assertThatIllegalStateException().isThrownBy(histogram::min);
    assertThatIllegalStateException().isThrownBy(histogram::max);
    assertThatIllegalStateException().isThrownBy(histogram::mean);
  }

  @Test
  void oneBinIsTooFew() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new StreamingHistogram(1))
        .withMessage("The maxBins (1) of a histogram must be at least 2.");
  }

  /** By rank: how far off the histogram's probability is at each exact percentile. */
  private static void assertClose(
      HistogramDistribution distribution, double[] sorted, double maxError) {
    for (int percent = 1; percent < 100; percent++) {
      int rank = sorted.length * percent / 100;
      assertThat(distribution.cdf(sorted[rank]))
          .as("probability at percentile %d", percent)
          .isCloseTo((rank + 0.5) / sorted.length, within(maxError));
    }
    assertThat(distribution.minMillis()).isEqualTo(sorted[0]);
    assertThat(distribution.maxMillis()).isEqualTo(sorted[sorted.length - 1]);
  }

  private static double[] sortedSample(
      ToDoubleFunction<RandomGenerator> source, int size, long seed) {
    RandomGenerator random = new SplittableRandom(seed);
    return Stream.generate(() -> source.applyAsDouble(random))
        .limit(size)
        .mapToDouble(Double::doubleValue)
        .sorted()
        .toArray();
  }

  private static double[] shuffled(double[] values, long seed) {
    RandomGenerator random = new SplittableRandom(seed);
    double[] shuffled = values.clone();
    for (int i = shuffled.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      double swapped = shuffled[i];
      shuffled[i] = shuffled[j];
      shuffled[j] = swapped;
    }
    return shuffled;
  }
}
