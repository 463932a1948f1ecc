package org.foresight.planner.valuation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.foresight.predictor.RuntimeDistribution;
import org.foresight.predictor.StreamingHistogram;

class RemainingConsumptionPropertyTest {

  @Provide
  Arbitrary<RuntimeDistribution> runtimes() {
    return Arbitraries.longs()
        .between(0, 10_000_000)
        .list()
        .ofMinSize(1)
        .ofMaxSize(100)
        .map(RemainingConsumptionPropertyTest::distribution);
  }

  @Property
  void fallsFromOneAndStaysBetweenZeroAndOne(
      @ForAll("runtimes") RuntimeDistribution runtime,
      @ForAll @LongRange(min = -1_000, max = 20_000_000) long elapsedMillis,
      @ForAll @LongRange(max = 20_000_000) long oneMillis,
      @ForAll @LongRange(max = 20_000_000) long otherMillis,
      @ForAll @IntRange(min = 1, max = 60_000) int cycleMillis) {
    RemainingConsumption remaining = new RemainingConsumption(cycleMillis);

    double sooner = remaining.at(runtime, elapsedMillis, Math.min(oneMillis, otherMillis));
    double later = remaining.at(runtime, elapsedMillis, Math.max(oneMillis, otherMillis));

    assertThat(sooner).isBetween(0.0, 1.0);
    assertThat(later).isBetween(0.0, sooner);
    assertThat(remaining.at(runtime, Math.max(0, elapsedMillis), 0)).isEqualTo(1.0);
  }

  @Property
  void theExtendedEndLiesAheadAndNeverFurtherThanTheTimeOverTwiceAndACycle(
      @ForAll @LongRange(max = Integer.MAX_VALUE) long maxMillis,
      @ForAll @LongRange(max = Integer.MAX_VALUE) long overMillis,
      @ForAll @IntRange(min = 1, max = 60_000) int cycleMillis) {
    double elapsedMillis = (double) maxMillis + overMillis;

    double endMillis =
        new RemainingConsumption(cycleMillis).extendedEndMillis(maxMillis, elapsedMillis);

    assertThat(endMillis).isGreaterThan(elapsedMillis);
    assertThat(endMillis - maxMillis).isLessThanOrEqualTo(2.0 * overMillis + cycleMillis);
  }

  private static RuntimeDistribution distribution(List<Long> millis) {
    StreamingHistogram histogram = new StreamingHistogram();
    millis.forEach(histogram::add);
    return histogram.toDistribution();
  }
}
