package org.foresight.benchmarks.slearn;

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

class SlearnEvaluationTest {

  private final ByteArrayOutputStream progress = new ByteArrayOutputStream();
  private final StringWriter errors = new StringWriter();

  @TempDir private Path folder;

  @Test
  void doesOnlyWhatIsLeftAndKeepsTheNotes() throws IOException {
    assertThat(execute("--only", "slearn-google2011")).isZero();

    assertThat(progressText())
        .contains(
            "slearn-google2011, gs-posterior, seed 2: mean JCT ", "google2011-tasks is skipped");
    String page = Files.readString(page());
    assertThat(page)
        .contains("## What must show", "Far too small to say anything")
        .contains("Name: `slearn-2sigma`", "<!-- notes:slearn-google2019-dag:begin -->")
        .doesNotContain("Name: `google2011-tasks`");
    String runs = Files.readString(runsFile());
    Files.writeString(
        page(),
        page.replace(
            "<!-- notes:method:begin -->\n", "<!-- notes:method:begin -->\nJudged by a person.\n"));

    progress.reset();
    assertThat(execute("--only", "slearn-google2011")).isZero();

    assertThat(progressText()).doesNotContain("seed 1:");
    assertThat(Files.readString(runsFile())).isEqualTo(runs);
    assertThat(Files.readString(page()))
        .contains("<!-- notes:method:begin -->\nJudged by a person.\n<!-- notes:method:end -->");
  }

  /** What a kill in the middle of a line leaves. */
  @Test
  void aTornRunIsDoneAnew() throws IOException {
    assertThat(execute("--only", "slearn-google2011", "--seeds", "1")).isZero();
    String runs = Files.readString(runsFile());
    Files.writeString(runsFile(), runs.substring(0, runs.length() - 9));
    progress.reset();

    assertThat(execute("--only", "slearn-google2011", "--seeds", "1")).isZero();

    assertThat(progressText()).contains("was not written to its end", "[1/1, ");
    assertThat(Files.readString(runsFile()).lines().count()).isEqualTo(runs.lines().count());
  }

  @Test
  void aRunGivesTheSameRecordAgain() throws IOException {
    ImmutableList<Trial> trials = Trials.of(true, folder, problem -> {});
    Trial dag = Trials.find(trials, Trials.DAG).orElseThrow();
    for (GsSystem system : dag.systems()) {
      RunRecord first = GsRuns.run(new RunSpec(dag, system, 1));

      assertThat(GsRuns.run(new RunSpec(dag, system, 1)))
          .usingRecursiveComparison()
          .ignoringFields("figures.CPU_SECONDS")
          .isEqualTo(first);
      assertThat(first.figure(Figure.UNFINISHED)).hasValue(0.0);
      assertThat(first.figure(Figure.SLOWDOWN).orElseThrow()).isGreaterThanOrEqualTo(1.0);
      assertThat(first.figure(Figure.P99).orElseThrow())
          .isGreaterThanOrEqualTo(first.figure(Figure.P50).orElseThrow());
    }
  }

  @Test
  void everyRunOfTheWholeEvaluationHasAKeyOfItsOwn() throws IOException {
    List<RunKey> keys = new ArrayList<>();
    Trials.of(false, folder, problem -> {})
        .forEach(trial -> trial.runs(10).forEach(run -> keys.add(run.key())));

    assertThat(keys).doesNotHaveDuplicates().hasSize(330);
  }

  @Test
  void saysInOneLineWhatIsWrong() {
    assertThat(execute("--only", "table")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(errors.toString())
        .contains(
            "There is no trial [table]; there are slearn-2sigma, slearn-google2011,"
                + " slearn-google2019, slearn-google2019-dag, google2011-tasks,"
                + " spark-tpch-tasks.");
    assertThat(execute("--seeds", "0")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(errors.toString()).contains("The --seeds (0) must be positive.");
  }

  @Test
  void aPageThatWouldLoseItsNotesIsLeftAsItIsBeforeAnyRun() throws IOException {
    String damaged = "<!-- notes:method:begin -->\nJudged by a person.\n";
    Files.writeString(page(), damaged);

    assertThat(execute("--only", "slearn-2sigma")).isEqualTo(CommandLine.ExitCode.SOFTWARE);

    assertThat(page()).hasContent(damaged);
    assertThat(runsFile()).doesNotExist();
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
    return BenchmarkProgram.commandLine(
            new SlearnEvaluation(
                new PrintStream(progress, true, StandardCharsets.UTF_8), () -> Instant.EPOCH))
        .setErr(new PrintWriter(errors, true))
        .execute(arguments.toArray(new String[0]));
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
}
