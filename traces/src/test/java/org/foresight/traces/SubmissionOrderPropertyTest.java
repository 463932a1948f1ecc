package org.foresight.traces;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class SubmissionOrderPropertyTest {

  private static final Path FILE = Path.of("trace");

  @Property
  void aBoundThatIsEnoughSortsAndNoSmallerOneIs(
      @ForAll @Size(min = 1, max = 30) List<@IntRange(max = 20) Integer> submits)
      throws IOException {
    ImmutableList<WorkloadJob> jobs = jobs(submits);
    int enough = largestStepBack(submits);
    BadLines.Skipped none = new BadLines.Skipped();
    assertThat(sorted(jobs, Math.max(1, enough), none))
        .isEqualTo(
            ImmutableList.sortedCopyOf(Comparator.comparingLong(WorkloadJob::submitMillis), jobs));
    assertThat(none.count()).isZero();
    if (enough > 1) {
      BadLines.Skipped some = new BadLines.Skipped();
      sorted(jobs, enough - 1, some);
      assertThat(some.count()).isPositive();
    }
  }

  @Property
  void everyJobIsHandedOnInOrderOrReported(
      @ForAll @Size(max = 30) List<@IntRange(max = 20) Integer> submits,
      @ForAll @IntRange(min = 1, max = 5) int bound)
      throws IOException {
    BadLines.Skipped skipped = new BadLines.Skipped();
    ImmutableList<WorkloadJob> given = sorted(jobs(submits), bound, skipped);
    assertThat(given).isSortedAccordingTo(Comparator.comparingLong(WorkloadJob::submitMillis));
    assertThat(given.size() + skipped.count()).isEqualTo(submits.size());
  }

  private static ImmutableList<WorkloadJob> sorted(
      ImmutableList<WorkloadJob> jobs, int bound, BadLines badLines) throws IOException {
    return Jobs.all(JobStreams.inSubmissionOrder(Jobs.lines(jobs), FILE, bound, badLines));
  }

  private static ImmutableList<WorkloadJob> jobs(List<Integer> submits) {
    return IntStream.range(0, submits.size())
        .mapToObj(i -> Jobs.job("job-" + i, submits.get(i)))
        .collect(ImmutableList.toImmutableList());
  }

  /** The most jobs that stand before a job and are submitted after it. */
  private static int largestStepBack(List<Integer> submits) {
    return IntStream.range(0, submits.size())
        .map(i -> (int) submits.subList(0, i).stream().filter(s -> s > submits.get(i)).count())
        .max()
        .orElse(0);
  }
}
