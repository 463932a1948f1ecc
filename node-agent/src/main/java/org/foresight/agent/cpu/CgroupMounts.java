package org.foresight.agent.cpu;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Where a machine shows control groups that limit and count processor time, and in which group this
 * process is.
 *
 * @param version how they are shown
 * @param limits where the groups that limit are mounted
 * @param usage where the groups that count are mounted, the same where one does both
 * @param own the path of this process' group below a mount, with a slash at its start
 */
record CgroupMounts(CgroupVersion version, Path limits, Path usage, String own) {
  private static final String CPU = "cpu";
  private static final String CPUACCT = "cpuacct";
  private static final Splitter COMMAS = Splitter.on(',');

  /** A line of /proc/mounts. */
  private record Mount(Path path, String type, List<String> options) {}

  /**
   * Reads them.
   *
   * @param proc {@code /proc}, or what stands for it
   * @return empty if none are mounted
   */
  static Optional<CgroupMounts> read(Path proc, FileAccess files) throws IOException {
    ImmutableList<Mount> mounts = mounts(files.read(proc.resolve("mounts")));
    String groups = files.read(proc.resolve("self/cgroup"));
    Optional<Path> cpu = v1(mounts, CPU);
    if (cpu.isPresent()) {
      return Optional.of(
          new CgroupMounts(
              CgroupVersion.V1,
              cpu.get(),
              v1(mounts, CPUACCT).orElse(cpu.get()),
              own(groups, CPU)));
    }
    return mounts.stream()
        .filter(mount -> mount.type().equals("cgroup2"))
        .findFirst()
        .map(
            mount ->
                new CgroupMounts(CgroupVersion.V2, mount.path(), mount.path(), own(groups, "")));
  }

  private static Optional<Path> v1(ImmutableList<Mount> mounts, String controller) {
    return mounts.stream()
        .filter(mount -> mount.type().equals("cgroup") && mount.options().contains(controller))
        .map(Mount::path)
        .findFirst();
  }

  private static ImmutableList<Mount> mounts(String text) {
    ImmutableList.Builder<Mount> mounts = ImmutableList.builder();
    for (String line : Splitter.on('\n').split(text)) {
      List<String> fields = Splitter.on(' ').splitToList(line);
      if (fields.size() >= 4) {
        mounts.add(
            new Mount(
                Path.of(fields.get(1).replace("\\040", " ")),
                fields.get(2),
                COMMAS.splitToList(fields.get(3))));
      }
    }
    return mounts.build();
  }

  /** A line is a number, controllers and a path, with colons between them. */
  private static String own(String groups, String controller) {
    for (String line : Splitter.on('\n').split(groups)) {
      List<String> fields = Splitter.on(':').limit(3).splitToList(line);
      if (fields.size() == 3 && COMMAS.splitToList(fields.get(1)).contains(controller)) {
        return fields.get(2);
      }
    }
    return "/";
  }
}
