package org.foresight.predictor.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.google.common.io.Resources;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalHistoryStorageTest {

  /** The records of the history of version 1 among the resources. */
  private static final List<HistoryRecord> OLD =
      List.of(
          new HistoryRecord(new JobFeatures("ann", "etl", "root.q"), new JobOutcome(1000, 4, 3000)),
          new HistoryRecord(
              new JobFeatures("bob", "tab\tand\nlines \\ ü\0", "root.z"),
              new JobOutcome(Long.MAX_VALUE, Integer.MAX_VALUE, 0)),
          new HistoryRecord(
              new JobFeatures("ann", "etl", "root.q"), new JobOutcome(1200, 4, 3600)));

  @TempDir private Path parent;
  private Path folder;

  @BeforeEach
  void nameFolder() {
    folder = parent.resolve("state/history");
  }

  @Test
  void secondWriterOfTheProcessIsRefusedAndTheFirstKeepsOthersOut() throws Exception {
    LocalHistoryStorage storage = new LocalHistoryStorage(folder);
    Closeable lock = storage.prepare();

    assertThatIOException().isThrownBy(storage::prepare).withMessageContaining("another writer");
    assertThat(mayBeLockedByAnotherProcess()).isFalse();

    lock.close();
    assertThat(mayBeLockedByAnotherProcess()).isTrue();
    storage.prepare().close();
  }

  private boolean mayBeLockedByAnotherProcess() throws Exception {
    Process process = another(OtherWriter.class).start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return process.exitValue() == 0;
  }

  private ProcessBuilder another(Class<?> program) {
    return new ProcessBuilder(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path"),
        program.getName(),
        folder.toString());
  }

  /** Takes a history, if it can. */
  static final class OtherWriter {
    private OtherWriter() {}

    public static void main(String[] arguments) throws IOException {
      new LocalHistoryStorage(Path.of(arguments[0])).prepare().close();
    }
  }

  @Test
  void makesItsFolderAndWritesWholeFiles() throws IOException {
    try (HistoryStore store =
        HistoryRecords.open(new LocalHistoryStorage(folder), new RecordingPredictor.Restorable())) {
      HistoryRecords.learn(store, 1, 2);
    }

    assertThat(folder.toFile().list())
        .containsExactlyInAnyOrder(
            "lock",
            "owner-000001",
            "segment-000001-00000001-00000001-2",
            "checkpoint-000001-00000001");
    assertThat(folder.resolve("segment-000001-00000001-00000001-2"))
        .hasContent(
            """
            foresight-history 3\t%s
            ann\tjob-1\troot.q\t1\t2\t1\tgroup=g\tpriority=1\tendEpochMillis=1\tstage=2,1,1,1024,,map\t%s
            ann\tjob-2\troot.q\t2\t2\t2\tgroup=g\tpriority=1\tendEpochMillis=2\tstage=2,2,2,1024,,map\t%s
            end\t2\t%s
            """
                .formatted(SEALS.toArray()));
  }

  /** The CRC32C of the lines before, computed by another program. */
  private static final List<String> SEALS = List.of("d8623921", "32b9f0d0", "dfb417dd", "18ccff76");

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void folderThatItMakesIsItsOwnersAlone(boolean isMigrated) throws IOException {
    if (isMigrated) {
      writeOldHistory();
    }

    new LocalHistoryStorage(folder).prepare().close();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
  }

  @Test
  void folderThatIsThereKeepsItsPermissions() throws IOException {
    Files.createDirectories(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-x---"));

    new LocalHistoryStorage(folder).prepare().close();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwxr-x---");
  }

  @Test
  void thereIsOneWriterAFolder() throws IOException {
    try (Closeable claim = new LocalHistoryStorage(folder).prepare()) {
      assertThat(claim).isNotNull();
      assertThatIOException()
          .isThrownBy(() -> new LocalHistoryStorage(folder).prepare())
          .withMessage("The history in " + folder + " is open for another writer.");
    }
    new LocalHistoryStorage(folder).prepare().close();
  }

  @Test
  void whatUnfinishedWritesLeftIsRemovedAndNeverListed() throws IOException {
    Files.createDirectories(folder);
    Path left = Files.writeString(folder.resolve("segment-1.tmp"), "half");
    Path others = Files.writeString(folder.resolve("letter.tmp"), "somebody else's");
    Path alsoOthers = Files.createDirectories(folder.resolve("segment-2.tmp"));
    LocalHistoryStorage storage = new LocalHistoryStorage(folder);
    assertThat(storage.list("")).isEmpty();

    storage.prepare().close();

    assertThat(left).doesNotExist();
    assertThat(others).exists();
    assertThat(alsoOthers).exists();
  }

  @Test
  void writeThatFailsLeavesWhatWasThere() throws IOException {
    LocalHistoryStorage storage = new LocalHistoryStorage(folder);
    storage.write("a", out -> out.write(1));

    assertThatIOException()
        .isThrownBy(
            () ->
                storage.write(
                    "a",
                    out -> {
                      out.write(2);
                      throw new IOException("no more");
                    }));

    assertThat(folder.resolve("a")).hasBinaryContent(new byte[] {1});
    assertThat(folder.toFile().list()).containsExactly("a");
  }

  @Test
  void ofTwoWhoCreateOneSucceeds() throws IOException {
    Files.createDirectories(folder);
    LocalHistoryStorage storage = new LocalHistoryStorage(folder);

    assertThat(storage.create("a", out -> out.write(1))).isTrue();
    assertThat(storage.create("a", out -> out.write(2))).isFalse();
    assertThat(folder.resolve("a")).hasBinaryContent(new byte[] {1});
  }

  @Test
  void historyOfVersion1IsReadWithoutAChange() throws IOException {
    byte[] old = writeOldHistory();

    assertThat(read()).isEqualTo(OLD);
    assertThat(folder).hasBinaryContent(old);
  }

  @Test
  void historyOfVersion1IsMigratedOnceAndKeptAside() throws IOException {
    byte[] old = writeOldHistory();

    for (int i = 0; i < 3; i++) {
      RecordingPredictor predictor = new RecordingPredictor();
      HistoryRecords.open(new LocalHistoryStorage(folder), predictor).close();
      assertThat(predictor.spans).containsExactly(1000L, Long.MAX_VALUE, 1200L);
    }

    assertThat(read()).isEqualTo(OLD);
    assertThat(folder.resolve("history-1.migrated")).hasBinaryContent(old);
    assertThat(folder.resolve("segment-000000-00000001-00000001-3")).exists();
  }

  @Test
  void migrationGoesOnAfterACrash() throws IOException {
    byte[] old = writeOldHistory();
    Path half = folder.resolveSibling("history.migrating");
    Files.createDirectories(half);
    Files.move(folder, half.resolve("history-1"));

    HistoryRecords.open(new LocalHistoryStorage(folder), new RecordingPredictor()).close();

    assertThat(read()).isEqualTo(OLD);
    assertThat(folder.resolve("history-1.migrated")).hasBinaryContent(old);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "precious", "foresight-history 1", "foresight-history 9\n"})
  void fileThatIsNoHistoryIsLeftAlone(String text) throws IOException {
    Files.createDirectories(folder.getParent());
    Files.writeString(folder, text);

    assertThatIOException()
        .isThrownBy(() -> new LocalHistoryStorage(folder).prepare())
        .withMessage(
            "The file " + folder + " is no history of version 1, and no folder for a history.");
    assertThat(folder).hasContent(text);
  }

  /** As kill -9 does: the process gets no chance to say goodbye. */
  @Test
  void killedProcessLosesNothingThatWasFlushed() throws Exception {
    Process writer = another(Writer.class).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    long flushed = 0;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8))) {
      while (flushed < 30) {
        flushed = Long.parseLong(lines.readLine());
      }
    } finally {
      writer.destroyForcibly();
    }
    assertThat(writer.waitFor(30, TimeUnit.SECONDS)).isTrue();

    RecordingPredictor predictor = new RecordingPredictor.Restorable();
    HistoryRecords.open(new LocalHistoryStorage(folder), predictor).close();

    assertThat(predictor.spans)
        .hasSizeGreaterThanOrEqualTo((int) flushed)
        .isEqualTo(LongStream.rangeClosed(1, predictor.spans.size()).boxed().toList());
  }

  /** Writes until it is killed, and says what is safe. */
  static final class Writer {

    private Writer() {}

    public static void main(String[] arguments) throws IOException {
      HistoryStore store =
          HistoryRecords.open(
              new LocalHistoryStorage(Path.of(arguments[0])), new RecordingPredictor.Restorable());
      for (long span = 1; ; span++) {
        HistoryRecords.learn(store, span, span);
        store.flush();
        System.out.println(span);
      }
    }
  }

  private byte[] writeOldHistory() throws IOException {
    byte[] old =
        Resources.toByteArray(Resources.getResource(LocalHistoryStorageTest.class, "history-1"));
    Files.createDirectories(folder.getParent());
    Files.write(folder, old);
    return old;
  }

  private List<HistoryRecord> read() throws IOException {
    List<HistoryRecord> records = new ArrayList<>();
    HistoryStore.read(
        new LocalHistoryStorage(folder),
        records::add,
        problem -> {
          throw new AssertionError(problem.message());
        });
    return records;
  }
}
