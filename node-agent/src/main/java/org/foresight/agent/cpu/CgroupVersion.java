package org.foresight.agent.cpu;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** How a kernel shows control groups, and with them the limits on processor time. */
enum CgroupVersion {
  /** {@code cpu.cfs_quota_us} and {@code cpu.cfs_period_us}. */
  V1 {
    @Override
    ImmutableList<Path> limitFiles(Path folder) {
      return ImmutableList.of(folder.resolve(V1_QUOTA), folder.resolve(V1_PERIOD));
    }

    @Override
    CpuLimit parse(Path folder, List<String> texts) throws IOException {
      return limit(folder, texts.get(0), texts.get(1));
    }

    @Override
    void replaceQuota(FileAccess files, Path folder, long fromMicros, long toMicros)
        throws IOException {
      if (files.read(folder.resolve(V1_QUOTA)).equals(Long.toString(fromMicros))) {
        files.write(folder.resolve(V1_QUOTA), Long.toString(toMicros));
      }
    }

    @Override
    void write(FileAccess files, Path folder, CpuLimit limit) throws IOException {
      // The period is what was found: this way one file says all, and there is nothing in between.
      files.write(folder.resolve(V1_QUOTA), Long.toString(limit.quotaMicros()));
    }
  },

  /** {@code cpu.max}. */
  V2 {
    @Override
    ImmutableList<Path> limitFiles(Path folder) {
      return ImmutableList.of(folder.resolve(V2_LIMIT));
    }

    @Override
    CpuLimit parse(Path folder, List<String> texts) throws IOException {
      String text = texts.get(0);
      List<String> parts = Splitter.on(' ').omitEmptyStrings().splitToList(text);
      if (parts.size() != 2) {
        throw unreadable(folder, text);
      }
      return limit(folder, parts.get(0), parts.get(1));
    }

    @Override
    void replaceQuota(FileAccess files, Path folder, long fromMicros, long toMicros)
        throws IOException {
      CpuLimit now = read(files, folder);
      if (now.quotaMicros() == fromMicros) {
        write(files, folder, now.withQuota(toMicros));
      }
    }

    @Override
    void write(FileAccess files, Path folder, CpuLimit limit) throws IOException {
      String quota =
          limit.quotaMicros() == CpuLimit.UNLIMITED
              ? V2_UNLIMITED
              : Long.toString(limit.quotaMicros());
      files.write(folder.resolve(V2_LIMIT), quota + " " + limit.periodMicros());
    }
  };

  /** The processes of a group, in both versions. */
  static final String PROCESSES = "cgroup.procs";

  private static final String V1_QUOTA = "cpu.cfs_quota_us";
  private static final String V1_PERIOD = "cpu.cfs_period_us";
  private static final String V2_LIMIT = "cpu.max";
  private static final String V2_UNLIMITED = "max";

  /** The limit of the group in this folder. */
  CpuLimit read(FileAccess files, Path folder) throws IOException {
    ImmutableList.Builder<String> texts = ImmutableList.builder();
    for (Path file : limitFiles(folder)) {
      texts.add(files.read(file));
    }
    return parse(folder, texts.build());
  }

  /** The files that have the limit of the group in this folder. */
  abstract ImmutableList<Path> limitFiles(Path folder);

  /**
   * What these files say.
   *
   * @throws IOException if it is no limit
   */
  abstract CpuLimit parse(Path folder, List<String> texts) throws IOException;

  /** Sets the limit of the group in this folder; of version 1, without its period. */
  abstract void write(FileAccess files, Path folder, CpuLimit limit) throws IOException;

  /** Sets a quota where it is this one; another one, and the period, stay as they are. */
  abstract void replaceQuota(FileAccess files, Path folder, long fromMicros, long toMicros)
      throws IOException;

  private static CpuLimit limit(Path folder, String quota, String period) throws IOException {
    try {
      return new CpuLimit(
          quota.equals(V2_UNLIMITED) ? CpuLimit.UNLIMITED : Long.parseLong(quota),
          Long.parseLong(period));
    } catch (IllegalArgumentException e) {
      throw unreadable(folder, quota + " " + period);
    }
  }

  private static IOException unreadable(Path folder, String text) {
    return new IOException(
        "The limit (" + text + ") of " + folder + " must be a quota and a period in microseconds.");
  }
}
