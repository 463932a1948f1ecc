package org.foresight.benchmarks.threesigma;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.foresight.benchmarks.BenchmarkProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompositeEvaluationTest {

  private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

  @TempDir private Path folder;

  @Test
  void comparesBothPoliciesAndGoesOnWhereItWas() throws IOException {
    assertThat(execute()).isZero();

    String page = Files.readString(folder.resolve("page.md"));
    assertThat(page)
        .contains("E2E: foresight does not miss more deadlines than 3Sigma | ", "16 of 16 runs")
        .contains(
            "E2E one by one: foresight does not miss more deadlines than 3Sigma | ",
            "* Google one by one: `3sigma-e2e-5h`, arrivals over 12 min, tasks start one by one\n")
        .containsPattern("\\| E2E \\| [01]\\.\\d\\d \\(.*\\), n = 2 \\|")
        .doesNotContain("| E2E one by one | ")
        .contains("| 3Sigma | 2 | ", "| foresight | 2 | ")
        .doesNotContain("not run");
    assertThat(progressText()).contains("composite, Google, foresight, seed 2: ");

    progress.reset();
    assertThat(execute()).isZero();

    assertThat(progressText()).doesNotContain("seed");
    assertThat(folder.resolve("page.md")).hasContent(page);
  }

  private int execute() {
    return BenchmarkProgram.commandLine(
            new CompositeEvaluation(
                new PrintStream(progress, true, StandardCharsets.UTF_8), () -> Instant.EPOCH))
        .execute(
            folder.resolve("page.md").toString(),
            "--quick",
            "--threads",
            "1",
            "--runs",
            folder.resolve("runs").toString(),
            "--data",
            folder.toString());
  }

  private String progressText() {
    return progress.toString(StandardCharsets.UTF_8);
  }
}
