package org.foresight.predictor.store;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * A line that carries its own checksum: a text, a tab, the CRC32C of the text's UTF-8 in eight
 * lower-case hexadecimal digits, and a line feed.
 */
final class SealedLine {

  /** The tab and the digits. */
  static final int SEAL_LENGTH = 9;

  private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private SealedLine() {}

  static byte[] seal(String text) {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    byte[] line = new byte[content.length + SEAL_LENGTH + 1];
    System.arraycopy(content, 0, line, 0, content.length);
    CRC32C crc = new CRC32C();
    crc.update(content);
    long value = crc.getValue();
    line[content.length] = '\t';
    for (int i = 0; i < 8; i++) {
      line[content.length + 1 + i] = DIGITS[(int) (value >>> (28 - 4 * i)) & 0xf];
    }
    line[line.length - 1] = '\n';
    return line;
  }

  /**
   * Where the text ends whose seal ends at {@code to}, or -1 if none does.
   *
   * @param from where the line begins
   * @param to where it ends, without its line feed
   */
  static int textEnd(byte[] bytes, int from, int to) {
    int end = to - SEAL_LENGTH;
    if (end < from) {
      return -1;
    }
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, end - from);
    return isSeal(bytes, end, crc.getValue()) ? end : -1;
  }

  /**
   * Where the first text ends that begins at {@code from} and whose seal ends somewhere before
   * {@code to}, or -1 if there is none: what to do where a line feed may have been lost.
   */
  static int firstTextEnd(byte[] bytes, int from, int to) {
    CRC32C crc = new CRC32C();
    int summed = from;
    for (int end = from; end + SEAL_LENGTH <= to; end++) {
      if (bytes[end] == '\t') {
        crc.update(bytes, summed, end - summed);
        summed = end;
        if (isSeal(bytes, end, crc.getValue())) {
          return end;
        }
      }
    }
    return -1;
  }

  private static boolean isSeal(byte[] bytes, int at, long crc) {
    if (bytes[at] != '\t') {
      return false;
    }
    for (int i = 0; i < 8; i++) {
      if (bytes[at + 1 + i] != DIGITS[(int) (crc >>> (28 - 4 * i)) & 0xf]) {
        return false;
      }
    }
    return true;
  }
}
