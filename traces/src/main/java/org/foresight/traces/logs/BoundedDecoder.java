package org.foresight.traces.logs;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.avro.SystemLimitException;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.Decoder;
import org.apache.avro.util.Utf8;
import org.jspecify.annotations.Nullable;

/**
 * Decodes values as another decoder does, but none that is too large: a damaged length must not
 * exhaust the memory. Avro's own limits are system properties, which others in the same JVM may
 * need otherwise, and hold for a string, not for all of a value.
 *
 * <p>Not thread-safe.
 */
final class BoundedDecoder extends Decoder {

  /** Largest value, in bytes of strings; every element of an array or a map counts as many more. */
  static final long LARGEST = 64L << 20;

  /** What an element takes in memory, at least; it may have no bytes in the file. */
  private static final long ELEMENT = 64;

  private final BinaryDecoder decoder;
  private long left;

  BoundedDecoder(BinaryDecoder decoder) {
    this.decoder = decoder;
  }

  /** Begins the next value. */
  void nextValue() {
    left = LARGEST;
  }

  /** Takes that many units off what is left for the value. */
  private void take(long count, long unit) {
    if (count < 0 || count > left / unit) {
      throw new SystemLimitException(
          "a length of " + count + ", where at most " + left / unit + " is left for the value");
    }
    left -= count * unit;
  }

  private byte[] readLengthAndBytes() throws IOException {
    long length = decoder.readLong();
    take(length, 1);
    byte[] bytes = new byte[(int) length];
    decoder.readFixed(bytes);
    return bytes;
  }

  private long elements(long count) {
    take(count, ELEMENT);
    return count;
  }

  @Override
  public void readNull() throws IOException {
    decoder.readNull();
  }

  @Override
  public boolean readBoolean() throws IOException {
    return decoder.readBoolean();
  }

  @Override
  public int readInt() throws IOException {
    return decoder.readInt();
  }

  @Override
  public long readLong() throws IOException {
    return decoder.readLong();
  }

  @Override
  public float readFloat() throws IOException {
    return decoder.readFloat();
  }

  @Override
  public double readDouble() throws IOException {
    return decoder.readDouble();
  }

  @Override
  public Utf8 readString(@Nullable Utf8 old) throws IOException {
    return new Utf8(readLengthAndBytes());
  }

  @Override
  public String readString() throws IOException {
    return readString(null).toString();
  }

  @Override
  public void skipString() throws IOException {
    decoder.skipString();
  }

  @Override
  public ByteBuffer readBytes(@Nullable ByteBuffer old) throws IOException {
    return ByteBuffer.wrap(readLengthAndBytes());
  }

  @Override
  public void skipBytes() throws IOException {
    decoder.skipBytes();
  }

  @Override
  public void readFixed(byte[] bytes, int start, int length) throws IOException {
    decoder.readFixed(bytes, start, length);
  }

  @Override
  public void skipFixed(int length) throws IOException {
    decoder.skipFixed(length);
  }

  @Override
  public int readEnum() throws IOException {
    return decoder.readEnum();
  }

  @Override
  public long readArrayStart() throws IOException {
    return elements(decoder.readArrayStart());
  }

  @Override
  public long arrayNext() throws IOException {
    return elements(decoder.arrayNext());
  }

  @Override
  public long skipArray() throws IOException {
    return elements(decoder.skipArray());
  }

  @Override
  public long readMapStart() throws IOException {
    return elements(decoder.readMapStart());
  }

  @Override
  public long mapNext() throws IOException {
    return elements(decoder.mapNext());
  }

  @Override
  public long skipMap() throws IOException {
    return elements(decoder.skipMap());
  }

  @Override
  public int readIndex() throws IOException {
    return decoder.readIndex();
  }
}
