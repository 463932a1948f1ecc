package org.foresight.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import org.foresight.benchmarks.KeptSections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SizingPageTest {

  private static final ImmutableList<Load> LOADS =
      ImmutableList.of(new Load(2_000, 30, 1_000, 5_000, 120, 0, 0, 1, 1, 60_000, 600_000));

  @TempDir private Path folder;

  @Test
  void thePageSaysWhatForesightAdds() throws Exception {
    String page =
        SizingPage.measured(
                (subject, load, seed) ->
                    subject == Subject.FORESIGHT
                        ? figures(1_000 + 10 * seed, 1.5)
                        : figures(800, 1.2),
                LOADS,
                new PrintStream(OutputStream.nullOutputStream()))
            .write(
                KeptSections.of(
                    folder.resolve("sizing.md"), ImmutableSet.of(ThroughputPage.NOTES)));

    assertThat(page)
        .contains("## 2,000 nodes of 30 slots, 5,000 applications of 120 tasks of 1 to 10 minutes")
        .contains("| CapacityScheduler, asynchronous | 800 | 1.20 |")
        .contains("| Foresight | 1,020 | 1.50 |")
        // Of 210, 220 and 230 the standard error is 5.77, and Student's quantile 4.30.
        .contains(
            "Foresight adds +220 (+195 to +245) MiB of heap and +0.30 (+0.30 to +0.30) cores.");
  }

  private static Figures figures(double heapMib, double cores) {
    Latency latency = new Latency(10, 20, 30, 40);
    return new Figures(
        "3", 200, 300, 200, 9, 0, latency, latency, 1, 10, 20, 0, 0.1, cores, heapMib, 1);
  }
}
