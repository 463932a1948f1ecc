package org.foresight.benchmarks.threesigma;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.foresight.benchmarks.RunFile;
import org.foresight.benchmarks.evaluation.Progress;
import org.foresight.benchmarks.evaluation.RunQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunQueueTest {

  private static final Case LONG = aCase("long", Duration.ofHours(5));
  private static final Case SHORT = aCase("short", Duration.ofHours(2));

  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @TempDir private Path folder;

  @Test
  void theLongestRunsBeginFirstAndEquallyLongOnesSeedBySeed() {
    RunSpec prio = run(LONG, PaperSystem.PRIO, 1);
    RunSpec shortRun = run(SHORT, PaperSystem.THREE_SIGMA, 1);
    RunSpec second = run(LONG, PaperSystem.THREE_SIGMA, 2);
    RunSpec first = run(LONG, PaperSystem.NO_DIST, 1);

    assertThat(RunQueue.inOrder(ImmutableList.of(prio, shortRun, second, first)))
        .containsExactly(first, second, shortRun, prio);
  }

  @Test
  void theTimeLeftIsThatOfTheCostThatIsLeft() {
    RunSpec fiveHours = run(LONG, PaperSystem.THREE_SIGMA, 1);
    RunSpec twoHours = run(SHORT, PaperSystem.THREE_SIGMA, 1);
    Progress progress = progress(ImmutableList.of(fiveHours, twoHours));

    now.set(Instant.EPOCH.plusSeconds(50));
    progress.ended(fiveHours, "done");
    now.set(Instant.EPOCH.plusSeconds(70));
    progress.ended(twoHours, "done too");

    assertThat(lines())
        .containsExactly(
            "[1/2, about 20 s left] test, long, threesigma, seed 1: done",
            "[2/2, about 0 s left] test, short, threesigma, seed 1: done too");
  }

  @Test
  void aLongTimeLeftIsInMinutes() {
    RunSpec first = run(LONG, PaperSystem.THREE_SIGMA, 1);
    Progress progress = progress(ImmutableList.of(first, run(LONG, PaperSystem.THREE_SIGMA, 2)));

    now.set(Instant.EPOCH.plusSeconds(600));
    progress.ended(first, "done");

    assertThat(lines().get(0)).startsWith("[1/2, about 10 min left]");
  }

  @Test
  void aRunThatFailsStopsNoOther() throws IOException, InterruptedException {
    RunSpec bad = run(LONG, PaperSystem.THREE_SIGMA, 1);
    RunSpec good = run(LONG, PaperSystem.THREE_SIGMA, 2);
    try (RunFile<RunRecord> file = RunFile.open(folder, RunRecord.class, problem -> {})) {
      ImmutableList<String> failures =
          new RunQueue<RunSpec, RunRecord>(
                  file,
                  spec -> {
                    if (spec.equals(bad)) {
                      throw new IOException("the disk is full");
                    }
                    return Records.of(spec, 4, 1.0, 2.0);
                  },
                  RunRecord::summary,
                  2)
              .run(ImmutableList.of(bad, good), progress(ImmutableList.of(bad, good)));

      assertThat(failures).hasSize(1);
      assertThat(failures.get(0)).contains("(test, long, threesigma, seed 1)", "the disk is full");
      assertThat(file.records()).containsExactly(Records.of(good, 4, 1.0, 2.0));
    }
    assertThat(lines())
        .anySatisfy(line -> assertThat(line).endsWith("seed 1: failed"))
        .anySatisfy(
            line ->
                assertThat(line).endsWith("seed 2: 4 of 100 deadlines missed, 1.5 s of CPU time"));
  }

  private Progress progress(List<RunSpec> runs) {
    return new Progress(runs, new PrintStream(out, true, StandardCharsets.UTF_8), now::get);
  }

  private List<String> lines() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private static Case aCase(String x, Duration window) {
    return Case.of(
        x,
        new GeneratedWorkload("3sigma-e2e", window),
        ImmutableList.of(PaperSystem.THREE_SIGMA, PaperSystem.PRIO));
  }

  private static RunSpec run(Case theCase, PaperSystem system, long seed) {
    return new RunSpec("test", theCase, system, seed);
  }
}
