package org.foresight.testbed;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * Suspends a JVM that works and says once a second that it lives, see {@link BeatingTask}. For one
 * thread.
 */
final class SuspendedJvmTrial {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final UnmanagedApplication application;
  private final ContainerGroups groups;
  private final Path folder;
  private final InstantSource clock;

  /**
   * @param application has the JVM, and those that it makes way for
   * @param groups of the node's containers
   * @param folder of its files, which is there
   * @param clock that of the machine, by which the JVM says when it lived
   */
  SuspendedJvmTrial(
      UnmanagedApplication application, ContainerGroups groups, Path folder, InstantSource clock) {
    this.application = application;
    this.groups = groups;
    this.folder = folder;
    this.clock = clock;
  }

  /**
   * For how long nothing was heard of the JVM while it was suspended, from each beat to the next.
   *
   * @param suspended how long it is suspended
   * @param others tasks that come after it, enough for all cores of the node, on which none may
   *     have its turn again by then
   * @return in milliseconds
   * @throws IOException also if it was not suspended all the time
   */
  ImmutableList<Long> silencesMillis(Duration suspended, int others)
      throws IOException, InterruptedException {
    Path beats = folder.resolve("beats");
    ContainerId jvm = application.launch(BeatingTask.command(beats));
    require("beats", () -> groups.letsRun(jvm) && Files.exists(beats));
    for (int task = 0; task < others; task++) {
      ContainerId unused = application.launch(UnmanagedApplication.BURN);
    }
    require("is suspended", () -> groups.isThrottled(jvm));

    long fromMillis = clock.millis();
    boolean wentOn = Waiting.until(suspended, () -> !groups.isThrottled(jvm) || !nobodyEnded());
    if (wentOn) {
      throw new IOException("The JVM was not suspended for " + suspended + ".");
    }
    ImmutableList.Builder<Long> silences = ImmutableList.builder();
    long lastMillis = fromMillis;
    for (String line : Files.readAllLines(beats)) {
      long beatMillis = Long.parseLong(line);
      if (beatMillis >= fromMillis) {
        silences.add(beatMillis - lastMillis);
        lastMillis = beatMillis;
      }
    }
    return silences.add(clock.millis() - lastMillis).build();
  }

  private boolean nobodyEnded() throws IOException {
    try {
      return application.heartbeat().isEmpty();
    } catch (YarnException e) {
      throw new IOException(e);
    }
  }

  private static void require(String what, Waiting.Condition condition)
      throws IOException, InterruptedException {
    if (!Waiting.until(PATIENCE, condition)) {
      throw new IOException("It was waited for " + PATIENCE + " until the JVM " + what + ".");
    }
  }
}
