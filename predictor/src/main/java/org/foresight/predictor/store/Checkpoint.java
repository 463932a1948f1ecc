package org.foresight.predictor.store;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.CRC32C;
import org.foresight.predictor.LearnedState;

/**
 * The first line of a checkpoint, which says what the bytes behind it are: what a predictor has
 * learned. It is a {@linkplain SealedLine sealed line}.
 *
 * @param predictor the predictor's name
 * @param stateVersion what the bytes mean to it
 * @param records how many records it has learned in all
 * @param coverage the segments whose records are among these
 * @param length how many bytes follow
 * @param checksum their CRC32C
 */
record Checkpoint(
    String predictor,
    int stateVersion,
    long records,
    Coverage coverage,
    long length,
    long checksum) {

  private static final String FORMAT = "foresight-checkpoint";
  private static final String HEADER = FORMAT + " 1";
  private static final String ACCEPTED =
      HEADER + ", predictor, state version, records, covered segments, length and checksum";
  private static final int COLUMNS = 7;

  /** Of a line, so that a damaged file isn't read whole in search of its end. */
  private static final int LONGEST_HEADER = 1 << 20;

  /** What is to be written. */
  record Snapshot(Checkpoint header, ByteArrayOutputStream state) {

    void writeTo(OutputStream out) throws IOException {
      out.write(header.encode());
      state.writeTo(out);
    }
  }

  /** Takes what a predictor has learned. */
  static Snapshot take(
      String predictor, LearnedState learned, long records, Coverage coverage, int expectedBytes)
      throws IOException {
    ByteArrayOutputStream state = new ByteArrayOutputStream(expectedBytes);
    learned.save(new DataOutputStream(state));
    CRC32C crc = new CRC32C();
    state.writeTo(
        new OutputStream() {
          @Override
          public void write(int b) {
            crc.update(b);
          }

          @Override
          public void write(byte[] bytes, int offset, int length) {
            crc.update(bytes, offset, length);
          }
        });
    return new Snapshot(
        new Checkpoint(
            predictor, learned.stateVersion(), records, coverage, state.size(), crc.getValue()),
        state);
  }

  /** Whether these are the bytes of such a predictor. */
  boolean isOf(String name, LearnedState learned) {
    return predictor.equals(name) && stateVersion == learned.stateVersion();
  }

  private byte[] encode() {
    StringBuilder text = new StringBuilder(HEADER).append('\t');
    HistoryLine.escape(predictor, text);
    text.append('\t').append(stateVersion);
    text.append('\t').append(records);
    text.append('\t').append(coverage.encode());
    text.append('\t').append(length);
    text.append('\t').append(Long.toHexString(checksum));
    return SealedLine.seal(text.toString());
  }

  /** Reads the first line only. */
  static Checkpoint readHeader(InputStream in) throws IOException, HistoryFormatException {
    return header(new BufferedInputStream(in));
  }

  private static Checkpoint header(InputStream in) throws IOException, HistoryFormatException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = in.read();
    while (next >= 0 && next != '\n' && line.size() < LONGEST_HEADER) {
      line.write(next);
      next = in.read();
    }
    byte[] bytes = line.toByteArray();
    int end = SealedLine.textEnd(bytes, 0, bytes.length);
    if (next != '\n' || end < 0) {
      throw new HistoryFormatException(
          "line", HistoryLine.lenientText(bytes, 0, bytes.length), ACCEPTED);
    }
    String text = HistoryLine.strictText(bytes, 0, end);
    String[] columns = text.split("\t", -1);
    if (columns.length != COLUMNS || !columns[0].equals(HEADER)) {
      throw new HistoryFormatException("line", text, ACCEPTED);
    }
    return new Checkpoint(
        HistoryLine.text("predictor", columns[1]),
        (int) HistoryLine.number("stateVersion", columns[2], Integer.MIN_VALUE, Integer.MAX_VALUE),
        HistoryLine.number("records", columns[3], 0, Long.MAX_VALUE),
        Coverage.decode(columns[4]),
        HistoryLine.number("length", columns[5], 0, Long.MAX_VALUE),
        checksum(columns[6]));
  }

  private static long checksum(String text) throws HistoryFormatException {
    try {
      return Long.parseLong(text, 16);
    } catch (NumberFormatException e) {
      HistoryFormatException malformed =
          new HistoryFormatException("checksum", text, "a hexadecimal number");
      malformed.initCause(e);
      throw malformed;
    }
  }

  /** Reads the whole file, and is content if it is as it was written. */
  static void verify(InputStream in) throws IOException, HistoryFormatException {
    InputStream buffered = new BufferedInputStream(in);
    Checkpoint header = header(buffered);
    CRC32C crc = new CRC32C();
    long length = 0;
    byte[] buffer = new byte[1 << 16];
    for (int read = buffered.read(buffer); read >= 0; read = buffered.read(buffer)) {
      crc.update(buffer, 0, read);
      length += read;
    }
    if (length != header.length) {
      throw new HistoryFormatException(
          "length", length + " bytes behind the first line", header.length + " bytes");
    }
    if (crc.getValue() != header.checksum) {
      throw new HistoryFormatException(
          "checksum", Long.toHexString(crc.getValue()), Long.toHexString(header.checksum));
    }
  }

  /**
   * Teaches the predictor what a verified file holds.
   *
   * @throws HistoryFormatException if the predictor doesn't take it
   */
  static void restore(InputStream in, LearnedState learned)
      throws IOException, HistoryFormatException {
    BufferedInputStream buffered = new BufferedInputStream(in, 1 << 16);
    header(buffered);
    try {
      learned.restore(new DataInputStream(buffered));
    } catch (IOException | RuntimeException e) {
      HistoryFormatException refused =
          new HistoryFormatException("state", String.valueOf(e.getMessage()), "a learned state");
      refused.initCause(e);
      throw refused;
    }
  }
}
