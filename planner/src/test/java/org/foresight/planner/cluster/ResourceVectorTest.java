package org.foresight.planner.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.common.primitives.ImmutableLongArray;
import org.junit.jupiter.api.Test;

class ResourceVectorTest {

  private static final ResourceVector ONE_TASK = ResourceVector.of(1_024, 2);

  @Test
  void addsSubtractsAndComparesEveryType() {
    assertThat(ONE_TASK.plus(ResourceVector.of(6, 1))).isEqualTo(ResourceVector.of(1_030, 3));
    assertThat(ONE_TASK.minus(ResourceVector.of(2_000, 1))).isEqualTo(ResourceVector.of(-976, 1));
    assertThat(ONE_TASK.max(ResourceVector.of(6, 4))).isEqualTo(ResourceVector.of(1_024, 4));
  }

  /** As YARN has it where an operator sets no maximum, of GPUs for example. */
  @Test
  void moreThanNoEndIsNoEnd() {
    ResourceVector noEnd = ResourceVector.of(Long.MAX_VALUE, Long.MAX_VALUE);

    assertThat(noEnd.plus(ONE_TASK)).isEqualTo(noEnd);
    assertThat(ResourceVector.of(-5, 0).minus(noEnd))
        .isEqualTo(ResourceVector.of(Long.MIN_VALUE, -Long.MAX_VALUE));
  }

  @Test
  void fitsOnlyIfEveryTypeFits() {
    assertThat(ONE_TASK.fitsIn(ResourceVector.of(1_024, 2))).isTrue();
    assertThat(ONE_TASK.fitsIn(ResourceVector.of(1_023, 9))).isFalse();
    assertThat(ONE_TASK.fitsIn(ResourceVector.of(9_999, 1))).isFalse();
  }

  @Test
  void fitsAsOftenAsTheScarcestTypeAllows() {
    assertThat(ONE_TASK.timesIn(ResourceVector.of(10_240, 7))).isEqualTo(3);
    assertThat(ONE_TASK.timesIn(ResourceVector.of(2_047, 99))).isEqualTo(1);
    assertThat(ONE_TASK.timesIn(ResourceVector.of(10_240, -1))).isZero();
    assertThat(ResourceVector.of(1_024, 0).timesIn(ResourceVector.of(4_096, 0))).isEqualTo(4);
    assertThat(ResourceVector.of(0, 0).timesIn(ONE_TASK)).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void vectorsOfDifferentTypesDoNotMix() {
    ResourceVector withGpus = new ResourceVector(ImmutableLongArray.of(1, 1, 1));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> ONE_TASK.fitsIn(withGpus))
        .withMessage("Vectors of (2) and (3) resource types do not compare.");
    assertThatIllegalArgumentException().isThrownBy(() -> ONE_TASK.plus(withGpus));
    assertThatIllegalArgumentException().isThrownBy(() -> ONE_TASK.max(withGpus));
    assertThatIllegalArgumentException().isThrownBy(() -> ONE_TASK.timesIn(withGpus));
  }

  @Test
  void hasAtLeastOneType() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ResourceVector(ImmutableLongArray.of()));
  }
}
