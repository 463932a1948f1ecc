package org.foresight.predictor;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Appends finished jobs to a history file while a scheduler runs; see {@link HistoryFile} for the
 * format and for a loop that uses it.
 *
 * <p>When {@link #append} returns, the operating system has the record: it survives the death of
 * this process, not a power cut. One writer a file: the file is locked while it is open.
 * Thread-safe.
 */
public final class HistoryWriter implements Closeable {

  private static final int SCAN_BLOCK_BYTES = 8192;

  private final Object lock = new Object();

  @GuardedBy("lock")
  private final FileChannel channel;

  /** Where the last complete line ends. */
  @GuardedBy("lock")
  private long end;

  private HistoryWriter(FileChannel channel, long end) {
    this.channel = channel;
    this.end = end;
  }

  /**
   * Opens a history file to append to; creates it and its folders if there is none. If its last
   * line is torn, that line moves to the end of the file of the same name with {@code .torn}
   * appended.
   *
   * @throws IOException if the file can't be opened, is open for another writer, or is no history
   *     file of this version
   */
  public static HistoryWriter open(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    // A link to a folder is one too, but not to createDirectories.
    if (folder != null && !Files.isDirectory(folder)) {
      Files.createDirectories(folder);
    }
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
    try {
      lock(channel, file);
      return new HistoryWriter(channel, prepare(channel, file));
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * Appends one record.
   *
   * @throws IOException if writing fails or the writer is closed, which an interrupt of the writing
   *     thread does too. Other records are not harmed: what was written of this one is cut off by
   *     the next append or open, and until then is a torn last line.
   */
  public void append(HistoryRecord record) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(HistoryLine.encode(record));
    synchronized (lock) {
      // Takes back what a failed attempt may have left.
      channel.truncate(end);
      end = writeFully(channel, bytes, end);
    }
  }

  @Override
  public void close() throws IOException {
    synchronized (lock) {
      channel.close();
    }
  }

  private static void lock(FileChannel channel, Path file) throws IOException {
    String message = "The history file " + file + " is open for another writer.";
    try {
      if (channel.tryLock() == null) {
        throw new IOException(message);
      }
    } catch (OverlappingFileLockException e) {
      throw new IOException(message, e);
    }
  }

  /** Makes the file end with a complete line, and returns where that is. */
  private static long prepare(FileChannel channel, Path file) throws IOException {
    byte[] header = HistoryLine.encodedHeader();
    byte[] start = read(channel, 0, (int) Math.min(header.length, channel.size()));
    if (!Arrays.equals(start, Arrays.copyOf(header, start.length))) {
      throw new IOException(
          new HistoryProblem(
                  file,
                  1,
                  "line",
                  HistoryLine.lenientText(start),
                  "the first line \"" + HistoryLine.HEADER + "\"")
              .message());
    }
    if (start.length < header.length) {
      // Empty, or created by a process that died before it could write the header.
      return writeFully(channel, ByteBuffer.wrap(header), 0);
    }
    long end = endOfLastLine(channel);
    if (end < channel.size()) {
      setAside(read(channel, end, Math.toIntExact(channel.size() - end)), file);
      channel.truncate(end);
    }
    return end;
  }

  private static void setAside(byte[] torn, Path file) throws IOException {
    Path aside = file.resolveSibling(file.getFileName() + ".torn");
    byte[] line = Arrays.copyOf(torn, torn.length + 1);
    line[torn.length] = '\n';
    Files.write(aside, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Position behind the last line feed; the header guarantees one. */
  private static long endOfLastLine(FileChannel channel) throws IOException {
    long blockEnd = channel.size();
    while (true) {
      long blockStart = Math.max(0, blockEnd - SCAN_BLOCK_BYTES);
      byte[] block = read(channel, blockStart, (int) (blockEnd - blockStart));
      for (int i = block.length - 1; i >= 0; i--) {
        if (block[i] == '\n') {
          return blockStart + i + 1;
        }
      }
      blockEnd = blockStart;
    }
  }

  private static byte[] read(FileChannel channel, long position, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, position + bytes.position()) < 0) {
        throw new IOException("The history file became shorter while it was read.");
      }
    }
    return bytes.array();
  }

  private static long writeFully(FileChannel channel, ByteBuffer bytes, long position)
      throws IOException {
    long next = position;
    while (bytes.hasRemaining()) {
      next += channel.write(bytes, next);
    }
    return next;
  }
}
