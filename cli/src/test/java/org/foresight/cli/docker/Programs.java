package org.foresight.cli.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs programs and hears what they say. Thread-safe.
 *
 * @param folder for what they say
 * @param environment variables beside those of this process
 */
record Programs(Path folder, ImmutableMap<String, String> environment) {
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final int NOT_FOUND = 127;

  /**
   * What became of one.
   *
   * @param status 0 if it succeeded
   * @param said on standard output and standard error
   */
  record Result(int status, String said) {
    boolean isGood() {
      return status == 0;
    }

    /** What it said last, for a message of one line. */
    String lastLine() {
      return said.lines().reduce((before, line) -> line).orElse("It said nothing.");
    }
  }

  Programs with(ImmutableMap<String, String> more) {
    return new Programs(
        folder,
        ImmutableMap.<String, String>builder().putAll(environment).putAll(more).buildKeepingLast());
  }

  /** Runs one to its end. */
  Result run(List<String> command) throws IOException, InterruptedException {
    Path said = Files.createTempFile(folder, "said", ".txt");
    Process process;
    try {
      process = builder(command, said).start();
    } catch (IOException e) {
      return new Result(NOT_FOUND, String.valueOf(e.getMessage()));
    }
    try {
      assertThat(process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS))
          .as("%s ends: %s", command, Files.readString(said))
          .isTrue();
      return new Result(process.exitValue(), Files.readString(said));
    } finally {
      process.destroyForcibly();
    }
  }

  /** Runs one that has to succeed; what it said. */
  String succeed(List<String> command) throws IOException, InterruptedException {
    Result result = run(command);
    assertThat(result.isGood()).as("%s: %s", command, result.said()).isTrue();
    return result.said();
  }

  /** Starts one that goes on. */
  Process start(List<String> command, Path said) throws IOException {
    return builder(command, said).start();
  }

  private ProcessBuilder builder(List<String> command, Path said) {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    builder.environment().putAll(environment);
    return builder;
  }
}
