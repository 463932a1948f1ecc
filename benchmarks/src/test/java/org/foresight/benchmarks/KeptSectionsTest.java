package org.foresight.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeptSectionsTest {

  private static final ImmutableSet<String> NAMES = ImmutableSet.of("a", "notes:a", "notes:b");

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
    assertThat(KeptSections.of(folder.resolve("none.md"), NAMES).text("a")).isEmpty();
    assertThat(page("# x\nno markers\n").text("a")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<!-- a:begin -->;text | 1 | <!-- a:begin -->",
        "text;<!-- a:end --> | 2 | <!-- a:end -->",
        "<!-- a:end -->;text;<!-- a:begin --> | 1 | <!-- a:end -->",
        "<!-- a:begin -->;<!-- notes:a:begin -->;<!-- notes:a:end -->;<!-- a:end -->"
            + " | 2 | <!-- notes:a:begin -->",
        "<!-- a:begin -->;text;<!-- notes:a:end --> | 3 | <!-- notes:a:end -->",
        "<!-- a:begin -->;<!-- a:end -->;<!-- a:begin -->;<!-- a:end --> | 3 | <!-- a:begin -->",
        "<!--a:begin-->;text;<!-- a:end --> | 1 | <!--a:begin-->",
        "<!-- a:begin -->;text;<!-- A:END --> | 3 | <!-- A:END -->",
        "<!-- other:begin -->;text;<!-- other:end --> | 1 | <!-- other:begin -->",
      })
  void whatWouldBeLostIsRefused(String lines, int line, String found) throws IOException {
    Path page = Files.writeString(folder.resolve("page.md"), lines.replace(';', '\n') + "\n");

    assertThatIOException()
        .isThrownBy(() -> KeptSections.of(page, NAMES))
        .withMessageStartingWith(page + ", line " + line + ": found \"" + found + "\"; accepted: ")
        .withMessageContaining("NAME is one of a, notes:a, notes:b.");
  }

  @Test
  void aPageWithoutAPlaceOrThatIsNoTextIsNamed() throws IOException {
    Path none = folder.resolve("none/page.md");
    Path binary = Files.write(folder.resolve("binary.md"), new byte[] {(byte) 0xff});

    for (Path place : new Path[] {none, folder}) {
      assertThatIOException()
          .isThrownBy(() -> KeptSections.of(place, NAMES))
          .withMessage(place + ": there is no place for a page of this name.");
    }
    assertThatIOException()
        .isThrownBy(() -> KeptSections.of(binary, NAMES))
        .withMessage(binary + ": this is no text in UTF-8, so it is left as it is.");
  }

  private KeptSections page(String text) throws IOException {
    return KeptSections.of(Files.writeString(folder.resolve("page.md"), text), NAMES);
  }
}
