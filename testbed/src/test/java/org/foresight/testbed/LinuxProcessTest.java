package org.foresight.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LinuxProcessTest {
  private static final String MARK = "LINUX_PROCESS_TEST=" + ProcessHandle.current().pid();

  private final Process started;

  LinuxProcessTest() throws IOException {
    ProcessBuilder builder = new ProcessBuilder("sleep", "600");
    builder.environment().put("LINUX_PROCESS_TEST", MARK.substring(MARK.indexOf('=') + 1));
    started = builder.start();
  }

  @AfterEach
  void end() throws InterruptedException {
    started.destroyForcibly().waitFor();
  }

  @Test
  void aProcessIsAliveUntilItHasEnded() throws InterruptedException {
    LinuxProcess process = LinuxProcess.of(started.pid()).orElseThrow();
    assertThat(process.isAlive()).isTrue();

    process.kill();
    started.waitFor();

    assertThat(process.isAlive()).isFalse();
    assertThat(LinuxProcess.of(started.pid())).isEmpty();
  }

  @Test
  void anotherOneWithItsNumberIsNotIt() {
    LinuxProcess process = LinuxProcess.of(started.pid()).orElseThrow();
    LinuxProcess before = new LinuxProcess(process.id(), process.startTicks() - 1);

    assertThat(before.isAlive()).isFalse();
    before.kill();
    before.terminate();

    assertThat(process.isAlive()).isTrue();
  }

  @Test
  void itsProcessorTimeGrowsOnlyWhileItComputes() throws IOException {
    LinuxProcess process = LinuxProcess.of(started.pid()).orElseThrow();
    assertThat(process.processorTime().orElseThrow()).isLessThan(Duration.ofSeconds(1));

    Process burns = new ProcessBuilder("bash", "-c", "while ((SECONDS < 60)); do :; done").start();
    try {
      LinuxProcess burner = LinuxProcess.of(burns.pid()).orElseThrow();
      await()
          .until(() -> burner.processorTime().orElseThrow().compareTo(Duration.ofMillis(100)) >= 0);
    } finally {
      burns.destroyForcibly();
    }
  }

  @Test
  void itIsFoundByItsEnvironment() throws IOException, InterruptedException {
    LinuxProcess process = LinuxProcess.of(started.pid()).orElseThrow();
    // Until its program has begun, it has the environment of its parent.
    await().until(() -> process.hasVariable(MARK));

    assertThat(LinuxProcess.withVariable(MARK)).containsExactly(process);
    assertThat(process.hasVariable(MARK + "0")).isFalse();
    assertThat(process.hasVariable(MARK.substring(1))).isFalse();

    process.kill();
    started.waitFor();
    assertThat(LinuxProcess.withVariable(MARK)).isEmpty();
  }
}
