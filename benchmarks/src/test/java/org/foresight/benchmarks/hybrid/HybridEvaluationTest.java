package org.foresight.benchmarks.hybrid;

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
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import org.foresight.benchmarks.BenchmarkProgram;
import org.foresight.benchmarks.evaluation.Claim;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class HybridEvaluationTest {

  private final ByteArrayOutputStream progress = new ByteArrayOutputStream();
  private final StringWriter errors = new StringWriter();

  @TempDir private Path folder;

  @Test
  void doesOnlyWhatIsLeftAndKeepsTheNotes() throws IOException {
    assertThat(execute("--only", "yahoo", "--seeds", "1")).isZero();

    assertThat(progressText())
        .contains("yahoo, eagle, load 0.95, seed 1: short p90 ", "google2011-tasks is skipped");
    String page = Files.readString(page());
    assertThat(page)
        .contains("## What must show", "Far too small to say anything", "Eagle without SSS")
        .contains("Name: `cloudera`", "<!-- notes:yahoo:begin -->")
        .doesNotContain("Name: `google2011-tasks`", "Name: `size`");
    String runs = Files.readString(folder.resolve("runs").resolve("runs.jsonl"));
    Files.writeString(
        page(),
        page.replace("<!-- notes:yahoo:begin -->\n", "<!-- notes:yahoo:begin -->\nBy a person.\n"));

    progress.reset();
    assertThat(execute("--only", "yahoo", "--seeds", "1")).isZero();

    assertThat(progressText()).doesNotContain("seed 1:");
    assertThat(folder.resolve("runs").resolve("runs.jsonl")).hasContent(runs);
    assertThat(Files.readString(page())).contains("<!-- notes:yahoo:begin -->\nBy a person.\n");
  }

  @Test
  void aRunGivesTheSameRecordAgain() throws IOException {
    Trial google = Trials.find(Trials.of(true, folder, problem -> {}), Trials.GOOGLE).orElseThrow();
    for (HybridSystem system : google.systems()) {
      RunRecord first = HybridRuns.run(new RunSpec(google, system, 0.8, 1));

      assertThat(HybridRuns.run(new RunSpec(google, system, 0.8, 1)))
          .usingRecursiveComparison()
          .ignoringFields("figures.CPU_SECONDS")
          .isEqualTo(first);
      assertThat(first.figure(Figure.UNFINISHED)).hasValue(0.0);
      // Who suspends tasks has no nodes for short jobs alone.
      assertThat(first.figure(Figure.LONG_RESERVED))
          .isEqualTo(system.turns().isPresent() ? OptionalDouble.empty() : OptionalDouble.of(0.0));
      assertThat(first.figure(Figure.SHORT_SLOWDOWN_P50).orElseThrow()).isGreaterThanOrEqualTo(1.0);
    }
  }

  @Test
  void everyRunOfTheWholeEvaluationHasAKeyOfItsOwn() throws IOException {
    List<RunKey> keys = new ArrayList<>();
    Trials.of(false, folder, problem -> {})
        .forEach(trial -> trial.runs(5).forEach(run -> keys.add(run.key())));

    assertThat(new HashSet<>(keys)).hasSameSizeAs(keys);
    assertThat(keys).filteredOn(key -> key.trial().equals(Trials.SIZE)).hasSize(2);
  }

  @Test
  void claimsAreDecidedByTheBestLoad() throws IOException {
    ImmutableList<Trial> trials = Trials.of(false, folder, problem -> {});
    Trial google = Trials.find(trials, Trials.GOOGLE).orElseThrow();
    ImmutableList.Builder<RunRecord> records = ImmutableList.builder();
    for (long seed = 1; seed <= 2; seed++) {
      records.add(record(google, Systems.SPARROW, 0.5, seed, 100));
      records.add(record(google, Systems.HAWK, 0.5, seed, 90));
      records.add(record(google, Systems.SPARROW, 0.9, seed, 1_000));
      records.add(record(google, Systems.HAWK, 0.9, seed, 300));
      records.add(record(google, Systems.EAGLE, 0.9, seed, 90));
    }

    ImmutableList<Claim> claims = MustShow.of(Results.of(trials, 2, records.build()));

    assertThat(claims.get(0).verdict()).isEqualTo(Claim.Verdict.DOES_NOT_HOLD); // 0.3 > 0.25
    assertThat(claims.get(1).verdict()).isEqualTo(Claim.Verdict.HOLDS); // 0.3 <= 0.35
    assertThat(claims.get(1).measured()).isEqualTo("Hawk ÷ Sparrow 0.30 on `google` at load 0.90");
    assertThat(claims.get(2).verdict()).isEqualTo(Claim.Verdict.HOLDS);
    assertThat(claims.get(3).measured()).isEqualTo("0 in 2 runs");
    assertThat(claims.get(6).verdict()).isEqualTo(Claim.Verdict.NOT_RUN);
  }

  private static RunRecord record(
      Trial trial, HybridSystem system, double load, long seed, double seconds) {
    return new RunRecord(
        new RunSpec(trial, system, load, seed).fingerprint(),
        trial.name(),
        system.name(),
        load,
        seed,
        java.util.Map.of(
            Figure.SHORT_P50,
            seconds,
            Figure.SHORT_P90,
            seconds,
            Figure.QUEUED_BEHIND_LONG,
            0.0,
            Figure.CPU_SECONDS,
            1.0));
  }

  @Test
  void saysInOneLineWhatIsWrong() {
    assertThat(execute("--only", "table")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(errors.toString())
        .contains(
            "There is no trial [table]; there are google, cloudera, facebook, yahoo,"
                + " google2011-tasks, hawk-yahoo-derived, size.");
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
            new HybridEvaluation(
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
}
