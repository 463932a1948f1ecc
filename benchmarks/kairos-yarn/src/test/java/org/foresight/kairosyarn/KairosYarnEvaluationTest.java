package org.foresight.kairosyarn;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.Map;
import org.foresight.benchmarks.BenchmarkProgram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class KairosYarnEvaluationTest {

  private final ByteArrayOutputStream progress = new ByteArrayOutputStream();
  private final StringWriter errors = new StringWriter();
  private final List<RunKey> done = new ArrayList<>();

  /** Whose runs fail. */
  private @Nullable YarnSystem broken = YarnSystem.BIGC;

  @TempDir private Path folder;

  @Test
  void aRunThatFailsStopsNoOtherAndIsDoneTheNextTime() throws IOException {
    assertThat(execute("--repeats", "2")).isEqualTo(CommandLine.ExitCode.SOFTWARE);

    assertThat(done).hasSize(2 * 7 + 1);
    assertThat(progressText())
        .contains("The run (uniform, BIGC, repeat 2) failed: java.io.IOException: No such luck.");
    assertThat(page()).contains("15 of 19 runs are there", "| Two classes | 0 | not");
    done.clear();
    broken = null;

    assertThat(execute("--repeats", "2")).isZero();

    assertThat(done).hasSize(4).allMatch(key -> key.system() == YarnSystem.BIGC);
    assertThat(page()).contains("19 of 19 runs are there").doesNotContain("not run");
  }

  @Test
  void whatWasDoneIsNotDoneAgainAndNotesStay() throws IOException {
    broken = null;
    assertThat(execute("--quick")).isZero();
    Files.writeString(
        path(),
        page()
            .replace(
                "<!-- notes:heavy-tailed:begin -->\n",
                "<!-- notes:heavy-tailed:begin -->\nBy a person.\n"));
    done.clear();

    assertThat(execute("--quick")).isZero();

    assertThat(done).isEmpty();
    assertThat(page())
        .contains("<!-- notes:heavy-tailed:begin -->\nBy a person.\n", "Far too small")
        .doesNotContain("## The uniform mix");
  }

  @Test
  void thePageSaysWhatIsMeasuredAndHow() throws IOException {
    broken = null;

    assertThat(execute()).isZero();

    assertThat(page())
        .contains(
            "Made by `./benchmarks/run.sh kairos-yarn`;",
            "28 of 28 runs are there",
            "0.1 to 0.3",
            "with 15 times fewer tasks",
            "* heavy-tailed: 50 jobs a run",
            "load, 95 %, hold them",
            "| Kairos | policy `kairos` | 6 | `foresight.policy` kairos<br>`foresight.mode` on<br>",
            "`foresight.agent.quantum-millis` 1662 |",
            "| small | 1 | 1 | 1.06 | 1.00 | 2.13 | 85 |",
            "a wave of tasks took ",
            "| FIFO | 3 |",
            "| FIFO | 1.0 / 1.0 | 1.0 / 1.0 | 2.0 / 1.0 |",
            "The same jobs in the simulator",
            "| Kairos ÷ Two classes | 1.00 |",
            "| Kairos | 1.50 | 0.10 | 0.05 | 0.0050 | 0.07 | 0 | 0 |",
            "| a short task beside long ones | 2 | 2.50 | 2.70 | 2.90 |",
            "<!-- notes:agent:begin -->")
        .doesNotContain("Far too small", "NaN", "not run");
  }

  @Test
  void saysInOneLineWhatIsWrong() {
    assertThat(execute("--repeats", "0")).isEqualTo(CommandLine.ExitCode.USAGE);

    assertThat(errors.toString()).contains("The number of repeats (0) must be positive.");
  }

  private int execute(String... more) {
    List<String> arguments =
        new ArrayList<>(List.of(path().toString(), "--runs", folder.resolve("runs").toString()));
    arguments.addAll(List.of(more));
    return BenchmarkProgram.commandLine(
            new KairosYarnEvaluation(
                this::run,
                new PrintStream(progress, true, StandardCharsets.UTF_8),
                () -> Instant.EPOCH))
        .setErr(new PrintWriter(errors, true))
        .execute(arguments.toArray(new String[0]));
  }

  private RunRecord run(RunSpec spec) throws IOException {
    if (spec.key().system() == broken) {
      throw new IOException("No such luck.");
    }
    done.add(spec.key());
    return MadeUpRuns.of(spec, Map.of());
  }

  private String progressText() {
    return progress.toString(StandardCharsets.UTF_8);
  }

  private String page() throws IOException {
    return Files.readString(path());
  }

  private Path path() {
    return folder.resolve("page.md");
  }
}
