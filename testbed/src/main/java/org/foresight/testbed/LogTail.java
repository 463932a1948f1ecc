package org.foresight.testbed;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import com.google.common.io.ByteStreams;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The end of a log, for a message of one line. */
final class LogTail {
  private static final int MOST_LINES = 3;
  private static final long MOST_BYTES = 64 * 1_024;
  private static final Pattern TROUBLE =
      Pattern.compile("error|fatal|exception|cannot|can't", Pattern.CASE_INSENSITIVE);
  private static final Pattern FRAME = Pattern.compile("\\s+(at |\\.\\.\\. ).*");

  private LogTail() {}

  /**
   * The last lines that tell of trouble, or the last ones if none does; without stack frames.
   *
   * @param from how long it was before what counts
   */
  static String of(Path log, long from) {
    ImmutableList<String> lines;
    try {
      lines =
          new String(end(log, from), UTF_8)
              .lines()
              .filter(line -> !line.isBlank())
              .filter(Predicate.not(FRAME.asMatchPredicate()))
              .map(String::strip)
              .collect(ImmutableList.toImmutableList());
    } catch (IOException e) {
      return "its log can't be read";
    }
    ImmutableList<String> trouble =
        lines.stream().filter(TROUBLE.asPredicate()).collect(ImmutableList.toImmutableList());
    List<String> chosen = trouble.isEmpty() ? lines : trouble;
    return chosen.isEmpty()
        ? "its log is empty"
        : String.join(" | ", Iterables.skip(chosen, Math.max(0, chosen.size() - MOST_LINES)));
  }

  private static byte[] end(Path log, long from) throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(log)) {
      channel.position(Math.max(from, channel.size() - MOST_BYTES));
      return ByteStreams.toByteArray(
          ByteStreams.limit(Channels.newInputStream(channel), MOST_BYTES));
    }
  }
}
