package org.foresight.testbed;

import static org.assertj.core.api.Assertions.fail;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.junit.jupiter.api.Assumptions;

/**
 * The cgroups that agents of NodeManagers make for containers, as anybody on the machine sees them.
 *
 * @param root where they are
 */
record ContainerGroups(Path root) {
  private static final String REQUIRE_ALL = "FORESIGHT_REQUIRE_ALL_TESTS";

  /**
   * Makes a place for them.
   *
   * @param name of the place, below the mount; nobody else's
   */
  static ContainerGroups make(String name) {
    try {
      return new ContainerGroups(Files.createDirectories(mount().resolve(name)));
    } catch (IOException e) {
      String why = "This test needs root and cgroups that can be written: " + e.getMessage();
      if (Boolean.parseBoolean(System.getenv(REQUIRE_ALL))) {
        fail(why + " " + REQUIRE_ALL + " is true, so that it may not be skipped.");
      }
      return Assumptions.abort(why);
    }
  }

  private static Path mount() throws IOException {
    Path v2 = null;
    for (String line : Files.readAllLines(Path.of("/proc/mounts"))) {
      List<String> fields = Splitter.on(' ').splitToList(line);
      if (fields.get(2).equals("cgroup")
          && Splitter.on(',').splitToList(fields.get(3)).contains("cpu")) {
        return Path.of(fields.get(1));
      }
      if (fields.get(2).equals("cgroup2")) {
        v2 = Path.of(fields.get(1));
      }
    }
    if (v2 == null) {
      throw new IOException("No cgroups are mounted.");
    }
    return v2;
  }

  /** Whether the container's processes are in a group of their own. */
  boolean has(ContainerId container) throws IOException {
    Path processes = folder(container).resolve("cgroup.procs");
    return Files.exists(processes) && !Files.readString(processes).isBlank();
  }

  /** Whether there is a limit on the container's processor time. */
  boolean isThrottled(ContainerId container) throws IOException {
    Path v1 = folder(container).resolve("cpu.cfs_quota_us");
    return Files.exists(v1)
        ? !Files.readString(v1).strip().equals("-1")
        : !Files.readString(folder(container).resolve("cpu.max")).startsWith("max");
  }

  Path folder(ContainerId container) {
    return root.resolve(container.toString());
  }

  /**
   * Ends all processes in them and takes them away.
   *
   * @return whether they are gone; the kernel lets a group go some time after its processes
   */
  boolean removeAll() throws IOException {
    return ControlGroups.of(root.getFileName().toString()).remove();
  }
}
