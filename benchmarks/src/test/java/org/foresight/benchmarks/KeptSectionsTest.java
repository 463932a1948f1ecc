package org.foresight.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptSectionsTest {

  @TempDir private Path folder;

  @Test
  void keepsWhatStandsBetweenTheMarkersOfEachName() throws IOException {
    KeptSections sections =
        page(
            """
            # x
            <!-- notes:a:begin -->
            kept

            as it is
            <!-- notes:a:end -->
            <!-- notes:b:begin -->
            other
            <!-- notes:b:end -->
            """);
    List<String> lines = new ArrayList<>();

    sections.addTo(lines, "notes:b");
    sections.addTo(lines, "notes:a");

    assertThat(String.join("\n", lines))
        .isEqualTo(
            """
            <!-- notes:b:begin -->
            other
            <!-- notes:b:end -->
            <!-- notes:a:begin -->
            kept

            as it is
            <!-- notes:a:end -->""");
  }

  @Test
  void whatIsNotThereIsEmpty() throws IOException {
    assertThat(KeptSections.of(folder.resolve("none.md")).text("a")).isEmpty();
    assertThat(page("# x\nno markers\n").text("a")).isEmpty();
    assertThat(page("<!-- a:end -->\ntext\n<!-- a:begin -->\n").text("a")).isEmpty();
  }

  private KeptSections page(String text) throws IOException {
    return KeptSections.of(Files.writeString(folder.resolve("page.md"), text));
  }
}
