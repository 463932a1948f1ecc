package org.foresight.testbed;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * Runs short tasks, which count, one after the other on a node: alone, and then beside long ones
 * that the node is full of. For one thread.
 */
final class ShortTaskTrial {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Counts, and writes down how long that took. */
  private static final String WORK =
      """
      begin=$(date +%s%N)
      for ((i = 0; i < 400000; i++)); do :; done
      echo $(($(date +%s%N) - begin)) > "$1"
      """;

  private final UnmanagedApplication shortJob;
  private final UnmanagedApplication longJob;
  private final ContainerGroups groups;
  private final Path folder;

  /**
   * @param shortJob has the short tasks
   * @param longJob has the long ones
   * @param groups of the node's containers
   * @param folder of its files, which is there
   */
  ShortTaskTrial(
      UnmanagedApplication shortJob,
      UnmanagedApplication longJob,
      ContainerGroups groups,
      Path folder) {
    this.shortJob = shortJob;
    this.longJob = longJob;
    this.groups = groups;
    this.folder = folder;
  }

  /**
   * What comes of it.
   *
   * @param longTasks how many long ones there are; all of them must find a place
   * @param repeatsAlone how many short tasks run alone
   * @param repeats how many short tasks run beside long ones
   */
  ShortTaskTimes run(int longTasks, int repeatsAlone, int repeats)
      throws IOException, InterruptedException {
    ImmutableList<Long> alone = runs(repeatsAlone);
    List<ContainerId> longOnes = new ArrayList<>();
    for (int task = 0; task < longTasks; task++) {
      ContainerId burns = longJob.launch(UnmanagedApplication.BURN);
      if (!Waiting.until(PATIENCE, () -> groups.has(burns))) {
        throw new IOException(burns + " has no control group; is the node's agent at work?");
      }
      longOnes.add(burns);
    }
    ImmutableList<Long> beside = runs(repeats);
    int lost = lost(longOnes);
    for (ContainerId longOne : longOnes) {
      longJob.end(longOne);
    }
    return new ShortTaskTimes(alone, beside, lost);
  }

  private int lost(List<ContainerId> longOnes) throws IOException {
    try {
      return (int) longOnes.stream().filter(longJob.heartbeat()::containsKey).count();
    } catch (YarnException e) {
      throw new IOException(e);
    }
  }

  private ImmutableList<Long> runs(int repeats) throws IOException, InterruptedException {
    Path script = Files.writeString(folder.resolve("work"), WORK);
    ImmutableList.Builder<Long> nanos = ImmutableList.builder();
    for (int repeat = 0; repeat < repeats; repeat++) {
      Path file = folder.resolve("took");
      Files.deleteIfExists(file);
      ContainerId container = shortJob.launch("exec bash '" + script + "' '" + file + "'");
      int unused = shortJob.awaitEnd(container);
      nanos.add(Long.parseLong(Files.readString(file).strip()));
    }
    return nanos.build();
  }
}
