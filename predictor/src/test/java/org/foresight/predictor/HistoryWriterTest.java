package org.foresight.predictor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryWriterTest {

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = folder.resolve("state/history");
  }

  @Test
  void createsTheFileAndItsFolder() throws IOException {
    HistoryWriter.open(file).close();

    assertThat(file).hasContent("foresight-history 1\n");
    assertThat(HistoryFile.load(file)).isEqualTo(new HistoryContents(List.of(), List.of()));
  }

  @Test
  void eachRecordIsInTheFileAtOnce() throws IOException {
    try (HistoryWriter writer = HistoryWriter.open(file)) {
      for (int i = 1; i <= 3; i++) {
        writer.append(record(i));
        assertThat(HistoryFile.load(file).records()).hasSize(i);
      }
    }
  }

  @Test
  void continuesAFileOfThisVersion() throws IOException {
    HistoryFile.save(inNewFolder(file), List.of(record(1)));

    try (HistoryWriter writer = HistoryWriter.open(file)) {
      writer.append(record(2));
    }

    assertThat(HistoryFile.load(file).records()).containsExactly(record(1), record(2));
  }

  /** Torn at every byte, a file ends with whole lines again, and the torn one is kept aside. */
  @Test
  void setsATornLastLineAside() throws IOException {
    HistoryFile.save(inNewFolder(file), List.of(record(1), record(2)));
    String whole = Files.readString(file);
    Path aside = file.resolveSibling("history.torn");
    for (int length = 0; length < whole.length(); length++) {
      Files.deleteIfExists(aside);
      String truncated = whole.substring(0, length);
      Files.writeString(file, truncated);

      try (HistoryWriter writer = HistoryWriter.open(file)) {
        writer.append(record(3));
      }

      String complete = truncated.substring(0, truncated.lastIndexOf('\n') + 1);
      String header = complete.isEmpty() ? "foresight-history 1\n" : "";
      assertThat(file).hasContent(header + complete + "user\tjob\troot.q\t3\t1\t3\n");
      String torn = truncated.substring(complete.length());
      if (header.isEmpty() && !torn.isEmpty()) {
        assertThat(aside).hasContent(torn + "\n");
      } else {
        assertThat(aside).doesNotExist();
      }
    }
  }

  @Test
  void findsTheEndOfALongTornLine() throws IOException {
    String torn = "x".repeat(30_000);
    Files.writeString(inNewFolder(file), "foresight-history 1\n" + torn);

    HistoryWriter.open(file).close();

    assertThat(file).hasContent("foresight-history 1\n");
    assertThat(file.resolveSibling("history.torn")).hasContent(torn + "\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"foresight-history 2\n", "precious", "precious data\n"})
  void refusesAFileThatIsNoHistoryOfThisVersion(String text) throws IOException {
    Files.writeString(inNewFolder(file), text);

    assertThatIOException()
        .isThrownBy(() -> HistoryWriter.open(file))
        .withMessageContainingAll(file.toString(), "line 1", "\"foresight-history 1\"");
    assertThat(file).hasContent(text);
  }

  @Test
  void thereIsOneWriterAFile() throws IOException {
    try (HistoryWriter writer = HistoryWriter.open(file)) {
      assertThatIOException()
          .isThrownBy(() -> HistoryWriter.open(file))
          .withMessage("The history file " + file + " is open for another writer.");
      writer.append(record(1));
    }
    HistoryWriter.open(file).close();

    assertThat(HistoryFile.load(file).records()).containsExactly(record(1));
  }

  @Test
  void aClosedWriterWritesNothing() throws IOException {
    HistoryWriter writer = HistoryWriter.open(file);
    writer.close();

    assertThatIOException().isThrownBy(() -> writer.append(record(1)));
    assertThat(HistoryFile.load(file).records()).isEmpty();
  }

  private static Path inNewFolder(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    return file;
  }

  private static HistoryRecord record(int millis) {
    return new HistoryRecord(
        new JobFeatures("user", "job", "root.q"), new JobOutcome(millis, 1, millis));
  }
}
