package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.foresight.predictor.HistoryFile;
import org.foresight.predictor.HistoryRecord;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {
  private static final JobFeatures FEATURES = new JobFeatures("ada", "nightly", "root.etl");
  private static final JobOutcome OUTCOME = new JobOutcome(60_000, 4, 200_000);

  @TempDir private Path folder;

  @Test
  void inMemoryItLearnsAndForgetsWithTheProcess() {
    History history = History.inMemory();
    assertThat(history.predictor().predict(FEATURES)).isEmpty();

    history.learned(FEATURES, OUTCOME, Optional.empty());

    assertThat(history.predictor().predict(FEATURES)).isPresent();
    history.close();
  }

  @Test
  void whatWasLearnedOutlivesTheProcess() {
    Path file = folder.resolve("new").resolve("history");
    learnOnce(file);

    try (History restarted = History.in(file)) {
      assertThat(restarted.predictor().predict(FEATURES)).isPresent();
    }
  }

  @Test
  void damagedLineCostsThatLineOnly() throws IOException {
    Path file = folder.resolve("history");
    learnOnce(file);
    Files.writeString(file, Files.readString(file) + "not a job\n" + "torn");

    learnOnce(file);

    assertThat(HistoryFile.load(file).records())
        .containsExactly(
            new HistoryRecord(FEATURES, OUTCOME), new HistoryRecord(FEATURES, OUTCOME));
  }

  @Test
  void fileThatIsNoHistoryIsLeftAloneAndLearningGoesOnInMemory() throws IOException {
    Path file = Files.writeString(folder.resolve("history"), "<configuration/>\n");

    learnOnce(file);

    assertThat(file).hasContent("<configuration/>\n");
  }

  @Test
  void fileThatCannotBeWrittenDoesNotStopLearning() throws IOException {
    Path occupied = Files.createDirectory(folder.resolve("history"));

    learnOnce(occupied);

    assertThat(occupied).isEmptyDirectory();
  }

  @Test
  void fileOfAnotherWriterIsReadButNotWritten() throws IOException {
    Path file = folder.resolve("history");
    learnOnce(file);

    try (History first = History.in(file);
        History second = History.in(file)) {
      assertThat(second.predictor().predict(FEATURES)).isPresent();
      second.learned(FEATURES, OUTCOME, Optional.empty());
      assertThat(HistoryFile.load(file).records()).hasSize(1);
      first.learned(FEATURES, OUTCOME, Optional.empty());
      assertThat(HistoryFile.load(file).records()).hasSize(2);
    }
  }

  @Test
  void closedHistoryStillLearnsInMemory() {
    History history = History.in(folder.resolve("history"));
    history.close();
    history.close();

    history.learned(FEATURES, OUTCOME, Optional.empty());

    assertThat(history.predictor().predict(FEATURES)).isPresent();
  }

  private static void learnOnce(Path file) {
    try (History history = History.in(file)) {
      history.learned(FEATURES, OUTCOME, Optional.empty());
      assertThat(history.predictor().predict(FEATURES)).isPresent();
    }
  }
}
