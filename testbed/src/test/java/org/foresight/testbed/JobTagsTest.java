package org.foresight.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobTagsTest {

  /** YARN refuses longer tags. */
  private static final int MAX_TAG_LENGTH = 100;

  @Test
  void anSloJobCarriesItsDeadline() {
    assertThat(
            JobTags.of(
                Optional.of(Instant.parse("2026-11-28T10:15:30.123456Z")),
                true,
                Optional.empty(),
                ImmutableSet.of()))
        .containsExactlyInAnyOrder(
            "foresight.class=slo",
            "foresight.deadline=2026-11-28T10:15:30.123Z",
            "foresight.gang=true")
        .allSatisfy(tag -> assertThat(tag).hasSizeLessThanOrEqualTo(MAX_TAG_LENGTH));
  }

  @Test
  void aBestEffortJobSaysSo() {
    assertThat(
            JobTags.of(
                Optional.empty(), false, Optional.of("workload.outcome=1/1/1"), ImmutableSet.of()))
        .containsExactlyInAnyOrder("foresight.class=be", "workload.outcome=1/1/1");
  }

  @Test
  void whatAUserWritesIsPassedOnAndNotContradicted() {
    assertThat(
            JobTags.of(
                Optional.empty(), false, Optional.empty(), ImmutableSet.of("foresight.deadline=x")))
        .containsExactly("foresight.deadline=x");
    assertThat(
            JobTags.of(Optional.of(Instant.EPOCH), false, Optional.empty(), ImmutableSet.of("a=b")))
        .containsExactlyInAnyOrder(
            "foresight.class=slo", "foresight.deadline=1970-01-01T00:00:00Z", "a=b");
  }
}
