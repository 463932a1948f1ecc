package org.foresight.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskCommandTest {

  @Test
  void tasksSleepForTheirRuntimeToTheMillisecond() {
    assertThat(TaskCommand.SLEEP.of(Duration.ofMillis(3_217))).isEqualTo("exec sleep 3.217");
    assertThat(TaskCommand.SLEEP.of(Duration.ofHours(1))).isEqualTo("exec sleep 3600.000");
  }

  @Test
  void aTaskSleepsForAMillisecondAtLeast() {
    assertThat(TaskCommand.SLEEP.of(Duration.ZERO)).isEqualTo("exec sleep 0.001");
  }

  @Test
  void aTaskThatComputesEndsWhenItHasHadItsProcessorTime(@TempDir Path folder) throws Exception {
    String command = BurningTasks.in(folder).of(Duration.ofMillis(300));

    // What Bash's own count says at the end: of user and system time, in two lines.
    Process process =
        new ProcessBuilder("bash", "-c", command.replaceFirst("exec ", "TIMEFORMAT='%U %S'; time "))
            .start();
    String[] seconds =
        new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8)
            .strip()
            .split(" ", -1);

    assertThat(process.waitFor()).isZero();
    assertThat(Double.parseDouble(seconds[0]) + Double.parseDouble(seconds[1]))
        .isBetween(0.29, 0.6); // With what the shell itself takes, on a busy machine too.
  }

  @Test
  void processorTimeIsAskedForInTicks(@TempDir Path folder) throws Exception {
    BurningTasks tasks = BurningTasks.in(folder);

    assertThat(tasks.of(Duration.ofMillis(1_066)))
        .isEqualTo("exec bash '" + folder.resolve("burn") + "' 107");
    assertThat(tasks.of(Duration.ofMillis(1))).endsWith(" 1");
  }
}
