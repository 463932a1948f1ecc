package org.foresight.cli.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {

  @TempDir private Path folder;

  @Test
  void theOldTextIsReplacedAndNothingElseIsLeft() throws IOException {
    Path file = Files.writeString(folder.resolve("page"), "a longer text");

    OutputFile.replace(file, "new");

    assertThat(file).hasContent("new");
    assertThat(folder).isDirectoryContaining("glob:**/page");
    assertThat(folder.toFile().list()).hasSize(1);
  }

  @Test
  void aFileWithoutAPlaceIsNamed() {
    Path file = folder.resolve("none/page");

    assertThatIOException()
        .isThrownBy(() -> OutputFile.requirePlace(file))
        .withMessage(file + ": there is no folder (" + file.getParent() + ") to write it to.");
    assertThatIOException()
        .isThrownBy(() -> OutputFile.replace(folder, "text"))
        .withMessage(folder + ": there is a folder of this name; a file is needed.");
  }

  @Test
  void aBareNameIsInTheCurrentFolder() throws IOException {
    OutputFile.requirePlace(Path.of("a-name-that-need-not-be-there"));
  }
}
