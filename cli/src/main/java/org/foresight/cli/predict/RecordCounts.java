package org.foresight.cli.predict;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.foresight.predictor.store.HistoryRecord;

/**
 * How many records there are of each kind, where all that are alike in user, name, queue, times of
 * submission and end, and span are of one kind. Takes some twenty bytes for each kind; that two
 * kinds of a million are confused has a probability of one in ten millions. Not thread-safe.
 */
final class RecordCounts {

  private static final HashFunction HASH = Hashing.murmur3_128();
  private static final int FIRST_CAPACITY = 1 << 10;

  private long[] kinds = new long[FIRST_CAPACITY];

  /** Zero where there is no kind. */
  private int[] counts = new int[FIRST_CAPACITY];

  private int size;

  /** A number that stands for the kind of a record. */
  static long kind(HistoryRecord record) {
    Hasher hasher = HASH.newHasher();
    put(record.features().user(), hasher);
    put(record.features().jobName(), hasher);
    put(record.features().queue(), hasher);
    put(record.features().submitEpochMillis(), hasher);
    put(record.outcome().endEpochMillis(), hasher);
    return hasher.putLong(record.outcome().spanMillis()).hash().asLong();
  }

  /** With its length, so that no two texts are one text. */
  private static void put(String text, Hasher hasher) {
    Hasher unused = hasher.putInt(text.length()).putString(text, StandardCharsets.UTF_16LE);
  }

  private static void put(OptionalLong value, Hasher hasher) {
    Hasher unused = hasher.putBoolean(value.isPresent()).putLong(value.orElse(0));
  }

  /** Counts one more of the kind; returns how many there are now. */
  @CanIgnoreReturnValue
  int add(long kind) {
    if (2 * size >= kinds.length) {
      grow();
    }
    int at = find(kind);
    if (counts[at] == 0) {
      kinds[at] = kind;
      size++;
    }
    return ++counts[at];
  }

  /** How many kinds there are. */
  int size() {
    return size;
  }

  /** How many there are of the kind. */
  int count(long kind) {
    return counts[find(kind)];
  }

  /** Where the kind is, or would be. */
  private int find(long kind) {
    int mask = kinds.length - 1;
    int at = (int) kind & mask;
    while (counts[at] != 0 && kinds[at] != kind) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void grow() {
    long[] oldKinds = kinds;
    int[] oldCounts = counts;
    kinds = new long[2 * oldKinds.length];
    counts = new int[kinds.length];
    for (int i = 0; i < oldKinds.length; i++) {
      if (oldCounts[i] != 0) {
        int at = find(oldKinds[i]);
        kinds[at] = oldKinds[i];
        counts[at] = oldCounts[i];
      }
    }
  }
}
