package org.foresight.predictor.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.foresight.predictor.store.HistoryRecords.SMALL;
import static org.foresight.predictor.store.HistoryRecords.learn;
import static org.foresight.predictor.store.HistoryRecords.open;
import static org.foresight.predictor.store.HistoryRecords.record;
import static org.foresight.predictor.store.HistoryRecords.spans;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class HistoryStoreTest {

  private final MemoryStorage storage = new MemoryStorage();

  @Test
  void whatIsFlushedIsLearnedAgain() throws IOException {
    HistoryStore store = open(storage, new RecordingPredictor());
    learn(store, 1, 5);
    store.flush();
    learn(store, 6, 7);

    RecordingPredictor next = new RecordingPredictor();
    open(storage, next);

    assertThat(next.spans).isEqualTo(oneTo(5));
    assertThat(spans(storage)).isEqualTo(oneTo(5));
  }

  @Test
  void whatIsClosedIsLearnedAgainFromACheckpoint() throws IOException {
    try (HistoryStore store = open(storage, new RecordingPredictor.Restorable())) {
      learn(store, 1, 5);
    }

    RecordingPredictor next = new RecordingPredictor.Restorable();
    HistoryStore store = open(storage, next);

    assertThat(store.recordsRestored()).isEqualTo(5);
    assertThat(store.recordsLearned()).isEqualTo(5);
    assertThat(next.spans).isEqualTo(oneTo(5));
  }

  @Test
  void flushIsDueAfterSoManyRecords() throws IOException {
    HistoryStore store = open(storage, new RecordingPredictor());
    learn(store, 1, 2);
    assertThat(store.isFlushDue()).isFalse();

    learn(store, 3, 3);
    assertThat(store.isFlushDue()).isTrue();

    store.flush();
    assertThat(store.isFlushDue()).isFalse();
  }

  @Test
  void checkpointOfAnotherPredictorOrVersionIsNotTaken() throws IOException {
    try (HistoryStore store = open(storage, new RecordingPredictor.Restorable(1))) {
      learn(store, 1, 5);
    }

    RecordingPredictor next = new RecordingPredictor.Restorable(2);
    HistoryStore store = open(storage, next);

    assertThat(store.recordsRestored()).isZero();
    assertThat(next.spans).isEqualTo(oneTo(5));
  }

  @Test
  void twoCheckpointsAreKept() throws IOException {
    HistoryStore store = open(storage, new RecordingPredictor.Restorable());
    for (int i = 0; i < 5; i++) {
      learn(store, 7 * i + 1, 7 * i + 7);
      store.flush();
    }

    assertThat(storage.list(""))
        .filteredOn(name -> name.startsWith("checkpoint"))
        .containsExactly("checkpoint-000001-00000004", "checkpoint-000001-00000005");
  }

  @Test
  void olderCheckpointStandsInForADamagedOne() throws IOException {
    HistoryStore store = open(storage, new RecordingPredictor.Restorable());
    learn(store, 1, 7);
    store.flush();
    learn(store, 8, 14);
    store.flush();
    storage.files.put("checkpoint-000001-00000002", new byte[] {1, 2, 3});

    List<HistoryProblem> problems = new ArrayList<>();
    RecordingPredictor next = new RecordingPredictor.Restorable();
    HistoryStore reopened = open(storage, next, problems::add);

    assertThat(reopened.recordsRestored()).isEqualTo(7);
    assertThat(next.spans).isEqualTo(oneTo(14));
    assertThat(problems).singleElement().extracting(HistoryProblem::line).isEqualTo(1L);
    assertThat(storage.list("damaged")).containsExactly("000002-checkpoint-000001-00000002");
  }

  @Test
  void smallSegmentsAreMerged() throws IOException {
    HistoryStore store = open(storage, new RecordingPredictor());
    for (int i = 1; i <= 100; i++) {
      learn(store, i, i);
      store.flush();
    }

    assertThat(storage.list(""))
        .containsExactly("owner-000001", "segment-000001-00000001-00000100-100");
    assertThat(spans(storage)).isEqualTo(oneTo(100));
  }

  @Test
  void whatFormerWritersLeftIsMergedAtOnceUpToTheLimit() throws IOException {
    HistoryStore store = open(storage, new RecordingPredictor());
    for (int i = 0; i < 5; i++) {
      learn(store, 30 * i + 1, 30 * i + 30);
      store.flush();
    }

    open(storage, new RecordingPredictor()).flush();

    assertThat(storage.list(""))
        .containsExactly(
            "owner-000002",
            "segment-000001-00000001-00000003-90",
            "segment-000001-00000004-00000005-60");
  }

  @Test
  void whatBothCheckpointsCoverIsForgottenFromTheSegmentsWhenThereIsTooMuch() throws IOException {
    HistorySettings few = new HistorySettings("test", 3, 1_000, 7, 10, 100);
    RecordingPredictor predictor = new RecordingPredictor.Restorable();
    HistoryStore store = HistoryStore.open(storage, predictor, few, problem -> {});
    for (int i = 0; i < 3; i++) {
      learn(store, 7 * i + 1, 7 * i + 7);
      store.flush();
      // Only one checkpoint covers the second segment when the third one is there.
      assertThat(spans(storage)).startsWith(i < 2 ? 1L : 8L);
    }

    RecordingPredictor next = new RecordingPredictor.Restorable();
    open(storage, next);

    assertThat(next.spans).isEqualTo(oneTo(21));
    assertThat(spans(storage)).hasSize(14);
  }

  @Test
  void predictorWithoutStateForgetsTheOldest() throws IOException {
    HistorySettings few = new HistorySettings("test", 3, 1_000, 7, 10, 100);
    HistoryStore store = HistoryStore.open(storage, new RecordingPredictor(), few, problem -> {});
    for (int i = 0; i < 3; i++) {
      learn(store, 7 * i + 1, 7 * i + 7);
      store.flush();
    }

    assertThat(spans(storage)).isEqualTo(LongStream.rangeClosed(8, 21).boxed().toList());
  }

  @Test
  void storageThatFailsForAWhileLosesNothing() throws IOException {
    RecordingPredictor predictor = new RecordingPredictor.Restorable();
    HistoryStore store = open(storage, predictor);
    for (int i = 0; i < 40; i++) {
      learn(store, i + 1, i + 1);
      storage.failAfter(0, i % 2 == 0);
      assertThatIOException().isThrownBy(store::flush);
      storage.work();
    }

    assertThat(predictor.spans).isEqualTo(oneTo(40));
    store.close();
    assertThat(spans(storage)).isEqualTo(oneTo(40));
  }

  @Test
  void tooManyUnwrittenRecordsCostTheOldest() throws IOException {
    HistorySettings few = new HistorySettings("test", 3, 5, 7, 1_000, 100);
    RecordingPredictor predictor = new RecordingPredictor();
    HistoryStore store = HistoryStore.open(storage, predictor, few, problem -> {});
    learn(store, 1, 8);

    assertThat(store.recordsDropped()).isEqualTo(3);
    store.close();
    assertThat(predictor.spans).isEqualTo(oneTo(8));
    assertThat(spans(storage)).isEqualTo(LongStream.rangeClosed(4, 8).boxed().toList());
  }

  @Test
  void newWriterFencesTheOldOne() throws IOException {
    RecordingPredictor oldPredictor = new RecordingPredictor();
    HistoryStore old = open(storage, oldPredictor);
    learn(old, 1, 2);
    old.flush();
    learn(old, 3, 3);
    HistoryStore next = open(storage, new RecordingPredictor());
    learn(next, 4, 4);
    next.flush();

    assertThatExceptionOfType(HistoryFencedException.class)
        .isThrownBy(old::flush)
        .withMessage(
            "The history in memory was taken over by writer 2; this one, writer 1, writes no more.");
    learn(old, 5, 5);
    assertThatExceptionOfType(HistoryFencedException.class).isThrownBy(old::flush);
    old.close();

    assertThat(oldPredictor.spans).containsExactly(1L, 2L, 3L, 5L);
    assertThat(spans(storage)).containsExactly(1L, 2L, 4L);
  }

  /** It looked, was suspended, and wrote when the next one had read all that it found. */
  @Test
  void lateSegmentOfAFencedWriterIsLearnedByTheNextOne() throws IOException {
    HistoryStore old = open(storage, new RecordingPredictor.Restorable());
    learn(old, 1, 2);
    old.flush();
    try (HistoryStore next = open(storage, new RecordingPredictor.Restorable())) {
      learn(next, 4, 4);
    }
    storage.write(
        "segment-000001-00000002-00000002-1", out -> Segment.write(List.of(record(3)), out));

    RecordingPredictor last = new RecordingPredictor.Restorable();
    open(storage, last);

    assertThat(last.spans).containsExactly(1L, 2L, 4L, 3L);
  }

  @Test
  void damagedMergeLosesNothingWhileItsPartsAreThere() throws IOException {
    HistoryStore store = open(storage, new RecordingPredictor());
    learn(store, 1, 2);
    store.flush();
    learn(store, 3, 4);
    store.flush();
    storage.write(
        "segment-000001-00000001-00000002-4",
        out -> out.write("nothing".getBytes(StandardCharsets.UTF_8)));

    List<HistoryProblem> problems = new ArrayList<>();
    RecordingPredictor next = new RecordingPredictor();
    open(storage, next, problems::add);

    assertThat(next.spans).isEqualTo(oneTo(4));
    assertThat(problems).hasSize(1);
    assertThat(spans(storage)).isEqualTo(oneTo(4));
  }

  @Test
  void segmentOfALaterVersionIsReportedAndLeftAlone() throws IOException {
    byte[] later = SealedLine.seal("foresight-history 4");
    storage.files.put("segment-000001-00000001-00000001-1", later);

    for (int i = 0; i < 2; i++) {
      List<HistoryProblem> problems = new ArrayList<>();
      open(storage, new RecordingPredictor(), problems::add).close();
      assertThat(problems)
          .singleElement()
          .extracting(HistoryProblem::accepted)
          .isEqualTo(
              "the first line \"foresight-history 3\", \"foresight-history 2\" or"
                  + " \"foresight-history 1\"");
    }
    assertThat(storage.files.get("segment-000001-00000001-00000001-1")).isEqualTo(later);
  }

  @Test
  void aHundredDamagedFilesAreKept() throws IOException {
    for (int i = 0; i < 120; i++) {
      storage.files.put("damaged/000000-" + (1000 + i), new byte[0]);
    }
    storage.files.put("segment-000001-00000001-00000001-1", new byte[0]);

    open(storage, new RecordingPredictor(), problem -> {});

    assertThat(storage.list("damaged"))
        .hasSize(100)
        .contains("000002-segment-000001-00000001-00000001-1", "000000-1119")
        .doesNotContain("000000-1020");
  }

  @Test
  void readsWhatItHasLearnedWhileItIsOpen() throws IOException {
    try (HistoryStore store =
        HistoryStore.open(storage, new RecordingPredictor(), SMALL, p -> {})) {
      learn(store, 1, 4);
      store.flush();
      int changes = storage.changes();

      assertThat(spans(storage)).isEqualTo(oneTo(4));
      assertThat(storage.changes()).isEqualTo(changes);
    }
  }

  private static List<Long> oneTo(long last) {
    return LongStream.rangeClosed(1, last).boxed().toList();
  }
}
