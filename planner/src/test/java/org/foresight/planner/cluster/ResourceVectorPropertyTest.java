package org.foresight.planner.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.primitives.ImmutableLongArray;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ResourceVectorPropertyTest {

  @Provide
  Arbitrary<ResourceVector> anyAmounts() {
    return vectors(-100_000);
  }

  @Provide
  Arbitrary<ResourceVector> demands() {
    return vectors(1);
  }

  private static Arbitrary<ResourceVector> vectors(long least) {
    return Arbitraries.longs()
        .between(least, 100_000)
        .list()
        .ofSize(3)
        .map(amounts -> new ResourceVector(ImmutableLongArray.copyOf(amounts)));
  }

  @Property
  void takingAwayUndoesAdding(
      @ForAll("anyAmounts") ResourceVector one, @ForAll("anyAmounts") ResourceVector other) {
    assertThat(one.plus(other).minus(other)).isEqualTo(one);
    assertThat(one.plus(other)).isEqualTo(other.plus(one));
  }

  @Property
  void bothFitIntoTheGreaterOfBoth(
      @ForAll("anyAmounts") ResourceVector one, @ForAll("anyAmounts") ResourceVector other) {
    ResourceVector greater = one.max(other);

    assertThat(one.fitsIn(greater)).isTrue();
    assertThat(other.fitsIn(greater)).isTrue();
    assertThat(greater).isEqualTo(other.max(one));
  }

  @Property
  void fitsAsManyTimesAsItCanBeTakenAway(
      @ForAll("demands") ResourceVector demand, @ForAll("anyAmounts") ResourceVector room) {
    long times = demand.timesIn(room);

    assertThat(times > 0).isEqualTo(demand.fitsIn(room));
    assertThat(times == 0 || multiple(demand, times).fitsIn(room)).isTrue();
    assertThat(multiple(demand, times + 1).fitsIn(room)).isFalse();
  }

  private static ResourceVector multiple(ResourceVector demand, long times) {
    return new ResourceVector(
        ImmutableLongArray.copyOf(demand.amounts().stream().map(amount -> amount * times)));
  }
}
