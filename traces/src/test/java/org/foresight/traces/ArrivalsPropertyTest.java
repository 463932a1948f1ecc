package org.foresight.traces;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.primitives.ImmutableLongArray;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

final class ArrivalsPropertyTest {

  @Property(tries = 200)
  void areInOrderAndInsideTheWindow(
      @ForAll long seed,
      @ForAll @IntRange(max = 500) int count,
      @ForAll @DoubleRange(min = 1.0, max = 100.0) double squaredCov,
      @ForAll @LongRange(min = 1, max = 1L << 40) long durationMillis) {
    ImmutableLongArray arrivals =
        Arrivals.over(new SplittableRandom(seed), count, squaredCov, durationMillis);

    assertThat(arrivals.length()).isEqualTo(count);
    assertThat(arrivals.asList())
        .isSorted()
        .allSatisfy(arrival -> assertThat(arrival).isBetween(0L, durationMillis - 1));
  }
}
