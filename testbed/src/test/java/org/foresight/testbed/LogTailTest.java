package org.foresight.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTailTest {
  @TempDir private Path folder;

  @Test
  void whatTellsOfTroubleGoesBeforeWhatCameLast() throws IOException {
    assertThat(
            tail(
                """
                INFO Starting
                FATAL Error starting ResourceManager
                org.apache.hadoop.WebAppException: Error starting http server
                \tat org.apache.hadoop.Somewhere.java:1
                Caused by: java.net.BindException: Port in use: 127.0.0.1:8088
                \t... 4 more
                INFO Exiting with status 1
                """))
        .isEqualTo(
            "FATAL Error starting ResourceManager"
                + " | org.apache.hadoop.WebAppException: Error starting http server"
                + " | Caused by: java.net.BindException: Port in use: 127.0.0.1:8088");
  }

  @Test
  void withoutTroubleItIsTheLastLines() throws IOException {
    assertThat(tail("one\ntwo\n\nthree\nfour\n")).isEqualTo("two | three | four");
    assertThat(tail("")).isEqualTo("its log is empty");
    assertThat(LogTail.of(folder.resolve("none"), 0)).isEqualTo("its log can't be read");
  }

  @Test
  void whatWasThereBeforeDoesNotCount() throws IOException {
    String before = "FATAL an error of yesterday\n";
    Path log = Files.writeString(folder.resolve("log"), before + "INFO today\n");

    assertThat(LogTail.of(log, before.length())).isEqualTo("INFO today");
    assertThat(LogTail.of(log, 1_000)).isEqualTo("its log is empty");
    Files.writeString(log, "x".repeat(100_000) + "\nlast\n");
    assertThat(LogTail.of(log, 0)).hasSizeLessThan(70_000).endsWith("| last");
  }

  private String tail(String log) throws IOException {
    return LogTail.of(Files.writeString(folder.resolve("log"), log), 0);
  }
}
