package org.foresight.kairosyarn;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMultiset;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.foresight.traces.WorkloadJob;

class MixWorkloadPropertyTest {

  private static Category category(WorkloadJob job) {
    return Arrays.stream(Category.values())
        .filter(category -> category.title().equals(job.name()))
        .findFirst()
        .orElseThrow();
  }

  @Property(tries = 200)
  void everyRunHasTheSharesAndTheLoadOfTheMix(
      @ForAll Mix mix, @ForAll @IntRange(min = 1, max = 200) int count, @ForAll long seed) {
    Scale scale = new Scale(15, 40, count, count, 1, 1);

    List<WorkloadJob> jobs = MixWorkload.of(mix, scale, seed).jobs();

    assertThat(jobs).hasSize(count).extracting(WorkloadJob::id).doesNotHaveDuplicates();
    ImmutableMultiset<Category> categories =
        jobs.stream()
            .map(MixWorkloadPropertyTest::category)
            .collect(ImmutableMultiset.toImmutableMultiset());
    for (Category category : Category.values()) {
      assertThat(Math.abs(categories.count(category) - mix.share(category) * count)).isLessThan(1);
    }
    assertThat(jobs)
        .isSortedAccordingTo((a, b) -> Long.compare(a.submitMillis(), b.submitMillis()));
    // As long as two cores with this load hold all tasks.
    double heldMillis = jobs.stream().mapToLong(job -> scale.heldMillis(category(job))).sum();
    assertThat(jobs.get(0).submitMillis()).isNotNegative();
    assertThat((double) jobs.get(count - 1).submitMillis())
        .isLessThanOrEqualTo(heldMillis / 2 / mix.load());
  }

  @Property(tries = 50)
  void arrivalsFillTheirTimeEvenly(@ForAll Mix mix, @ForAll @IntRange(max = 1_000) int seed) {
    List<WorkloadJob> jobs =
        MixWorkload.of(mix, new Scale(15, 40, 1_000, 1_000, 1, 1), seed).jobs();

    double lastMillis = jobs.get(999).submitMillis();
    double mean = jobs.stream().mapToLong(WorkloadJob::submitMillis).average().orElseThrow();
    // Five standard deviations of the mean of so many.
    assertThat(Math.abs(mean / lastMillis - 0.5)).isLessThan(5 / Math.sqrt(12 * 1_000));
  }
}
