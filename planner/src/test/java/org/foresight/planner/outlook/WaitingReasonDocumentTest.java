package org.foresight.planner.outlook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The tokens are for programs; what is written of them must be what is said. */
class WaitingReasonDocumentTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "why-and-when.md");

  @Test
  void documentHasTheTable() throws IOException {
    String rows =
        Arrays.stream(WaitingReason.values())
            .map(r -> "| " + r.tier() + " | `" + r.token() + "` | " + r.text() + " |\n")
            .collect(Collectors.joining());
    String table =
        """
        <!-- Checked against WaitingReason. -->

        | tier | token | meaning |
        |---|---|---|
        """
            + rows
            + "\n<!-- End of what is checked. -->";

    assertThat(Files.readString(DOCUMENT)).contains(table);
  }
}
