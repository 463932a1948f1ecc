package org.foresight.predictor.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.io.Resources;
import com.google.common.primitives.ImmutableLongArray;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.CRC32C;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.MixturePredictor;
import org.foresight.predictor.PointDistribution;
import org.foresight.predictor.StageOutcome;
import org.foresight.predictor.posterior.SpreadLearner;
import org.foresight.predictor.posterior.TaskSpread;
import org.foresight.predictor.posterior.TaskVariations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is learned of how tasks differ is kept like the rest. */
class SpreadsInHistoryTest {
  private static final JobFeatures ETL = new JobFeatures("ann", "etl", "root.q");
  private static final ImmutableLongArray TASKS =
      ImmutableLongArray.of(9_000, 1_000, 3_000, 2_000, 1_500, 2_500);

  private final MemoryStorage storage = new MemoryStorage();

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void itIsThereAgainByACheckpointAndByTheRecordsAlone(boolean hasCheckpoints) throws IOException {
    TaskSpread before;
    try (HistoryStore store = open(hasCheckpoints)) {
      for (int job = 0; job < 5; job++) {
        store.learn(record(), Optional.empty());
      }
      before = store.spreads().spread(ETL, "map");
    }
    assertThat(storage.list("").stream().anyMatch(name -> name.startsWith("checkpoint")))
        .isEqualTo(hasCheckpoints);

    try (HistoryStore store = open(hasCheckpoints)) {
      assertThat(store.recordsRestored()).isEqualTo(hasCheckpoints ? 5 : 0);
      assertThat(before).isNotEqualTo(TaskSpread.USUAL);
      assertThat(store.spreads().spread(ETL, "map")).isEqualTo(before);
      assertThat(store.spreads().spread(new JobFeatures("bob", "other", "root.q"), "reduce"))
          .isNotEqualTo(TaskSpread.USUAL);
    }
  }

  @Test
  void recordsOfVersion2AreReadAndTellNothingOfIt() throws IOException {
    byte[] old = Resources.toByteArray(Resources.getResource(getClass(), "segment-of-version-2"));
    storage.write("segment-000001-00000001-00000001-2", out -> out.write(old));

    try (HistoryStore store = open(true)) {
      assertThat(store.recordsLearned()).isEqualTo(2);
      assertThat(store.spreads().spread(ETL, "map"))
          .isEqualTo(new SpreadLearner().spread(ETL, "map"));
      store.learn(record(), Optional.empty());
    }
    assertThat(storage.list("")).contains("segment-000001-00000001-00000001-2");
  }

  @Test
  void checkpointOfVersion1IsTakenAndTellsNothingOfIt() throws IOException {
    MixturePredictor predictor = new MixturePredictor();
    predictor.learn(ETL, record().outcome());
    ByteArrayOutputStream state = new ByteArrayOutputStream();
    predictor.save(new DataOutputStream(state));
    CRC32C crc = new CRC32C();
    crc.update(state.toByteArray());
    String header =
        String.join(
            "\t",
            "foresight-checkpoint 1",
            predictor.name(),
            Integer.toString(predictor.stateVersion()),
            "1",
            "1:1",
            Integer.toString(state.size()),
            Long.toHexString(crc.getValue()));
    storage.write(
        "checkpoint-000001-00000001",
        out -> {
          out.write(SealedLine.seal(header));
          state.writeTo(out);
        });

    MixturePredictor next = new MixturePredictor();
    try (HistoryStore store = HistoryRecords.open(storage, next)) {
      assertThat(store.recordsRestored()).isEqualTo(1);
      assertThat(next.predict(ETL)).isPresent();
      assertThat(store.spreads().valueCount()).isZero();
    }
  }

  @Test
  void checkpointOfAnotherVersionOfItIsNotTaken() throws IOException {
    try (HistoryStore store = open(true)) {
      store.learn(record(), Optional.empty());
    }
    String name =
        storage.list("").stream().filter(each -> each.startsWith("checkpoint")).findAny().get();
    byte[] bytes = storage.read(name).readAllBytes();
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    int end = text.indexOf('\n');
    String header = text.substring(0, end - SealedLine.SEAL_LENGTH);
    String later = header.replaceFirst("(foresight-checkpoint 2\t[a-z]+\t\\d+\t)\\d+", "$199");
    storage.write(
        name,
        out -> {
          out.write(SealedLine.seal(later));
          out.write(text.substring(end + 1).getBytes(StandardCharsets.ISO_8859_1));
        });

    try (HistoryStore store = open(true)) {
      assertThat(later).isNotEqualTo(header);
      assertThat(store.recordsRestored()).isZero();
      assertThat(store.recordsLearned()).isEqualTo(1);
      assertThat(store.spreads().valueCount()).isPositive();
    }
  }

  private HistoryStore open(boolean hasCheckpoints) throws IOException {
    return HistoryRecords.open(
        storage, hasCheckpoints ? new MixturePredictor() : new RecordingPredictor());
  }

  private static HistoryRecord record() {
    StageOutcome map =
        new StageOutcome(
            "map",
            TASKS.length(),
            9_000,
            19_000,
            OptionalLong.empty(),
            OptionalLong.empty(),
            Optional.of(TaskVariations.of(TASKS, 1, Optional.of(new PointDistribution(1_000)))));
    return new HistoryRecord(
        ETL,
        new JobOutcome(9_000, TASKS.length(), 19_000, ImmutableList.of(map), OptionalLong.empty()));
  }
}
