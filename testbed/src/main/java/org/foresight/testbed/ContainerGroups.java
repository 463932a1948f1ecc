package org.foresight.testbed;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ContainerId;

/**
 * The cgroups that the agent of a NodeManager makes for containers, as anybody on the machine sees
 * them.
 *
 * @param root where they are
 */
record ContainerGroups(Path root) {

  /**
   * Those below the mount's folder of a name, which need not be there.
   *
   * @throws IOException if no cgroups are mounted
   */
  static ContainerGroups named(String name) throws IOException {
    return new ContainerGroups(mount().resolve(name));
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

  /** Whether the container runs, in a cgroup of its own, with all the time that it can use. */
  boolean letsRun(ContainerId container) throws IOException {
    return has(container) && !isThrottled(container);
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
