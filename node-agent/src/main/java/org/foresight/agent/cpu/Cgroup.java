package org.foresight.agent.cpu;

import com.google.common.base.CharMatcher;
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

  /** The file that says what it does to disks, of version 2, where its controller is enabled. */
  Path disks() {
    return folder.resolve("io.stat");
  }

  /** The file that says how long its processes wait for disks, of version 2. */
  Path diskWaits() {
    return folder.resolve("io.pressure");
  }

  /** The file that has the ids of its processes. */
  Path processes() {
    return folder.resolve(CgroupVersion.PROCESSES);
  }

  /** What {@link #disks} says of all devices, in bytes. */
  static OptionalLong diskBytes(String text) {
    return sum(text, "rbytes=", "wbytes=");
  }

  /** In how much time some process waited, in microseconds, by {@link #diskWaits}. */
  static OptionalLong diskWaitMicros(String text) {
    for (String line : Splitter.on('\n').split(text)) {
      if (line.startsWith("some ")) {
        return sum(line, "total=");
      }
    }
    return OptionalLong.empty();
  }

  private static OptionalLong sum(String text, String... names) {
    long sum = 0;
    try {
      for (String word : Splitter.on(CharMatcher.whitespace()).split(text)) {
        for (String name : names) {
          sum += word.startsWith(name) ? Long.parseLong(word.substring(name.length())) : 0;
        }
      }
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(sum);
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
