package org.foresight.predictor;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What was learned, by key, for so many keys at most. The least useful goes first: most keys are
 * learned once and never seen again, so those that were learned once make room, the longest unused
 * first, as long as they take {@link #ONCE_SHARE} of the room or more; then those learned more
 * often do, again the longest unused first. All operations take constant time. Not thread-safe.
 *
 * @param <K> the keys
 * @param <V> what is kept
 */
public final class BoundedValues<K, V> {

  /**
   * Writes a key or a value.
   *
   * @param <T> its type
   */
  @FunctionalInterface
  public interface Writer<T> {
    void write(T written, DataOutput out) throws IOException;
  }

  /**
   * Reads what a {@link Writer} wrote.
   *
   * @param <T> its type
   */
  @FunctionalInterface
  public interface Reader<T> {
    T read(DataInput in) throws IOException;
  }

  /** Enough for a new recurring key to come again before it is gone. */
  private static final double ONCE_SHARE = 0.25;

  private final int capacity;
  private final int onceCapacity;

  /** Both by the order of use, the longest unused first. */
  private final Map<K, V> once = newMap();

  private final Map<K, V> often = newMap();
  private long evicted;

  /**
   * @param capacity how many keys are kept, at least 1
   */
  public BoundedValues(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException(
          "The capacity (" + capacity + ") of the values must be at least 1.");
    }
    this.capacity = capacity;
    this.onceCapacity = (int) Math.ceil(capacity * ONCE_SHARE);
  }

  private static <K, V> Map<K, V> newMap() {
    return new LinkedHashMap<>(16, 0.75f, true);
  }

  /** What is known of a key, which counts as a use of it; null if nothing is. */
  public @Nullable V get(K key) {
    V value = often.get(key);
    return value != null ? value : once.get(key);
  }

  /** The value of a key that something is about to be learned of; made if need be. */
  public V toLearn(K key, Supplier<V> newValue) {
    V known = often.get(key);
    if (known != null) {
      return known;
    }
    V first = once.remove(key);
    if (first != null) {
      often.put(key, first);
      return first;
    }
    makeRoom();
    V value = newValue.get();
    once.put(key, value);
    return value;
  }

  private void makeRoom() {
    if (size() < capacity) {
      return;
    }
    removeFirst(once.size() >= onceCapacity || often.isEmpty() ? once : often);
    evicted++;
  }

  private static <K, V> void removeFirst(Map<K, V> map) {
    Iterator<K> keys = map.keySet().iterator();
    keys.next();
    keys.remove();
  }

  public int size() {
    return once.size() + often.size();
  }

  /** How many keys had to go so far. */
  long evicted() {
    return evicted;
  }

  /** Visits all: first those learned more often, each group from the longest unused on. */
  void forEach(BiConsumer<K, V> visitor) {
    often.forEach(visitor);
    once.forEach(visitor);
  }

  /** Writes all. */
  public void save(DataOutput out, Writer<K> keyWriter, Writer<V> valueWriter) throws IOException {
    for (Map<K, V> map : List.of(often, once)) {
      out.writeInt(map.size());
      for (Map.Entry<K, V> entry : map.entrySet()) {
        keyWriter.write(entry.getKey(), out);
        valueWriter.write(entry.getValue(), out);
      }
    }
  }

  /** What {@link #save} wrote, of which no more is kept than fits. */
  public static <K, V> BoundedValues<K, V> restore(
      DataInput in, int capacity, Reader<K> keyReader, Reader<V> valueReader) throws IOException {
    BoundedValues<K, V> values = new BoundedValues<>(capacity);
    for (Map<K, V> map : List.of(values.often, values.once)) {
      int count = in.readInt();
      for (int i = 0; i < count; i++) {
        K key = keyReader.read(in);
        V value = valueReader.read(in);
        values.makeRoom();
        map.put(key, value);
      }
    }
    return values;
  }
}
