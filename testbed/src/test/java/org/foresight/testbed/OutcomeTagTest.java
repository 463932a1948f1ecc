package org.foresight.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import java.time.Instant;
import java.time.InstantSource;
import org.foresight.predictor.JobOutcome;
import org.junit.jupiter.api.Test;

class OutcomeTagTest {

  /** YARN refuses longer tags. */
  private static final int MAX_TAG_LENGTH = 100;

  @Test
  void whatIsWrittenIsReadInRealTime() {
    WorkloadClock clock = new WorkloadClock(InstantSource.fixed(Instant.EPOCH), 0.5);

    String tag = OutcomeTag.of(TestJobs.bestEffort("job", 0, 20_000L, 40_000L), clock);

    assertThat(tag).hasSizeLessThanOrEqualTo(MAX_TAG_LENGTH);
    assertThat(OutcomeTag.read(ImmutableSet.of("foresight.class=be", tag)))
        .contains(new JobOutcome(20_000, 2, 30_000));
  }

  @Test
  void otherTagsSayNothing() {
    assertThat(OutcomeTag.read(ImmutableSet.of("foresight.class=be", "workload.outcome=1/2")))
        .isEmpty();
  }
}
