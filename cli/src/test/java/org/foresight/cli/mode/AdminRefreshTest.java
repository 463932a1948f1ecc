package org.foresight.cli.mode;

import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.foresight.cli.support.ConfigurationFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Of ResourceManagers that do not answer; others are in the integration tests. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class AdminRefreshTest {

  @TempDir private Path folder;

  @Test
  void resourceManagerThatHangsIsNotWaitedFor() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatIOException()
          .isThrownBy(() -> refresh(silent.getLocalPort(), Duration.ofSeconds(2)))
          .withMessage("there was no answer within 2 s");
    }
  }

  @Test
  void whereNobodyListensHadoopGivesUpLongBeforeItIsTakenToHang() throws IOException {
    int free;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = closed.getLocalPort();
    }

    assertThatIOException()
        .isThrownBy(() -> refresh(free, Duration.ofSeconds(60)))
        .withMessage("yarn rmadmin -refreshQueues has ended with -1.");
  }

  private void refresh(int port, Duration longest) throws IOException {
    Files.writeString(
        folder.resolve("yarn-site.xml"),
        "<configuration><property><name>yarn.resourcemanager.admin.address</name><value>127.0.0.1:"
            + port
            + "</value></property></configuration>");
    new AdminRefresh(longest).refresh(new ConfigurationFolder(folder));
  }
}
