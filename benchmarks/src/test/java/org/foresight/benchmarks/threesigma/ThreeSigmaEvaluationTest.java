package org.foresight.benchmarks.threesigma;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.foresight.benchmarks.BenchmarkProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ThreeSigmaEvaluationTest {

  private final ByteArrayOutputStream progress = new ByteArrayOutputStream();
  private final StringWriter errors = new StringWriter();

  @TempDir private Path folder;

  /** The quick programme, with the simulator and the policies that there are. */
  @Test
  void doesOnlyWhatIsLeftAndKeepsTheNotes() throws IOException {
    assertThat(execute("--only", "e2e,shift")).isZero();

    assertThat(progressText())
        .contains("e2e, E2E, prio, seed 2: ", "the quick programme does without");
    String page = Files.readString(page());
    PaperExperiments.NAMES.forEach(
        name ->
            assertThat(page).contains("Name: `" + name + "`", "<!-- notes:" + name + ":begin -->"));
    assertThat(page).contains("## What must show", "Far too small to say anything");
    String runs = Files.readString(runsFile());
    String annotated =
        page.replace(
            "<!-- notes:e2e:begin -->\n", "<!-- notes:e2e:begin -->\nJudged by a person.\n");
    Files.writeString(page(), annotated.replace("| Prio | 2 |", "| changed |"));

    progress.reset();
    assertThat(execute("--only", "e2e,shift")).isZero();

    assertThat(progressText()).doesNotContain("seed 1:");
    assertThat(Files.readString(runsFile())).isEqualTo(runs);
    assertThat(Files.readString(page()))
        .contains("<!-- notes:e2e:begin -->\nJudged by a person.\n<!-- notes:e2e:end -->")
        .contains("| Prio | 2 |");
  }

  @Test
  void aRunGivesTheSameRecordAgain() throws IOException {
    for (PaperSystem system :
        List.of(PaperSystem.THREE_SIGMA, PaperSystem.POINT_PERF_EST, PaperSystem.PRIO)) {
      RunRecord first = quick(PaperExperiments.E2E, system, 1);
      RunRecord again = quick(PaperExperiments.E2E, system, 1);

      assertThat(again).usingRecursiveComparison().ignoringFields("cpuSeconds").isEqualTo(first);
    }
    assertThat(quick(PaperExperiments.E2E, PaperSystem.PRIO, 2).beMeanLatencySeconds())
        .isNotEqualTo(quick(PaperExperiments.E2E, PaperSystem.PRIO, 1).beMeanLatencySeconds());
  }

  @Test
  void theFiguresOfARunAddUp() throws IOException {
    for (PaperSystem system : List.of(PaperSystem.THREE_SIGMA, PaperSystem.PRIO)) {
      RunRecord run = quick(PaperExperiments.LOAD, system, 1);

      assertThat(run.unfinished()).isZero();
      assertThat(run.sloJobs() + run.beJobs()).isEqualTo(run.jobs());
      assertThat(run.sloMissed()).isBetween(0L, run.sloJobs());
      assertThat(run.beEnded()).isBetween(1L, run.beJobs());
      // 256 nodes for 12 minutes.
      assertThat(run.sloGoodputHours() + run.beGoodputHours()).isBetween(1.0, 256 / 5.0);
      assertThat(run.beMeanLatencySeconds()).isPositive();
      assertThat(run.preemptions() > 0).isEqualTo(run.lostWorkHours() > 0);
      assertThat(run.plans()).isPositive();
      if (system == PaperSystem.PRIO) {
        assertThat(run.meanGapPercent()).isNull();
      } else {
        assertThat(run.meanGapPercent()).isBetween(0.0, run.largestGapPercent());
      }
      assertThat(run.estimated() > 0).isEqualTo(system == PaperSystem.THREE_SIGMA);
      assertThat(run.offByTwo()).isBetween(0L, run.estimated());
    }
  }

  @Test
  void everyRunOfTheWholeEvaluationHasAKeyOfItsOwn() {
    List<RunKey> keys = new ArrayList<>();
    for (Experiment experiment : PaperExperiments.full(ImmutableList.of()).experiments()) {
      assertThat(experiment.runs(10)).isNotEmpty();
      experiment.runs(10).forEach(run -> keys.add(run.key()));
    }

    assertThat(keys).doesNotHaveDuplicates().hasSize(1_000);
  }

  @Test
  void saysInOneLineWhatIsWrong() {
    assertThat(execute("--only", "e2e,figure")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(errors.toString())
        .contains(
            "There is no experiment [figure]; there are e2e, workloads, deadline, shift, load,"
                + " sample.");
    assertThat(execute("--seeds", "0")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(errors.toString()).contains("The --seeds (0) must be positive.");
  }

  @Test
  void aPageThatWouldLoseItsNotesIsLeftAsItIsBeforeAnyRun() throws IOException {
    String damaged = "<!-- notes:e2e:begin -->\nJudged by a person.\n";
    Files.writeString(page(), damaged);

    assertThat(execute("--only", "e2e")).isEqualTo(CommandLine.ExitCode.SOFTWARE);

    assertThat(errors.toString().lines())
        .singleElement()
        .satisfies(line -> assertThat(line).startsWith(page() + ", line 1: found "));
    assertThat(page()).hasContent(damaged);
    assertThat(runsFile()).doesNotExist();
  }

  @Test
  void aFileInPlaceOfTheFolderOfRunsIsOneLine() throws IOException {
    Path file = Files.createFile(folder.resolve("runs"));

    assertThat(execute("--only", "e2e")).isEqualTo(CommandLine.ExitCode.SOFTWARE);

    assertThat(errors.toString())
        .isEqualTo(file + ": there is a file of this name; a folder is needed.\n");
  }

  @Test
  void theWholeEvaluationNeedsItsLogs() {
    int exitCode =
        BenchmarkProgram.commandLine(evaluation())
            .setErr(new PrintWriter(errors, true))
            .execute(page().toString(), "--runs", folder.toString(), "--data", folder.toString());

    assertThat(exitCode).isEqualTo(CommandLine.ExitCode.SOFTWARE);
    assertThat(errors.toString().lines())
        .singleElement()
        .satisfies(
            line ->
                assertThat(line)
                    .contains("ctc-sp2-1996.swf.gz: there is no such file")
                    .contains("FORESIGHT_SHARED_DATA"));
    assertThat(page()).doesNotExist();
  }

  private int execute(String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                page().toString(),
                "--quick",
                "--threads",
                "1",
                "--runs",
                folder.resolve("runs").toString(),
                "--data",
                folder.resolve("none").toString()));
    arguments.addAll(List.of(more));
    return BenchmarkProgram.commandLine(evaluation())
        .setErr(new PrintWriter(errors, true))
        .execute(arguments.toArray(new String[0]));
  }

  private ThreeSigmaEvaluation evaluation() {
    return new ThreeSigmaEvaluation(
        new PrintStream(progress, true, StandardCharsets.UTF_8), () -> Instant.EPOCH);
  }

  private String progressText() {
    return progress.toString(StandardCharsets.UTF_8);
  }

  private Path page() {
    return folder.resolve("page.md");
  }

  private Path runsFile() {
    return folder.resolve("runs").resolve("runs.jsonl");
  }

  private static RunRecord quick(String name, PaperSystem system, long seed) throws IOException {
    Experiment experiment =
        PaperExperiments.quick(ImmutableList.of()).experiments().stream()
            .filter(e -> e.name().equals(name))
            .findFirst()
            .orElseThrow();
    return PaperRuns.run(new RunSpec(experiment.name(), experiment.cases().get(0), system, seed));
  }
}
