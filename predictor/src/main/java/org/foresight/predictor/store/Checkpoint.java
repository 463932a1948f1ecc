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
import org.foresight.predictor.posterior.SpreadLearner;

/**
 * The first line of a checkpoint, which says what the bytes behind it are: what a learner of
 * spreads and then what a predictor has learned. It is a {@linkplain SealedLine sealed line}. In
 * version 1 the bytes are the predictor's alone.
 *
 * @param predictor the predictor's name
 * @param stateVersion what its bytes mean to it
 * @param spreadsVersion what those of the learner of spreads mean to it; {@link #NO_SPREADS} if
 *     there are none
 * @param records how many records it has learned in all
 * @param coverage the segments whose records are among these
 * @param length how many bytes follow
 * @param checksum their CRC32C
 */
record Checkpoint(
    String predictor,
    int stateVersion,
    int spreadsVersion,
    long records,
    Coverage coverage,
    long length,
    long checksum) {

  private static final String FORMAT = "foresight-checkpoint";
  private static final String HEADER = FORMAT + " 2";
  private static final String HEADER_1 = FORMAT + " 1";
  private static final String ACCEPTED =
      HEADER
          + ", predictor, state version, version of the spreads, records, covered segments, length"
          + " and checksum; or "
          + HEADER_1
          + " and the same without the version of the spreads";
  private static final int COLUMNS = 8;

  /** Instead of a version, where nothing was kept of spreads. */
  private static final int NO_SPREADS = 0;

  /** Of a line, so that a damaged file isn't read whole in search of its end. */
  private static final int LONGEST_HEADER = 1 << 20;

  /** What is to be written. */
  record Snapshot(Checkpoint header, ByteArrayOutputStream state) {

    void writeTo(OutputStream out) throws IOException {
      out.write(header.encode());
      state.writeTo(out);
    }
  }

  /** Takes what a predictor and a learner of spreads have learned. */
  static Snapshot take(
      String predictor,
      LearnedState learned,
      SpreadLearner spreads,
      long records,
      Coverage coverage,
      int expectedBytes)
      throws IOException {
    ByteArrayOutputStream state = new ByteArrayOutputStream(expectedBytes);
    DataOutputStream out = new DataOutputStream(state);
    spreads.save(out);
    learned.save(out);
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
            predictor,
            learned.stateVersion(),
            spreads.stateVersion(),
            records,
            coverage,
            state.size(),
            crc.getValue()),
        state);
  }

  /** Whether these are the bytes of such a predictor, and of spreads as they are learned now. */
  boolean isOf(String name, LearnedState learned) {
    return predictor.equals(name)
        && stateVersion == learned.stateVersion()
        && (spreadsVersion == NO_SPREADS || spreadsVersion == SpreadLearner.STATE_VERSION);
  }

  private byte[] encode() {
    StringBuilder text = new StringBuilder(HEADER).append('\t');
    HistoryLine.escape(predictor, text);
    text.append('\t').append(stateVersion);
    text.append('\t').append(spreadsVersion);
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
    boolean hasSpreads = columns[0].equals(HEADER);
    int rest = hasSpreads ? 4 : 3;
    if ((!hasSpreads && !columns[0].equals(HEADER_1))
        || columns.length != (hasSpreads ? COLUMNS : COLUMNS - 1)) {
      throw new HistoryFormatException("line", text, ACCEPTED);
    }
    return new Checkpoint(
        HistoryLine.text("predictor", columns[1]),
        version("stateVersion", columns[2]),
        hasSpreads ? version("spreadsVersion", columns[3]) : NO_SPREADS,
        HistoryLine.number("records", columns[rest], 0, Long.MAX_VALUE),
        Coverage.decode(columns[rest + 1]),
        HistoryLine.number("length", columns[rest + 2], 0, Long.MAX_VALUE),
        checksum(columns[rest + 3]));
  }

  private static int version(String name, String text) throws HistoryFormatException {
    return (int) HistoryLine.number(name, text, Integer.MIN_VALUE, Integer.MAX_VALUE);
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
   * @return one that has learned what the file holds of spreads
   * @throws HistoryFormatException if the predictor doesn't take it, or what there is of spreads is
   *     none; nothing is learned then
   */
  static SpreadLearner restore(InputStream in, LearnedState learned)
      throws IOException, HistoryFormatException {
    BufferedInputStream buffered = new BufferedInputStream(in, 1 << 16);
    Checkpoint header = header(buffered);
    DataInputStream bytes = new DataInputStream(buffered);
    SpreadLearner spreads = new SpreadLearner();
    try {
      if (header.spreadsVersion != NO_SPREADS) {
        spreads.restore(bytes);
      }
      learned.restore(bytes);
      return spreads;
    } catch (IOException | RuntimeException e) {
      HistoryFormatException refused =
          new HistoryFormatException("state", String.valueOf(e.getMessage()), "a learned state");
      refused.initCause(e);
      throw refused;
    }
  }
}
