package org.foresight.predictor.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Whatever is damaged, at any byte: all else comes back, it is reported, and only once. */
class HistoryDamagePropertyTest {

  private static final int RECORDS = 25;
  private static final Map<String, byte[]> WRITTEN = write();

  @Property(tries = 300)
  void anyByteMayChange(
      @ForAll int file, @ForAll int position, @ForAll @IntRange(min = 1, max = 255) int flip)
      throws IOException {
    Map<String, byte[]> files = written();
    String name = choose(files, file);
    byte[] bytes = Objects.requireNonNull(files.get(name));
    int at = Math.floorMod(position, bytes.length);
    Set<Long> atRisk = spansOfLineAt(name, bytes, at);
    bytes[at] ^= (byte) flip;

    assertMended(files, atRisk);
  }

  @Property(tries = 150)
  void anyStretchMayBeZeroed(@ForAll int file, @ForAll int from, @ForAll int length)
      throws IOException {
    Map<String, byte[]> files = written();
    String name = choose(files, file);
    byte[] bytes = Objects.requireNonNull(files.get(name));
    int start = Math.floorMod(from, bytes.length);
    int end = Math.min(bytes.length, start + 1 + Math.floorMod(length, 200));
    Set<Long> atRisk = new HashSet<>();
    for (int at = start; at < end; at++) {
      atRisk.addAll(spansOfLineAt(name, bytes, at));
      if (bytes[at] == '\n' && at + 1 < bytes.length) {
        atRisk.addAll(spansOfLineAt(name, bytes, at + 1)); // A line feed ends one, begins another.
      }
    }
    byte[] before = bytes.clone();
    Arrays.fill(bytes, start, end, (byte) 0);
    Assume.that(!Arrays.equals(bytes, before)); // A checkpoint is full of zeros.

    assertMended(files, atRisk);
  }

  @Property(tries = 150)
  void anyFileMayBeCutOffAnywhere(@ForAll int file, @ForAll int length) throws IOException {
    Map<String, byte[]> files = written();
    String name = choose(files, file);
    byte[] bytes = Objects.requireNonNull(files.get(name));
    int kept = Math.floorMod(length, bytes.length);
    Set<Long> atRisk = new HashSet<>();
    for (int at = kept; at < bytes.length; at++) {
      atRisk.addAll(spansOfLineAt(name, bytes, at));
    }
    files.put(name, Arrays.copyOf(bytes, kept));

    assertMended(files, atRisk);
  }

  /** A copy for one try, which damages it. */
  private static Map<String, byte[]> written() {
    Map<String, byte[]> copy = new TreeMap<>();
    WRITTEN.forEach((name, bytes) -> copy.put(name, bytes.clone()));
    return copy;
  }

  /** Merged segments, small ones and two checkpoints, by two writers. */
  private static Map<String, byte[]> write() {
    MemoryStorage storage = new MemoryStorage();
    for (int half = 0; half < 2; half++) {
      try (HistoryStore store = HistoryRecords.open(storage, new RecordingPredictor.Restorable())) {
        for (int i = 1; i <= RECORDS; i++) {
          HistoryRecords.learn(store, half * RECORDS + i, half * RECORDS + i);
          store.flush();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return storage.files;
  }

  /** The file of the owner is for people: nothing reads what is in it. */
  private static String choose(Map<String, byte[]> files, int index) {
    List<String> names = files.keySet().stream().filter(name -> !name.startsWith("owner")).toList();
    return names.get(Math.floorMod(index, names.size()));
  }

  private static Set<Long> spansOfLineAt(String name, byte[] bytes, int position) {
    if (!name.startsWith("segment")) {
      return Set.of();
    }
    int from = position;
    while (from > 0 && bytes[from - 1] != '\n') {
      from--;
    }
    int to = from;
    while (bytes[to] != '\n') {
      to++;
    }
    String[] columns = HistoryLine.lenientText(bytes, from, to).split("\t", -1);
    return columns.length > 6 ? Set.of(Long.valueOf(columns[3])) : Set.of();
  }

  private static void assertMended(Map<String, byte[]> files, Set<Long> atRisk) throws IOException {
    MemoryStorage storage = new MemoryStorage(new TreeMap<>(files));
    byte[][] before = files.values().toArray(byte[][]::new);
    List<HistoryProblem> problems = new ArrayList<>();
    RecordingPredictor predictor = new RecordingPredictor.Restorable();
    try (HistoryStore store = HistoryRecords.open(storage, predictor, problems::add)) {
      store.flush();
    }

    List<Long> expected = new ArrayList<>();
    for (long span = 1; span <= 2 * RECORDS; span++) {
      if (!atRisk.contains(span)) {
        expected.add(span);
      }
    }
    List<Long> kept = HistoryRecords.spans(storage);
    assertThat(kept).isSorted().doesNotHaveDuplicates().containsAll(expected);
    assertThat(predictor.spans).isSorted().doesNotHaveDuplicates().containsAll(expected);
    assertThat(problems).isNotEmpty();
    assertThat(storage.list("damaged"))
        .singleElement()
        .satisfies(
            name ->
                assertThat(List.of(before))
                    .anyMatch(b -> Arrays.equals(b, storage.files.get("damaged/" + name))));
    RecordingPredictor second = new RecordingPredictor.Restorable();
    HistoryStore again = HistoryRecords.open(storage, second);
    again.flush();
    assertThat(second.spans).isEqualTo(predictor.spans);
  }
}
