package org.foresight.predictor;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A predictor's state as a file: the finished jobs that it learnt from, in order. To restore it is
 * to learn them again.
 *
 * <p>The file is text in UTF-8 with lines that end with a line feed. The first line is {@code
 * foresight-history 1}. Each other line is a job: user, job name as given, queue, {@code
 * spanMillis}, {@code width} and {@code workMillis} of its {@link JobOutcome}, separated by tabs.
 * Inside of the texts {@code \\}, {@code \t}, {@code \n} and {@code \r} stand for backslash, tab,
 * line feed and carriage return, and {@code \}{@code u} with four hexadecimal digits for a UTF-16
 * code unit (other control characters, and half surrogate pairs, which UTF-8 can't hold).
 *
 * <p>Use in a scheduler:
 *
 * <pre>{@code
 * if (Files.exists(file)) {
 *   HistoryContents contents = HistoryFile.load(file);
 *   contents.problems().forEach(problem -> log.warn(problem.message()));
 *   contents.replayInto(predictor);
 * }
 * try (HistoryWriter writer = HistoryWriter.open(file)) {
 *   // for each job that finishes
 *   predictor.learn(features, outcome);
 *   writer.append(new HistoryRecord(features, outcome));
 * }
 * }</pre>
 */
public final class HistoryFile {

  private HistoryFile() {}

  /**
   * Reads all that is good. A malformed line is skipped and reported; so is a last line without a
   * line feed, which a crash tore. A file with another first line is not read any further.
   *
   * @throws IOException if the file doesn't exist or reading it fails; never for what it contains
   */
  public static HistoryContents load(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new HistoryReader(file, in).read();
    }
  }

  /**
   * Writes the records as the whole file, atomically: whatever happens, the file is the old or the
   * new one. Uses a temporary file of the same name with {@code .tmp} appended, so only one save of
   * a file may go on at a time, and none while a {@link HistoryWriter} has it open.
   *
   * @throws IOException if writing fails; the old file is then untouched
   */
  public static void save(Path file, Iterable<HistoryRecord> records) throws IOException {
    Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
    try {
      write(temporary, records);
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private static void write(Path file, Iterable<HistoryRecord> records) throws IOException {
    try (FileChannel channel =
            FileChannel.open(
                file,
                StandardOpenOption.WRITE,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING);
        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel))) {
      out.write(HistoryLine.encodedHeader());
      for (HistoryRecord record : records) {
        out.write(HistoryLine.encode(record));
      }
      out.flush();
      // On the disk before the move, else a power cut could leave the new name with old bytes.
      channel.force(true);
    }
  }
}
