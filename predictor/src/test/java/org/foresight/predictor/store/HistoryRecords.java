package org.foresight.predictor.store;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.predictor.StageOutcome;

/** Records, and short forms of what tests do with a store. */
final class HistoryRecords {

  /** So that small tests merge, checkpoint and forget. */
  static final HistorySettings SMALL = new HistorySettings("test", 3, 1_000, 7, 1_000, 100);

  private HistoryRecords() {}

  /** A record that is told apart by its span. */
  static HistoryRecord record(long span) {
    return new HistoryRecord(
        JobFeatures.builder("ann", "job-" + span, "root.q").group("g").priority(1).build(),
        new JobOutcome(
            span,
            2,
            span,
            ImmutableList.of(
                new StageOutcome(
                    "map", 2, span, span, OptionalLong.of(1024), OptionalLong.empty())),
            OptionalLong.of(span)));
  }

  static HistoryStore open(HistoryStorage storage, RuntimePredictor predictor) throws IOException {
    return open(
        storage,
        predictor,
        problem -> {
          throw new AssertionError(problem.message());
        });
  }

  static HistoryStore open(
      HistoryStorage storage, RuntimePredictor predictor, Consumer<HistoryProblem> reporter)
      throws IOException {
    return HistoryStore.open(storage, predictor, SMALL, reporter);
  }

  static void learn(HistoryStore store, long from, long to) {
    for (long span = from; span <= to; span++) {
      store.learn(record(span), Optional.empty());
    }
  }

  /** The spans of all records that are kept, none of which is damaged. */
  static List<Long> spans(HistoryStorage storage) throws IOException {
    List<Long> spans = new ArrayList<>();
    HistoryStore.read(
        storage,
        read -> spans.add(read.outcome().spanMillis()),
        problem -> {
          throw new AssertionError(problem.message());
        });
    return spans;
  }
}
