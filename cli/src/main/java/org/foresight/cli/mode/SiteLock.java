package org.foresight.cli.mode;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Lets one command at a time read and change a file. The lock's own file stays, and is empty; a
 * command that is killed holds nothing any more. For one thread.
 */
final class SiteLock implements Closeable {
  private static final long LOOK_MILLIS = 50;

  /** Null where the lock's file can't be written: then nobody is kept from anything. */
  private final @Nullable FileChannel channel;

  private SiteLock(@Nullable FileChannel channel) {
    this.channel = channel;
  }

  /**
   * One that is not taken yet.
   *
   * @param file of the lock, made if need be
   */
  static SiteLock of(Path file) {
    try {
      return new SiteLock(FileChannel.open(file, CREATE, WRITE));
    } catch (IOException e) {
      return new SiteLock(null); // What is to be changed says more when it can't be written.
    }
  }

  /**
   * Takes it; whether nobody else has it still when the time is over.
   *
   * @throws IOException if the thread is interrupted, or the file system knows no locks
   */
  boolean take(Duration longest) throws IOException {
    if (channel == null) {
      return true;
    }
    long looks = longest.toMillis() / LOOK_MILLIS;
    while (!isTaken(channel)) {
      if (looks-- <= 0) {
        return false;
      }
      try {
        Thread.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted.");
      }
    }
    return true;
  }

  private static boolean isTaken(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // Another thread of this process has it.
    }
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
    }
  }
}
