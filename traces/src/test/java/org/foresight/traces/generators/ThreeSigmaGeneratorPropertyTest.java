package org.foresight.traces.generators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.google.common.collect.ImmutableList;
import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.foresight.traces.WorkloadJob;

final class ThreeSigmaGeneratorPropertyTest {

  @Property(tries = 25)
  void offersTheLoadAskedForWithJobsThatFit(
      @ForAll long seed,
      @ForAll @IntRange(min = 32, max = 512) int slots,
      @ForAll @DoubleRange(min = 0.5, max = 2.0) double load,
      @ForAll @IntRange(min = 5, max = 12) int hours) {
    Duration duration = Duration.ofHours(hours);
    ImmutableList<WorkloadJob> jobs =
        GeneratedJobs.all(
            GeneratedJobs.jobs(
                GeneratedJobs.source(
                    "3sigma-e2e",
                    GeneratedJobs.seed(seed).slots(slots).load(load).duration(duration))));

    // The generator draws again until it is within 1 %, but not for ever: of few jobs on a small
    // cluster a large one can keep the nearest draw a little off.
    assertThat(GeneratedJobs.work(jobs) / slots / duration.toMillis())
        .isCloseTo(load, withinPercentage(5.0));
    assertThat(jobs)
        .isSortedAccordingTo((a, b) -> Long.compare(a.submitMillis(), b.submitMillis()))
        .allSatisfy(
            job -> {
              assertThat(job.width()).isBetween(1, Math.min(256, slots));
              assertThat(job.submitMillis()).isBetween(0L, duration.toMillis() - 1);
            });
  }
}
