package org.foresight.testbed;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The control groups of one name, in every hierarchy of the machine, with a group for each
 * container in them.
 *
 * @param roots those that are there
 */
record ControlGroups(ImmutableList<Path> roots) {
  private static final String PROCESSES = "cgroup.procs";

  /** What lifts a limit on processor time, by the file that holds it. */
  private static final ImmutableMap<String, String> UNLIMITED =
      ImmutableMap.of("cpu.cfs_quota_us", "-1", "cpu.max", "max");

  static ControlGroups of(String name) throws IOException {
    ImmutableList.Builder<Path> roots = ImmutableList.builder();
    for (String line : Files.readAllLines(Path.of("/proc/mounts"))) {
      List<String> fields = Splitter.on(' ').splitToList(line);
      Path root = Path.of(fields.get(1)).resolve(name);
      if (fields.get(2).startsWith("cgroup") && Files.isDirectory(root)) {
        roots.add(root);
      }
    }
    return new ControlGroups(roots.build());
  }

  /**
   * Ends all processes in them and takes them away.
   *
   * @return whether they are gone; the kernel lets a group go some time after its processes
   */
  boolean remove() {
    boolean gone = true;
    for (Path root : roots) {
      try (DirectoryStream<Path> groups = Files.newDirectoryStream(root, Files::isDirectory)) {
        for (Path group : groups) {
          empty(group);
          gone &= group.toFile().delete();
        }
        gone &= root.toFile().delete();
      } catch (IOException e) {
        gone = false; // Its agent takes it away at this moment.
      }
    }
    return gone;
  }

  private static void empty(Path group) throws IOException {
    // Who hardly gets any processor time takes long to end.
    for (var limit : UNLIMITED.entrySet()) {
      if (Files.exists(group.resolve(limit.getKey()))) {
        Files.writeString(group.resolve(limit.getKey()), limit.getValue());
      }
    }
    for (String process : Files.readAllLines(group.resolve(PROCESSES))) {
      LinuxProcess.of(Long.parseLong(process)).ifPresent(LinuxProcess::kill);
    }
  }
}
