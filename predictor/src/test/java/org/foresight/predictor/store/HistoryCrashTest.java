package org.foresight.predictor.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that dies between any two changes loses nothing that was flushed. */
class HistoryCrashTest {

  private static final int RECORDS = 60;

  /** What was learned in all, and what of it had certainly been written. */
  private record Progress(int learned, int flushed) {}

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void noCrashLosesWhatWasFlushed(boolean happens) throws IOException {
    crashEverywhere(RecordingPredictor.Restorable::new, happens);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void norWithoutCheckpoints(boolean happens) throws IOException {
    crashEverywhere(RecordingPredictor::new, happens);
  }

  private static void crashEverywhere(Supplier<RecordingPredictor> predictors, boolean happens)
      throws IOException {
    MemoryStorage whole = new MemoryStorage();
    run(whole, predictors.get());
    assertThat(whole.changes()).isGreaterThan(60);
    for (int changes = 1; changes < whole.changes(); changes++) {
      MemoryStorage crashed = new MemoryStorage();
      crashed.failAfter(changes, happens);
      Progress progress = run(crashed, predictors.get());

      // The next one may crash as well, while it cleans up.
      for (int more = 0; more < 3; more++) {
        MemoryStorage next = new MemoryStorage(crashed.files);
        next.failAfter(more, happens);
        try (HistoryStore store = HistoryRecords.open(next, predictors.get())) {
          store.flush();
        } catch (IOException expected) {
          assertThat(expected).hasMessage("The storage is gone.");
        }
      }
      MemoryStorage last = new MemoryStorage(crashed.files);
      RecordingPredictor predictor = predictors.get();
      try (HistoryStore store = HistoryRecords.open(last, predictor)) {
        store.flush();
      }

      List<Long> all = LongStream.rangeClosed(1, progress.learned()).boxed().toList();
      assertThat(predictor.spans)
          .as("after %s changes", changes)
          .hasSizeGreaterThanOrEqualTo(progress.flushed())
          .isEqualTo(all.subList(0, predictor.spans.size()));
      assertThat(HistoryRecords.spans(last)).isEqualTo(predictor.spans);
    }
  }

  private static Progress run(MemoryStorage storage, RecordingPredictor predictor) {
    int learned = 0;
    int flushed = 0;
    try {
      HistoryStore store = HistoryRecords.open(storage, predictor);
      while (learned < RECORDS) {
        learned++;
        store.learn(HistoryRecords.record(learned), Optional.empty());
        if (learned % 2 == 0) {
          store.flush();
          flushed = learned;
        }
      }
      store.close();
      flushed = learned;
    } catch (IOException e) {
      assertThat(e).hasMessage("The storage is gone.");
    }
    return new Progress(learned, flushed);
  }
}
