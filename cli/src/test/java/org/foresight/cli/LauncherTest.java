package org.foresight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code foresight}, with commands in place of Maven and Java. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LauncherTest {

  @TempDir private Path home;

  @BeforeEach
  void layOut() throws IOException {
    Path commands = Files.createDirectories(home.resolve("commands"));
    command(
        commands.resolve("java"),
        "if [ \"$1\" = -version ]; then echo 'openjdk version \"17.0.1\"' >&2; fi");
    // A build lasts until the test says that it is over.
    command(
        commands.resolve("mvn"),
        """
        echo build >>"$LAUNCHER_TEST/builds"
        read line <"$LAUNCHER_TEST/over"
        touch "$LAUNCHER_TEST/cli/target/foresight-cli-2.jar"
        """);
    assertThat(
            new ProcessBuilder("mkfifo", home.resolve("over").toString()).start().onExit().join())
        .returns(0, Process::exitValue);
    Path built = Files.createDirectories(home.resolve("cli/target"));
    Files.createFile(built.resolve("foresight-cli-1.jar"));
    Files.createFile(Files.createDirectories(built.resolve("lib")).resolve("library-1.jar"));
    Files.copy(Path.of("../foresight"), home.resolve("foresight"));
  }

  @Test
  void ofTwoAtOnceOneBuilds() throws IOException {
    Process first = start();
    Process second = null;
    try {
      BufferedReader said = errors(first);
      assertThat(said.readLine()).startsWith("building Foresight (first use)");
      second = start();
      assertThat(errors(second).readLine())
          .isEqualTo("foresight: waits for another one that builds …");
      Files.writeString(home.resolve("over"), "now\n");

      assertThat(first.onExit().join().exitValue()).isZero();
      assertThat(second.onExit().join().exitValue()).isZero();
      assertThat(home.resolve("builds")).hasContent("build");
      assertThat(home.resolve("cli/target"))
          .isDirectoryContaining("glob:**/foresight-cli-2.jar")
          .isDirectoryNotContaining("glob:**/foresight-cli-1.jar")
          .isDirectoryNotContaining("glob:**/lib");
    } finally {
      stop(first);
      if (second != null) {
        stop(second);
      }
    }
  }

  private Process start() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder("bash", home.resolve("foresight").toString(), "--version");
    builder.environment().remove("JAVA_HOME");
    builder.environment().put("LAUNCHER_TEST", home.toString());
    builder
        .environment()
        .merge(
            "PATH",
            home.resolve("commands").toString(),
            (old, first) -> first + File.pathSeparator + old);
    return builder.start();
  }

  /** With the build that it may have begun. */
  private static void stop(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private static BufferedReader errors(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
  }

  private static void command(Path file, String body) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
