package org.foresight.predictor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class HistoryReaderPropertyTest {

  private static final Path FILE = Path.of("history");

  @Provide
  Arbitrary<List<HistoryRecord>> records() {
    Arbitrary<String> hostile =
        Arbitraries.of(
                "\t",
                "\n",
                "\r",
                "\\",
                "\\t",
                "\\u0041",
                "\u0000",
                "\u0085",
                "\u2028",
                "\ud83d",
                "\ude00",
                "\ud83d\ude00",
                "ü",
                " ",
                "",
                "a")
            .list()
            .ofMaxSize(6)
            .map(parts -> String.join("", parts));
    Arbitrary<String> text = Arbitraries.oneOf(hostile, Arbitraries.strings().ofMaxLength(8));
    Arbitrary<JobFeatures> features = Combinators.combine(text, text, text).as(JobFeatures::new);
    Arbitrary<JobOutcome> outcomes =
        Combinators.combine(
                Arbitraries.longs().greaterOrEqual(0),
                Arbitraries.integers().greaterOrEqual(1),
                Arbitraries.longs().greaterOrEqual(0))
            .as(JobOutcome::new);
    return Combinators.combine(features, outcomes).as(HistoryRecord::new).list().ofMaxSize(5);
  }

  @Property
  void whatIsWrittenIsRead(@ForAll("records") List<HistoryRecord> records) throws IOException {
    assertThat(read(encode(records))).isEqualTo(new HistoryContents(records, List.of()));
  }

  @Property(tries = 50)
  void truncationAnywhereKeepsAllCompleteLines(@ForAll("records") List<HistoryRecord> records)
      throws IOException {
    byte[] whole = encode(records);
    for (int length = 0; length < whole.length; length++) {
      byte[] truncated = Arrays.copyOf(whole, length);
      int lines = count(truncated, (byte) '\n');
      boolean torn = length == 0 || truncated[length - 1] != '\n';

      HistoryContents contents = read(truncated);

      assertThat(contents.records()).isEqualTo(records.subList(0, Math.max(0, lines - 1)));
      assertThat(contents.problems()).hasSize(torn ? 1 : 0);
    }
  }

  @Property
  void anyByteMayBeWrong(
      @ForAll("records") List<HistoryRecord> records, @ForAll int position, @ForAll byte wrong) {
    byte[] bytes = encode(records);
    bytes[Math.floorMod(position, bytes.length)] = wrong;

    assertThatCode(() -> read(bytes)).doesNotThrowAnyException();
  }

  private static byte[] encode(List<HistoryRecord> records) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(HistoryLine.encodedHeader());
    records.forEach(record -> bytes.writeBytes(HistoryLine.encode(record)));
    return bytes.toByteArray();
  }

  private static HistoryContents read(byte[] bytes) throws IOException {
    return new HistoryReader(FILE, new ByteArrayInputStream(bytes)).read();
  }

  private static int count(byte[] bytes, byte wanted) {
    int count = 0;
    for (byte b : bytes) {
      if (b == wanted) {
        count++;
      }
    }
    return count;
  }
}
