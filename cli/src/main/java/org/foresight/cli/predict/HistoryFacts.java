package org.foresight.cli.predict;

import com.google.common.collect.ImmutableList;
import com.google.common.hash.Hashing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.foresight.predictor.JobNames;
import org.foresight.predictor.LearnedState;
import org.foresight.predictor.MixturePredictor;
import org.foresight.predictor.PredictionScore;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.predictor.store.HistoryProblem;
import org.foresight.predictor.store.HistoryRecord;
import org.foresight.predictor.store.HistoryStore;

/**
 * What is in a history.
 *
 * @param learned how many records a predictor learns from it, which may be more than there are
 * @param records how many there are
 * @param firstSubmitMillis the earliest submission, since the epoch; empty where none is known
 * @param lastEndMillis the latest end, since the epoch; empty where none is known
 * @param users how many users there are
 * @param names how many names there are, where those of the runs of one job are the same
 * @param values how many feature values the predictor knows something of, if it says so
 * @param score how well its answers did, if it says so
 * @param problems what of the files could not be read
 */
record HistoryFacts(
    long learned,
    long records,
    OptionalLong firstSubmitMillis,
    OptionalLong lastEndMillis,
    long users,
    long names,
    OptionalLong values,
    Optional<PredictionScore> score,
    ImmutableList<HistoryProblem> problems) {

  /**
   * Reads a history and changes nothing.
   *
   * @param predictor has learned nothing yet; knows afterwards what a scheduler would
   * @throws IOException if there is none, or if it cannot be read
   */
  static HistoryFacts read(Path folder, RuntimePredictor predictor) throws IOException {
    Counter counter = new Counter();
    ImmutableList.Builder<HistoryProblem> problems = ImmutableList.builder();
    long[] learned = {0};
    ExistingHistory.read(
        folder,
        storage -> learned[0] = HistoryStore.read(storage, predictor, counter::add, problems::add));
    return new HistoryFacts(
        learned[0],
        counter.records,
        counter.firstSubmitMillis,
        counter.lastEndMillis,
        counter.users.size(),
        counter.names.size(),
        predictor instanceof LearnedState state
            ? OptionalLong.of(state.valueCount())
            : OptionalLong.empty(),
        predictor instanceof MixturePredictor mixture
            ? Optional.of(mixture.score())
            : Optional.empty(),
        problems.build());
  }

  /** Counts the records. */
  private static final class Counter {
    private final RecordCounts users = new RecordCounts();
    private final RecordCounts names = new RecordCounts();
    private long records;
    private OptionalLong firstSubmitMillis = OptionalLong.empty();
    private OptionalLong lastEndMillis = OptionalLong.empty();

    void add(HistoryRecord record) {
      records++;
      users.add(hash(record.features().user()));
      names.add(hash(JobNames.normalise(record.features().jobName())));
      OptionalLong submitMillis = record.features().submitEpochMillis();
      if (submitMillis.isPresent()) {
        firstSubmitMillis =
            OptionalLong.of(
                Math.min(firstSubmitMillis.orElse(Long.MAX_VALUE), submitMillis.getAsLong()));
      }
      OptionalLong endMillis = record.outcome().endEpochMillis();
      if (endMillis.isPresent()) {
        lastEndMillis =
            OptionalLong.of(Math.max(lastEndMillis.orElse(Long.MIN_VALUE), endMillis.getAsLong()));
      }
    }

    /** In place of the text, of which there may be a million. */
    private static long hash(String text) {
      return Hashing.murmur3_128().hashString(text, StandardCharsets.UTF_16LE).asLong();
    }
  }
}
