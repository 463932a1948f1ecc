package org.foresight.benchmarks.scale;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.OptionalDouble;
import org.foresight.benchmarks.KeptSections;
import org.foresight.traces.WorkloadJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScalePageTest {
  private static final PrintStream NOWHERE =
      new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
  private static final ScaleCase SMALL = ScaleCase.scalability(600).withNodes(300);
  private static final Duration WARM_UP = Duration.ofMinutes(2);

  @Test
  void everyCycleHasItsPhasesAndItsProblem() throws IOException {
    ImmutableList<CycleSample> samples = ScaleRun.run(ScalePage.POLICY, SMALL, WARM_UP, 60);

    assertThat(samples).hasSizeBetween(20, 60);
    assertThat(samples)
        .allSatisfy(
            sample -> {
              assertThat(sample.buildMillis()).isNotNegative();
              assertThat(sample.solveMillis()).isNotNegative();
              assertThat(sample.readMillis()).isNotNegative();
              assertThat(sample.allocatedBytes()).isPositive();
              assertThat(sample.pendingJobs() + sample.runningJobs()).isPositive();
              assertThat(sample.busyShare()).isBetween(0.0, 1.0);
            });
    // Jobs have options only while they wait, or run and may be stopped.
    assertThat(samples).anySatisfy(sample -> assertThat(sample.options()).isPositive());
    assertThat(samples)
        .filteredOn(sample -> sample.gapPercent().isPresent())
        .isNotEmpty()
        .allSatisfy(sample -> assertThat(sample.gapPercent().getAsDouble()).isBetween(0.0, 100.0));
  }

  @Test
  void whatIsCountedIsTheSameInEveryRun() throws IOException {
    // Times differ from run to run; what is counted must not.
    assertThat(counts(ScaleRun.run(ScalePage.POLICY, SMALL, WARM_UP, 60)))
        .isNotEmpty()
        .isEqualTo(counts(ScaleRun.run(ScalePage.POLICY, SMALL, WARM_UP, 60)));
  }

  private static ImmutableList<String> counts(ImmutableList<CycleSample> samples) {
    return samples.stream()
        .map(s -> s.pendingJobs() + " " + s.runningJobs() + " " + s.options() + s.gapPercent())
        .collect(ImmutableList.toImmutableList());
  }

  @Test
  void jobsPreferClassesThatTheClusterHas() throws IOException {
    ImmutableList<WorkloadJob> four = new ScaleWorkload(SMALL, WARM_UP, WARM_UP).jobs();
    ImmutableList<WorkloadJob> eight =
        new ScaleWorkload(SMALL.withNodeClasses(8), WARM_UP, WARM_UP).jobs();
    ImmutableList<WorkloadJob> one =
        new ScaleWorkload(SMALL.withNodeClasses(1), WARM_UP, WARM_UP).jobs();

    assertThat(new ScaleWorkload(SMALL.withNodeClasses(8), WARM_UP, WARM_UP).cluster().classes())
        .hasSize(8);
    assertThat(eight).hasSameSizeAs(four);
    assertThat(eight)
        .allSatisfy(
            job ->
                assertThat(job.preference().nodeClasses().size()).isEqualTo(job.isSlo() ? 7 : 0));
    assertThat(one).allSatisfy(job -> assertThat(job.preference().nodeClasses()).isEmpty());
  }

  @Test
  void aPageSaysWhatHoldsAndKeepsTheNotes(@TempDir Path folder) throws IOException {
    Path page = folder.resolve("page.md");
    Files.writeString(page, "<!-- notes:begin -->\nBy hand.\n<!-- notes:end -->\n");
    ScaleSizes tiny =
        new ScaleSizes(
            ImmutableList.of(SMALL),
            ImmutableList.of(new ScaleSizes.Factor("slots", ImmutableList.of(SMALL.withSlots(10)))),
            SMALL.withNodes(500),
            ImmutableList.of(SMALL.withNodes(200)),
            WARM_UP,
            60,
            WARM_UP,
            60);

    String text =
        new ScalePage(tiny, NOWHERE).write(KeptSections.of(page, ImmutableSet.of(ScalePage.NOTES)));

    assertThat(text)
        .contains(
            "Mean gap at most 3 %: **holds**",
            "| 300 | 600 |",
            "## Growth: slots",
            "| 300 | 600 | 4 | 10 | 0.95 |",
            "| 500 | 600 | 4 | 40 | 0.95 |",
            "## The composite policy `foresight`",
            "| 200 | 600 | 4 | 40 | 0.95 |",
            "<!-- notes:begin -->\nBy hand.\n<!-- notes:end -->");
  }

  @Test
  void theCompositePolicyIsMeasuredAloneWhereTheRestIsToStay() throws IOException {
    ScaleSizes tiny =
        new ScaleSizes(
            ImmutableList.of(),
            ImmutableList.of(),
            SMALL,
            ImmutableList.of(SMALL),
            WARM_UP,
            60,
            WARM_UP,
            60);
    String page = "# The planner at scale\n\nBefore.\n\n## What this means\n\nAfter.\n";

    String first = new ScalePage(tiny, NOWHERE).rewrite(page);
    String second = new ScalePage(tiny, NOWHERE).rewrite(first);

    assertThat(first)
        .startsWith("# The planner at scale\n\nBefore.\n\n## The composite policy `foresight`\n")
        .contains("| 300 | 600 | 4 | 40 | 0.95 |")
        .endsWith("\n\n## What this means\n\nAfter.\n");
    assertThat(second.lines()).hasSameSizeAs(first.lines().toList());
    assertThatIOException()
        .isThrownBy(() -> new ScalePage(tiny, NOWHERE).rewrite("# Another page\n"))
        .withMessageContaining("to be measured as a whole");
  }

  @Test
  void cyclesInWhichNothingHappensAreNoResult() {
    ScaleCase idle = ScaleCase.scalability(1).withNodes(300);
    ScaleSizes none =
        new ScaleSizes(
            ImmutableList.of(idle),
            ImmutableList.of(),
            idle,
            ImmutableList.of(),
            Duration.ZERO,
            1,
            Duration.ZERO,
            1);

    assertThatIOException()
        .isThrownBy(
            () ->
                new ScalePage(none, NOWHERE)
                    .write(KeptSections.of(Path.of("none.md"), ImmutableSet.of(ScalePage.NOTES))))
        .withMessageStartingWith("Nothing happened in the 1 cycles of the case (300 nodes");
  }

  @Test
  void figuresAreThoseOfTheSamples() {
    ImmutableList.Builder<CycleSample> samples = ImmutableList.builder();
    for (int i = 0; i <= 100; i++) {
      OptionalDouble gap = i < 2 ? OptionalDouble.of(i) : OptionalDouble.empty();
      samples.add(new CycleSample(i, 2.0 * i, 3.0 * i, gap, i, 0, 0.0, 0, 0));
    }

    CycleFigures figures = new CycleFigures(SMALL, samples.build());

    assertThat(figures.p99TotalMillis()).isEqualTo(594.0);
    assertThat(figures.percentile(50, CycleSample::buildMillis)).isEqualTo(50.0);
    assertThat(figures.percentile(100, CycleSample::solveMillis)).isEqualTo(200.0);
    assertThat(figures.meanGapPercent()).isEqualTo(0.5);
    assertThat(figures.mean(CycleSample::pendingJobs)).isEqualTo(50.0);
    assertThatThrownBy(() -> new CycleFigures(SMALL, ImmutableList.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must have at least one measured cycle");
  }

  @Test
  void aBurstComesAtOnceBesideTheOtherJobs() throws IOException {
    Duration all = WARM_UP.plusMinutes(10);
    ImmutableList<WorkloadJob> without = new ScaleWorkload(SMALL, WARM_UP, all).jobs();
    ImmutableList<WorkloadJob> with = new ScaleWorkload(SMALL.withBurst(20), WARM_UP, all).jobs();

    assertThat(with).isSortedAccordingTo(Comparator.comparingLong(WorkloadJob::submitMillis));
    ImmutableList<WorkloadJob> burst =
        with.stream().filter(job -> job.id().startsWith("burst-")).collect(toImmutableList());
    assertThat(burst)
        .hasSize(20)
        .allSatisfy(job -> assertThat(job.submitMillis()).isEqualTo(WARM_UP.toMillis()))
        .allSatisfy(
            job ->
                assertThat(job.deadlineMillis().orElse(Long.MAX_VALUE))
                    .isGreaterThan(WARM_UP.toMillis() + job.spanMillis()));
    assertThat(with.stream().filter(job -> !burst.contains(job)))
        .containsExactlyElementsOf(without);
  }
}
