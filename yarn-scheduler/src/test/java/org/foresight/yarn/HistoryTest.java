package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableLongArray;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.MixturePredictor;
import org.foresight.predictor.StageOutcome;
import org.foresight.predictor.posterior.TaskSpread;
import org.foresight.predictor.posterior.TaskSpreads;
import org.foresight.predictor.posterior.TaskVariations;
import org.foresight.predictor.store.HistoryRecord;
import org.foresight.predictor.store.HistoryStorage;
import org.foresight.predictor.store.HistoryStore;
import org.foresight.predictor.store.LocalHistoryStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {
  private static final JobFeatures FEATURES = new JobFeatures("ada", "nightly", "root.etl");
  private static final JobOutcome OUTCOME = new JobOutcome(60_000, 4, 200_000);
  private static final HistoryRecord RECORD = new HistoryRecord(FEATURES, OUTCOME);

  @TempDir private Path folder;

  @Test
  void inMemoryItLearnsAndForgetsWithTheProcess() {
    History history = History.inMemory(MixturePredictor::new);
    history.start();
    assertThat(history.predictor().predict(FEATURES)).isEmpty();

    history.learned(FEATURES, OUTCOME, Optional.empty());

    assertThat(history.predictor().predict(FEATURES)).isPresent();
    history.close();
  }

  @Test
  void whatWasLearnedOutlivesTheProcess() throws IOException {
    Path kept = folder.resolve("new").resolve("history");
    learnOnce(kept);

    try (History restarted = started(kept)) {
      assertThat(restarted.predictor().predict(FEATURES)).isPresent();
    }
    assertThat(records(kept)).containsExactly(RECORD);
  }

  @Test
  void whatIsStartedOnceMoreGoesOnAsItIs() throws IOException {
    Path kept = folder.resolve("history");
    try (History history = started(kept)) {
      history.learned(FEATURES, OUTCOME, Optional.empty()); // Not written yet.
      history.start();
      history.learned(FEATURES, OUTCOME, Optional.empty());
    }

    assertThat(records(kept)).containsExactly(RECORD, RECORD);
  }

  @Test
  void whatWasLearnedOfTasksOutlivesTheProcessForAllWhoAsk() {
    Path kept = folder.resolve("history");
    ImmutableLongArray tasks = ImmutableLongArray.of(9_000, 1_000, 2_000, 3_000);
    StageOutcome stage =
        new StageOutcome(
            "map",
            4,
            9_000,
            15_000,
            OptionalLong.empty(),
            OptionalLong.empty(),
            Optional.of(TaskVariations.of(tasks, 1, Optional.empty())));
    JobOutcome outcome =
        new JobOutcome(9_000, 4, 15_000, ImmutableList.of(stage), OptionalLong.empty());
    TaskSpread learned;
    try (History history = started(kept)) {
      TaskSpreads asked = history.spreads();
      history.learned(FEATURES, outcome, Optional.empty());
      learned = asked.spread(FEATURES, "map");
      assertThat(learned).isNotEqualTo(TaskSpread.USUAL);
    }

    History restarted = History.in(MixturePredictor::new, new LocalHistoryStorage(kept), "test");
    TaskSpreads askedEarly = restarted.spreads();
    assertThat(askedEarly.spread(FEATURES, "map").firstWave()).isEqualTo(1.0);
    restarted.start();
    assertThat(askedEarly.spread(FEATURES, "map")).isEqualTo(learned);
    restarted.close();
  }

  @Test
  void historyInOneFileBecomesAFolder() throws IOException {
    Path kept = folder.resolve("history");
    Files.writeString(
        kept, "foresight-history 1\nada\tnightly\troot.etl\t60000\t4\t200000\nnot a job\ntorn");

    learnOnce(kept);

    assertThat(records(kept)).containsExactly(RECORD, RECORD);
    assertThat(kept.resolve("history-1.migrated")).exists();
  }

  @Test
  void fileThatIsNoHistoryIsLeftAloneAndLearningGoesOnInMemory() throws IOException {
    Path file = Files.writeString(folder.resolve("history"), "<configuration/>\n");

    learnOnce(file);

    assertThat(file).hasContent("<configuration/>\n");
  }

  @Test
  void anotherWriterOfTheMachineKeepsItsFolder() throws IOException {
    Path kept = folder.resolve("history");
    try (History first = started(kept);
        History second = started(kept)) {
      second.learned(FEATURES, OUTCOME, Optional.empty());
      assertThat(second.predictor().predict(FEATURES)).isPresent();
      first.learned(FEATURES, OUTCOME, Optional.empty());
    }

    assertThat(records(kept)).containsExactly(RECORD);
  }

  @Test
  void untilItIsStartedItTouchesNothing() {
    Path kept = folder.resolve("history");
    History standby = History.in(MixturePredictor::new, new LocalHistoryStorage(kept), "standby");

    standby.close();

    assertThat(kept).doesNotExist();
  }

  @Test
  void whatIsLearnedBeforeTheStorageIsReadIsKeptOnce() throws IOException {
    Path kept = folder.resolve("history");
    learnOnce(kept);
    History early = History.in(MixturePredictor::new, new LocalHistoryStorage(kept), "early");
    JobFeatures other = new JobFeatures("bob", "hourly", "root.etl");
    early.learned(other, OUTCOME, Optional.empty());
    assertThat(early.predictor().predict(other)).isPresent();

    early.start();

    assertThat(early.predictor().predict(FEATURES)).isPresent();
    assertThat(early.predictor().predict(other)).isPresent();
    early.close();
    assertThat(records(kept)).containsExactly(RECORD, new HistoryRecord(other, OUTCOME));
  }

  @Test
  void closedHistoryStillLearnsInMemory() {
    History history = started(folder.resolve("history"));
    history.close();
    history.close();

    history.learned(FEATURES, OUTCOME, Optional.empty());

    assertThat(history.predictor().predict(FEATURES)).isPresent();
  }

  private static History started(Path kept) {
    HistoryStorage storage = new LocalHistoryStorage(kept);
    History history = History.in(MixturePredictor::new, storage, "test");
    history.start();
    return history;
  }

  private static void learnOnce(Path kept) {
    try (History history = started(kept)) {
      history.learned(FEATURES, OUTCOME, Optional.empty());
      assertThat(history.predictor().predict(FEATURES)).isPresent();
    }
  }

  private static List<HistoryRecord> records(Path kept) throws IOException {
    List<HistoryRecord> records = new ArrayList<>();
    HistoryStore.read(
        new LocalHistoryStorage(kept),
        records::add,
        problem -> {
          throw new AssertionError(problem.message());
        });
    return records;
  }
}
