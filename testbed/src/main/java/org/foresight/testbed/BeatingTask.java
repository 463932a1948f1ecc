package org.foresight.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * A container's process, as a task of MapReduce is one: it works as much as it may, making garbage,
 * and says once a second that it lives. It ends by itself after half an hour, if nobody ends it.
 */
final class BeatingTask {
  static final long BEAT_MILLIS = 1_000;

  /** Longer than any trial. */
  private static final int MOST_BEATS = 1_800;

  private static volatile long[] work = {};

  private BeatingTask() {}

  /** The command of a container that writes the times of its beats to this file. */
  static String command(Path beats) {
    Path classes =
        Path.of(BeatingTask.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    return String.join(
        " ",
        List.of(
            "exec",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx64m",
            "-cp",
            classes.toString(),
            BeatingTask.class.getName(),
            beats.toString()));
  }

  /** The process itself. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Thread working = new Thread(BeatingTask::work);
    working.setDaemon(true);
    working.start();
    Path beats = Path.of(arguments[0]);
    for (int beat = 0; beat < MOST_BEATS; beat++) {
      Files.writeString(
          beats,
          System.currentTimeMillis() + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
      Thread.sleep(BEAT_MILLIS);
    }
  }

  private static void work() {
    while (true) {
      work = new long[4_096 + work.length % 2];
    }
  }
}
