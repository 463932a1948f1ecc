package org.foresight.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.foresight.benchmarks.RunFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptRunsTest {
  private static final Load LOAD = new Load(10, 4, 1_000, 7, 50, 0, 0, 1, 1, 2_000, 6_000);
  private static final Latency LATENCY = new Latency(10, 20.5, 30, 40);

  @TempDir private Path folder;

  private final List<String> measured = new ArrayList<>();

  @Test
  void whatWasMeasuredIsNotMeasuredAgain() throws Exception {
    Figures first = measure(Subject.FAIR, LOAD, 1);

    assertThat(measure(Subject.FAIR, LOAD, 1)).isEqualTo(first);
    assertThat(measured).hasSize(1);
  }

  @Test
  void eachCaseIsMeasured() throws Exception {
    Figures unused = measure(Subject.FAIR, LOAD, 1);
    unused = measure(Subject.FORESIGHT, LOAD, 1);
    unused = measure(Subject.FAIR, LOAD.withBigTasks(9), 1);
    unused = measure(Subject.FAIR, LOAD, 2);

    assertThat(measured).doesNotHaveDuplicates().hasSize(4);
  }

  private Figures measure(Subject subject, Load load, long seed) throws Exception {
    try (RunFile<Run> runs = RunFile.open(folder, Run.class, problem -> {})) {
      return new KeptRuns(
              (s, l, n) -> {
                measured.add(s + " " + l + " " + n);
                return new Figures(
                    "3.5.0",
                    measured.size(),
                    3,
                    2,
                    9,
                    0,
                    LATENCY,
                    LATENCY,
                    1,
                    10,
                    20,
                    0,
                    0.1,
                    1,
                    500,
                    1);
              },
              runs)
          .measure(subject, load, seed);
    }
  }
}
