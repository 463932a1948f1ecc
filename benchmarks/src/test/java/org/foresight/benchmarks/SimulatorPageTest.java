package org.foresight.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.foresight.simulator.SimulationListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulatorPageTest {
  private final List<SpeedCase> measured = new ArrayList<>();
  private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

  /** The quick programme in this JVM: the numbers are real, if small. */
  @Test
  void measuresEveryCaseAndKeepsTheOtherSections(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path before = folder.resolve("page.md");
    Files.writeString(
        before, "# x\n<!-- validity:begin -->\nWritten by hand.\n<!-- validity:end -->\n");

    String page =
        page(this::inThisJvm)
            .write(KeptSections.of(before, ImmutableSet.of(SimulatorPage.VALIDITY)));

    assertThat(page)
        .contains(
            "## One core, `fifo`",
            "## Whole runs, by policy",
            "| `threesigma` | 20 × 4 | 20 |",
            "## Over nodes, `fifo`",
            "x-axis [\"10\", \"100\"]",
            "## Over jobs, `fifo`",
            "## A backlog that grows, `fifo`",
            "## Memory",
            "<!-- validity:begin -->\nWritten by hand.\n<!-- validity:end -->");
    SimulatorSizes sizes = SimulatorSizes.QUICK;
    assertThat(measured)
        .containsExactlyElementsOf(
            ImmutableList.<SpeedCase>builder()
                .add(sizes.headline())
                .addAll(sizes.policies())
                .addAll(sizes.nodes())
                .addAll(sizes.jobs())
                .addAll(sizes.overload())
                .addAll(sizes.memory())
                .build());
    assertThat(progress.toString(StandardCharsets.UTF_8)).contains("measuring fifo,100,4,2000,0.9");
  }

  @Test
  void casesAndSamplesSurviveTheWayBetweenProcesses() {
    SpeedCase speedCase = new SpeedCase("las", 7, 3, 1_000_000, 1.25, 64);
    assertThat(SpeedCase.parse(speedCase.text())).isEqualTo(speedCase);
    SpeedSample sample = new SpeedSample(40, 0.25, 3, 12.5);
    assertThat(SpeedSample.parse(sample.text())).isEqualTo(sample);
  }

  @Test
  void theMedianAndTheIntervalOfTheMeanAreStated() {
    SpeedCase speedCase = SimulatorSizes.QUICK.headline();
    ImmutableList<SpeedSample> samples =
        ImmutableList.of(
            new SpeedSample(1_000_000, 1.0, 1, 0),
            new SpeedSample(2_000_000, 1.0, 1, 0),
            new SpeedSample(6_000_000, 1.0, 1, 0));

    // Mean 3, deviation 2.6458, Student's 4.3027 for two degrees of freedom.
    assertThat(new Measurement(speedCase, samples).speed()).isEqualTo("2.00 (-3.57–9.57)");
    assertThat(new Measurement(speedCase, samples.subList(0, 1)).speed()).isEqualTo("1.00");
  }

  @Test
  void everyPolicyOfTheProgrammeFinishesItsJobs() {
    for (String policy : List.of("fifo", "fair", "las", "sjf-oracle", "prio", "capacity")) {
      SpeedCase small = new SpeedCase(policy, 4, 4, 50, 0.9, 64);
      assertThat(small.run(1, SimulationListener.NONE).finished()).as(policy).isEqualTo(50);
    }
  }

  private SimulatorPage page(Measurer measurer) {
    return new SimulatorPage(
        measurer, SimulatorSizes.QUICK, new PrintStream(progress, true, StandardCharsets.UTF_8));
  }

  private Measurement inThisJvm(SpeedCase speedCase, int runs, boolean heap) {
    measured.add(speedCase);
    ImmutableList.Builder<SpeedSample> samples = ImmutableList.builder();
    for (int seed = 1; seed <= runs; seed++) {
      SpeedSample sample =
          heap
              ? MeasuredProcess.measureHeap(speedCase, seed)
              : MeasuredProcess.measureTime(speedCase, seed);
      assertThat(sample.taskEvents()).isPositive();
      assertThat(sample.plans()).isPositive();
      assertThat(sample.heapMib() > 0).isEqualTo(heap);
      samples.add(sample);
    }
    return new Measurement(speedCase, samples.build());
  }
}
