package org.foresight.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.foresight.testbed.Testbed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** On a process that looks like a testbed's ResourceManager. */
@Timeout(60)
class TestbedWatchTest {
  private static final long FOR_EVER_MILLIS = 600_000;

  @TempDir private Path folder;
  private final AtomicLong nanos = new AtomicLong();

  @SuppressWarnings("NullAway.Init") // Set before every test.
  private Process manager;

  @SuppressWarnings("NullAway.Init")
  private Testbed testbed;

  @BeforeEach
  void start() throws IOException {
    Files.createDirectories(folder.resolve("nodes"));
    Files.createDirectories(folder.resolve("pids"));
    Files.createDirectories(folder.resolve("conf"));
    Files.createFile(folder.resolve("conf/yarn-site.xml"));
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", "sleep 600; :", ResourceManager.class.getName());
    builder.environment().put("FORESIGHT_TESTBED", folder.toRealPath().toString());
    manager = builder.start();
    testbed = Testbed.of(folder);
  }

  @AfterEach
  void end() throws IOException, InterruptedException {
    testbed.kill();
    manager.destroyForcibly();
  }

  @Test
  void workThatEndsByItselfIsLeftAlone() throws Exception {
    assertThat(TestbedWatch.whileUp(testbed, nanos::get, () -> "done")).isEqualTo("done");

    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void workOnATestbedThatIsTakenDownEndsWithALineThatSaysSo() {
    assertThatIOException()
        .isThrownBy(
            () ->
                TestbedWatch.whileUp(
                    testbed,
                    nanos::get,
                    () -> {
                      testbed.down();
                      Thread.sleep(FOR_EVER_MILLIS);
                      return "never";
                    }))
        .withMessageStartingWith("The testbed was taken down meanwhile; logs: ");
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void workThatMakesAnErrorOfItsInterruptionEndsWithThatLineToo() {
    assertThatIOException()
        .isThrownBy(
            () ->
                TestbedWatch.whileUp(
                    testbed,
                    nanos::get,
                    () -> {
                      testbed.down();
                      try {
                        Thread.sleep(FOR_EVER_MILLIS);
                      } catch (InterruptedException e) {
                        throw new IOException("interrupted", e);
                      }
                      return "never";
                    }))
        .withMessageStartingWith("The testbed was taken down meanwhile; logs: ");
  }

  @Test
  void workEndsIfNoResourceManagerComesBack() {
    assertThatIOException()
        .isThrownBy(
            () ->
                TestbedWatch.whileUp(
                    testbed,
                    () -> nanos.addAndGet(Duration.ofSeconds(61).toNanos()),
                    () -> {
                      manager.destroyForcibly();
                      Thread.sleep(FOR_EVER_MILLIS);
                      return "never";
                    }))
        .withMessageStartingWith("No ResourceManager of the testbed has run for 60 s");
  }

  @Test
  void whoeverElseInterruptsIsHeard() {
    assertThatExceptionOfType(InterruptedException.class)
        .isThrownBy(
            () ->
                TestbedWatch.whileUp(
                    testbed,
                    nanos::get,
                    () -> {
                      Thread.currentThread().interrupt();
                      Thread.sleep(FOR_EVER_MILLIS);
                      return "never";
                    }));
  }
}
