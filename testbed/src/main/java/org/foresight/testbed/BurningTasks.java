package org.foresight.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Tasks that compute: each ends when its process has had as much processor time as the task's
 * runtime, however long that takes. So a task that is suspended, or shares its core, takes longer.
 *
 * @param script counts, in a shell, and looks at its processor time after each few milliseconds; a
 *     path without a quote, on the nodes
 */
public record BurningTasks(Path script) implements TaskCommand {

  /** Of the kernel, in which it tells processor time. */
  private static final long TICK_MILLIS = 10;

  private static final String SCRIPT =
      """
      # Uses a core until this process has had so many ticks of processor time.
      while
        for ((i = 0; i < 1000; i++)); do :; done
        read -r stat < /proc/$$/stat
        fields=(${stat##*) })
        ((fields[11] + fields[12] < $1))
      do :; done
      """;

  /** Writes the script into a folder that is there. */
  public static BurningTasks in(Path folder) throws IOException {
    return new BurningTasks(Files.writeString(folder.resolve("burn"), SCRIPT));
  }

  @Override
  public String of(Duration runtime) {
    long ticks = Math.max(1, Math.round((double) runtime.toMillis() / TICK_MILLIS));
    return "exec bash '" + script + "' " + ticks;
  }
}
