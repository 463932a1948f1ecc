package org.foresight.benchmarks;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import com.google.common.primitives.Bytes;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The file in which the records of runs are kept, one line of JSON each. A line is written at once
 * and forced to the disk, so that whatever stops the program costs no run that had ended; of a line
 * that was not written to its end, which can only be the last one, the rest is cut off.
 *
 * <p>One program at a time may write, which a lock holds for. Thread-safe.
 *
 * @param <T> the records
 */
public final class RunFile<T> implements AutoCloseable {

  private static final String NAME = "runs.jsonl";
  private static final byte LINE_FEED = '\n';
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final FileChannel channel;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final List<T> records;

  private RunFile(FileChannel channel, List<T> records) {
    this.channel = channel;
    this.records = records;
  }

  /**
   * Opens the file of a folder, both of which are made if need be.
   *
   * @param type of the records
   * @param problems told in one line of what is left out
   * @throws IOException if another program writes to it, if it cannot be read or written, or if a
   *     line other than a torn last one is no record
   */
  public static <T> RunFile<T> open(Path folder, Class<T> type, Consumer<String> problems)
      throws IOException {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new IOException(folder + ": there is a file of this name; a folder is needed.");
    }
    Files.createDirectories(folder);
    Path file = folder.resolve(NAME);
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      if (!isLocked(channel)) {
        throw new IOException(
            file + ": another evaluation is writing to it; wait for it, or use another folder.");
      }
      byte[] bytes = readAll(channel);
      int end = Bytes.lastIndexOf(bytes, LINE_FEED) + 1;
      List<T> records = read(file, type, new String(bytes, 0, end, StandardCharsets.UTF_8));
      if (end < bytes.length) {
        problems.accept(
            file
                + ": the last line, of "
                + (bytes.length - end)
                + " bytes, was not written to its end and is left out.");
        channel.truncate(end);
      }
      channel.position(end);
      return new RunFile<>(channel, records);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /** Through the channel that has the lock: closing another one of the file would lose it. */
  private static byte[] readAll(FileChannel channel) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(channel.size()));
    while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
      // Goes on to the end.
    }
    return buffer.array();
  }

  private static <T> List<T> read(Path file, Class<T> type, String text) throws IOException {
    List<T> records = new ArrayList<>();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      try {
        @Nullable T record = MAPPER.readValue(lines.get(i), type);
        if (record == null) {
          throw new JsonMappingException(null, "it is null");
        }
        records.add(record);
      } catch (JsonProcessingException e) {
        throw new IOException(
            file
                + ", line "
                + (i + 1)
                + ": this is no record of a run ("
                + e.getOriginalMessage()
                + "); accepted: what this program writes. Delete the line, and the run is done anew.",
            e);
      }
    }
    return records;
  }

  /** All that are there, those of other settings too. */
  public ImmutableList<T> records() {
    synchronized (lock) {
      return ImmutableList.copyOf(records);
    }
  }

  /** Adds one. */
  public void append(T run) throws IOException {
    byte[] line = (MAPPER.writeValueAsString(run) + "\n").getBytes(StandardCharsets.UTF_8);
    synchronized (lock) {
      ByteBuffer buffer = ByteBuffer.wrap(line);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(false);
      records.add(run);
    }
  }

  /** Lets others write. */
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
