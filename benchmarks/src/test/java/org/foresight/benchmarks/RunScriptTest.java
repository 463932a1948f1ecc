package org.foresight.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which page {@code run.sh} has written, told by commands in place of Maven and Java. */
class RunScriptTest {

  @TempDir private Path home;

  @BeforeEach
  void layOut() throws IOException {
    Path commands = Files.createDirectories(home.resolve("commands"));
    command(commands.resolve("mvn"), "exit 0");
    command(commands.resolve("java"), "printf '%s\\n' \"$@\"");
    Files.createDirectories(home.resolve("benchmarks"));
    Files.copy(Path.of("run.sh"), home.resolve("benchmarks/run.sh"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "simulator --quick",
        "solver --quick",
        "solver --only S",
        "solver --only=S,M",
        "solver --seeds 2",
        "solver --seeds=2",
        "3sigma --seeds 1 --quick",
        "slearn --seeds 1 --quick",
        "hybrid --quick --seeds 1",
        "scale --cycles 9 --quick",
        "throughput --repeats 2 --quick",
        "throughput --nodes 1000",
        "throughput --nodes=1000",
        "throughput --java-option -Xint",
        "sizing --quick",
        "kairos-yarn --repeats 2 --quick",
        "simulator --quick=true",
        "solver --quick=true",
        "3sigma --quick=true",
        "scale --quick=true",
        "throughput --quick=true",
        "sizing --quick=true",
        "kairos-yarn --quick=true",
      })
  void whatIsNoWholeMeasurementLeavesTheResultsAlone(String line) throws Exception {
    assertThat(run(0, line.split(" ", -1)))
        .contains(home + "/benchmarks/target/")
        .doesNotContain("docs/results");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "simulator",
        "solver",
        "3sigma --seeds 2",
        "slearn --only slearn-2sigma",
        "hybrid --seeds 5",
        "scale",
        "throughput",
        "sizing",
        "kairos-yarn --repeats 3",
        "simulator --quik"
      })
  void theWholeMeasurementIsTheResults(String line) throws Exception {
    // That an argument is unknown is for the program to say.
    assertThat(run(0, line.split(" ", -1)))
        .contains(home + "/docs/results/")
        .contains(line.split(" ", -1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "3sigma --quick=true",
        "throughput --quick=true",
        "throughput --java-option=-Xint",
        "sizing --quick=true",
        "kairos-yarn --quick=true"
      })
  void runsThatCountForNoResultsAreKeptApart(String line) throws Exception {
    assertThat(run(0, line.split(" ", -1)))
        .contains("--runs\n" + home + "/benchmarks/target/")
        .doesNotContain(home + "/benchmarks/runs/");
    assertThat(run(0, (line + " --runs=mine").split(" ", -1)))
        .contains("--runs=mine")
        .doesNotContain("--runs\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"prediction --quick", "history x", "nothing"})
  void argumentsThatNobodyReadsAreRefused(String line) throws Exception {
    assertThat(run(2, line.split(" ", -1))).startsWith("usage: run.sh ");
  }

  @Test
  void withoutArgumentsTheUsageIsTold() throws Exception {
    assertThat(run(2)).startsWith("usage: run.sh ");
  }

  private String run(int exitCode, String... arguments) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of("bash", home + "/benchmarks/run.sh"));
    line.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.environment().remove("JAVA_HOME");
    builder
        .environment()
        .merge(
            "PATH",
            home.resolve("commands").toString(),
            (old, first) -> first + File.pathSeparator + old);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isEqualTo(exitCode);
    return output;
  }

  private static void command(Path file, String body) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
