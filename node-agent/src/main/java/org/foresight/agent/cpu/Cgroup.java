package org.foresight.agent.cpu;

import com.google.common.base.Splitter;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * The control group of a container.
 *
 * @param version how it is shown
 * @param folder where its limit is
 * @param usage the file that says how much processor time it has taken: {@code cpuacct.usage} of
 *     version 1, {@code cpu.stat} of version 2; it may not be there
 */
record Cgroup(CgroupVersion version, Path folder, Path usage) {
  private static final String V1_USAGE = "cpuacct.usage";
  private static final String V2_USAGE = "cpu.stat";
  private static final String V2_USAGE_KEY = "usage_usec";

  /** The group in this folder, with its usage where the kernel shows it beside the limit. */
  static Cgroup in(CgroupVersion version, Path folder) {
    return in(version, folder, folder);
  }

  /** The group in this folder, whose usage is in another one. */
  static Cgroup in(CgroupVersion version, Path folder, Path usageFolder) {
    return new Cgroup(
        version, folder, usageFolder.resolve(version == CgroupVersion.V1 ? V1_USAGE : V2_USAGE));
  }

  /**
   * The processor time that it has taken, in nanoseconds; empty where the text does not say it.
   *
   * @param usageText what {@link #usage} has
   */
  OptionalLong cpuNanos(String usageText) {
    try {
      return switch (version) {
        case V1 -> OptionalLong.of(Long.parseLong(usageText));
        case V2 -> v2Nanos(usageText);
      };
    } catch (NumberFormatException e) {
      return OptionalLong.empty(); // Who needs the number finds another one.
    }
  }

  private static OptionalLong v2Nanos(String text) {
    for (String line : Splitter.on('\n').split(text)) {
      List<String> parts = Splitter.on(' ').omitEmptyStrings().splitToList(line);
      if (parts.size() == 2 && parts.get(0).equals(V2_USAGE_KEY)) {
        return OptionalLong.of(Long.parseLong(parts.get(1)) * 1_000);
      }
    }
    return OptionalLong.empty();
  }
}
