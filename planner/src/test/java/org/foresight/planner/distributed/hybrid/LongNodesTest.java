package org.foresight.planner.distributed.hybrid;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LongNodesTest {
  private final SplittableRandom random = new SplittableRandom(1);

  @Test
  void choosesEveryNodeWithoutALongTaskAsOften() {
    BitSet bits = new BitSet();
    bits.set(0, 200);
    bits.clear(7);
    bits.clear(150, 152);
    LongNodes nodes = new LongNodes(bits, 200, 0);
    Multiset<Integer> chosen = HashMultiset.create();

    for (int i = 0; i < 9_000; i++) {
      chosen.add(nodes.randomClear(random));
    }

    assertThat(chosen.elementSet()).containsExactlyInAnyOrder(7, 150, 151);
    assertThat(chosen.entrySet()).allMatch(entry -> Math.abs(entry.getCount() - 3_000) < 200);
  }

  @Test
  void thereMayBeNone() {
    BitSet bits = new BitSet();
    bits.set(0, 3);

    assertThat(new LongNodes(bits, 3, 0).randomClear(random)).isEqualTo(-1);
  }

  @Test
  void isACopy() {
    BitSet bits = new BitSet();
    LongNodes before = new LongNodes(bits, 2, 0);
    bits.set(0);

    assertThat(before.hasLong(0)).isFalse();
    assertThat(new LongNodes(bits, 2, 5).isAsFreshAs(before)).isTrue();
    assertThat(before.isAsFreshAs(new LongNodes(bits, 2, 5))).isFalse();
  }
}
