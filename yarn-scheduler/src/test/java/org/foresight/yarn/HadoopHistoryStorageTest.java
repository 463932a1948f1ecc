package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.ThreeSigmaPredictor;
import org.foresight.predictor.store.HistoryFencedException;
import org.foresight.predictor.store.HistoryRecord;
import org.foresight.predictor.store.HistorySettings;
import org.foresight.predictor.store.HistoryStorage;
import org.foresight.predictor.store.HistoryStore;
import org.foresight.predictor.store.LocalHistoryStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** On Hadoop's own view of the local file system, which is one of its file systems. */
class HadoopHistoryStorageTest {
  private static final HistoryRecord RECORD =
      new HistoryRecord(
          new JobFeatures("ada", "nightly", "root.etl"), new JobOutcome(60_000, 4, 200_000));

  @TempDir private Path folder;

  @Test
  void keepsAHistory() throws IOException {
    for (int i = 1; i <= 3; i++) {
      try (HistoryStore store = open()) {
        assertThat(store.recordsRestored()).isEqualTo(i - 1);
        store.learn(RECORD, Optional.empty());
      }
    }

    List<HistoryRecord> records = new ArrayList<>();
    HistoryStore.read(storage(), records::add, problem -> assertThat(problem).isNull());
    assertThat(records).containsExactly(RECORD, RECORD, RECORD);
  }

  @Test
  void otherResourceManagerTakesOver() throws IOException {
    HistoryStore active = open();
    active.learn(RECORD, Optional.empty());
    active.flush();

    try (HistoryStore successor = open()) {
      active.learn(RECORD, Optional.empty());
      assertThat(catchThrowable(active::flush)).isInstanceOf(HistoryFencedException.class);
      assertThat(successor.recordsLearned()).isEqualTo(1);
    }
  }

  @Test
  void replacesRenamesAndDeletes() throws IOException {
    HistoryStorage storage = storage();
    storage.prepare().close();
    storage.write("a", out -> out.write(1));
    storage.write("a", out -> out.write(2));
    storage.write("b", out -> out.write(3));
    assertThat(storage.create("b", out -> out.write(4))).isFalse();
    storage.rename("b", "damaged/b");
    storage.rename("a", "damaged/b");

    assertThat(storage.list("")).isEmpty();
    assertThat(storage.list("damaged")).containsExactly("b");
    try (InputStream in = storage.read("damaged/b")) {
      assertThat(in.readAllBytes()).containsExactly(2);
    }
    storage.delete("damaged/b");
    storage.delete("damaged/b");
    assertThat(storage.list("damaged")).isEmpty();
    assertThat(storage.list("none")).isEmpty();
  }

  @Test
  void whatUnfinishedWritesLeftIsRemoved() throws IOException {
    Files.createDirectories(folder.resolve("history"));
    Path left = Files.writeString(folder.resolve("history/segment.tmp"), "half");
    assertThat(storage().list("")).isEmpty();

    storage().prepare().close();

    assertThat(left).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "/var/lib/history, true",
    "history, true",
    "my history/10:30/50%, true",
    "file:///var/lib/history, true",
    "file:/var/lib/history, true",
    "hdfs://nameservice/foresight, false",
    "s3a://bucket/foresight, false"
  })
  void locationSaysWhereItIs(String text, boolean local) {
    HistoryLocation location = HistoryLocation.parse(text);

    assertThat(location.isLocal()).isEqualTo(local);
    assertThat(location.storage(new Configuration(false)))
        .isInstanceOf(local ? LocalHistoryStorage.class : HadoopHistoryStorage.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"history", "a/../my history/", "10:30/50%", "./ä?#"})
  void relativeLocationIsWhereThisProcessRuns(String text) {
    String location = HistoryLocation.parse(text).storage(new Configuration(false)).location();

    assertThat(Path.of(location).normalize()).isEqualTo(Path.of(text).toAbsolutePath().normalize());
  }

  @Test
  void hostOfALocalLocationIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HistoryLocation.parse("file://host/history"));
  }

  private HistoryStore open() throws IOException {
    return HistoryStore.open(
        storage(),
        new ThreeSigmaPredictor(),
        HistorySettings.of("test"),
        problem -> assertThat(problem).isNull());
  }

  private HistoryStorage storage() {
    return new HadoopHistoryStorage(
        new org.apache.hadoop.fs.Path(folder.resolve("history").toUri()), new Configuration(false));
  }
}
