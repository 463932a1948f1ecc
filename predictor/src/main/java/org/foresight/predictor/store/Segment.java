package org.foresight.predictor.store;

import com.google.common.collect.ImmutableList;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * What a file of records holds, and what of it could not be read.
 *
 * <p>Version 3, which is written, has {@linkplain SealedLine sealed lines}: {@code
 * foresight-history 3}, the records, see {@link HistoryLine}, and {@code end} with the number of
 * records, so that no damage goes unseen and any costs the lines that it touches only. Version 2 is
 * the same but for what its records may have. Version 1, which was appended to, has the line {@code
 * foresight-history 1} and those of the records, without seals and without an end.
 *
 * @param records the good records, in order
 * @param problems all that is wrong with the file
 * @param isOfLaterVersion whether a later build wrote it; no records are read then
 */
record Segment(
    ImmutableList<HistoryRecord> records,
    ImmutableList<HistoryProblem> problems,
    boolean isOfLaterVersion) {

  private static final String FORMAT = "foresight-history";
  private static final int VERSION = 3;
  private static final String HEADER = FORMAT + " " + VERSION;
  private static final String HEADER_2 = FORMAT + " 2";
  private static final String HEADER_1 = FORMAT + " 1";
  private static final String END = "end";
  private static final String TORN = "a line that ends with a line feed; this one is torn";

  boolean isClean() {
    return problems.isEmpty();
  }

  static void write(List<HistoryRecord> records, OutputStream out) throws IOException {
    OutputStream buffered = new BufferedOutputStream(out, 1 << 16);
    buffered.write(SealedLine.seal(HEADER));
    for (HistoryRecord record : records) {
      buffered.write(SealedLine.seal(HistoryLine.encode(record)));
    }
    buffered.write(SealedLine.seal(END + "\t" + records.size()));
    buffered.flush();
  }

  /**
   * Reads all that is good.
   *
   * @param file what problems call the file
   */
  static Segment read(String file, byte[] bytes) {
    return new Reader(file, bytes).read();
  }

  /** Whether a file that begins like this is of version 1. */
  static boolean isVersion1(byte[] bytes) {
    int end = lineEnd(bytes, 0);
    return end < bytes.length && HistoryLine.lenientText(bytes, 0, end).equals(HEADER_1);
  }

  private static int lineEnd(byte[] bytes, int from) {
    int end = from;
    while (end < bytes.length && bytes[end] != '\n') {
      end++;
    }
    return end;
  }

  private static final class Reader {
    private final byte[] bytes;
    private final Problems problems;
    private final ImmutableList.Builder<HistoryRecord> records = ImmutableList.builder();
    private int recordCount;
    private long line;
    private boolean headerRead;
    private boolean endRead;

    Reader(String file, byte[] bytes) {
      this.bytes = bytes;
      this.problems = new Problems(file);
    }

    Segment read() {
      if (isVersion1(bytes)) {
        readVersion1();
        return new Segment(records.build(), problems.all(), false);
      }
      if (isOfLaterVersion()) {
        problems.add(1, "line", HistoryLine.lenientText(bytes, 0, lineEnd(bytes, 0)), header());
        return new Segment(ImmutableList.of(), problems.all(), true);
      }
      for (int from = 0; from < bytes.length; ) {
        int to = lineEnd(bytes, from);
        line++;
        readLine(from, to);
        from = to + 1;
      }
      if (problems.isEmpty() && !headerRead) {
        problems.add(1, "line", "", header());
      }
      if (problems.isEmpty() && !endRead) {
        problems.add(line, "line", "the end of the file", "the line \"" + END + "\" before it");
      }
      return new Segment(records.build(), problems.all(), false);
    }

    private static String header() {
      return String.format("the first line \"%s\", \"%s\" or \"%s\"", HEADER, HEADER_2, HEADER_1);
    }

    private boolean isOfLaterVersion() {
      int end = SealedLine.textEnd(bytes, 0, lineEnd(bytes, 0));
      return end >= 0
          && HistoryLine.lenientText(bytes, 0, end).matches(FORMAT + " [1-9]\\d*")
          && !isHeader(HistoryLine.lenientText(bytes, 0, end));
    }

    private static boolean isHeader(String text) {
      return text.equals(HEADER) || text.equals(HEADER_2);
    }

    private void readVersion1() {
      line = 1;
      for (int from = lineEnd(bytes, 0) + 1; from < bytes.length; ) {
        int to = lineEnd(bytes, from);
        line++;
        if (to == bytes.length) {
          // It can't be told from a complete one: "12" may be the beginning of "123".
          report(from, to, TORN);
          return;
        }
        try {
          add(HistoryLine.decodeVersion1(HistoryLine.strictText(bytes, from, to)));
        } catch (HistoryFormatException e) {
          problems.add(line, e);
        }
        from = to + 1;
      }
    }

    private void readLine(int from, int to) {
      int end = SealedLine.textEnd(bytes, from, to);
      if (to == bytes.length) {
        report(from, to, TORN);
      } else if (end < 0) {
        report(from, to, "a line that ends with the checksum of what is before it");
      }
      if (end >= 0) {
        readText(from, end);
        return;
      }
      int rest = from;
      // Where a line feed was damaged, the lines on both sides of it are good.
      end = SealedLine.firstTextEnd(bytes, rest, to);
      while (end >= 0) {
        readText(rest, end);
        rest = end + SealedLine.SEAL_LENGTH + 1;
        end = SealedLine.firstTextEnd(bytes, rest, to);
      }
    }

    private void readText(int from, int to) {
      try {
        String text = HistoryLine.strictText(bytes, from, to);
        if (from == 0 && isHeader(text)) {
          headerRead = true;
        } else if (isEnd(text)) {
          endRead = true;
          checkCount(text.substring(END.length() + 1));
        } else {
          add(HistoryLine.decode(text));
        }
      } catch (HistoryFormatException e) {
        problems.add(line, e);
      }
    }

    /** A record has more columns. */
    private static boolean isEnd(String text) {
      return text.startsWith(END + "\t") && text.indexOf('\t', END.length() + 1) < 0;
    }

    private void checkCount(String count) {
      if (problems.isEmpty() && !count.equals(Integer.toString(recordCount))) {
        problems.add(line, END, count, "the number of the records before it, " + recordCount);
      }
    }

    private void add(HistoryRecord record) {
      records.add(record);
      recordCount++;
    }

    private void report(int from, int to, String accepted) {
      problems.add(line, "line", HistoryLine.lenientText(bytes, from, to), accepted);
    }
  }
}
