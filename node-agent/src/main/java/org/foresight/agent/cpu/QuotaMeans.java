package org.foresight.agent.cpu;

import static com.google.common.base.Preconditions.checkNotNull;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * By the quota of control groups: a suspended container has little processor time in every period,
 * so that its heartbeats go on.
 */
final class QuotaMeans implements Means {
  private final String name;
  private final Cgroups cgroups;
  private final double minimumCores;
  private final FileAccess files;
  private final Map<String, Attached> attached = new HashMap<>();

  /** A container that is looked after. */
  private static final class Attached {
    private final Cgroup cgroup;

    /** Says its processor time; null before that is asked for, and where nothing does. */
    private FileAccess.@Nullable OpenFile usage;

    Attached(Cgroup cgroup) {
      this.cgroup = cgroup;
    }

    OptionalLong cpuNanos(FileAccess files) {
      try {
        FileAccess.OpenFile open = usage == null ? files.open(cgroup.usage()) : usage;
        usage = open;
        return cgroup.cpuNanos(open.read());
      } catch (IOException e) {
        close(); // It may have gone, or be another one by now.
        return OptionalLong.empty();
      }
    }

    void close() {
      if (usage != null) {
        usage.close();
        usage = null;
      }
    }
  }

  /**
   * @param minimumCores what is left to a suspended container, as a part of one core
   */
  QuotaMeans(String name, Cgroups cgroups, double minimumCores, FileAccess files) {
    this.name = name;
    this.cgroups = cgroups;
    this.minimumCores = minimumCores;
    this.files = files;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void attach(String container, long process) throws IOException {
    Cgroup cgroup = cgroups.of(container, process);
    CpuLimit unused = limit(cgroup); // Where that can't be read, nothing else can be done.
    attached.put(container, new Attached(cgroup));
  }

  @Override
  public Optional<Change> change(String container) throws IOException {
    Cgroup cgroup = attached(container).cgroup;
    CpuLimit found = limit(cgroup);
    CpuLimit little = found.atMost(minimumCores);
    return little.equals(found)
        ? Optional.empty()
        : Optional.of(
            new Change.Quota(
                container, cgroup.version(), cgroup.folder(), found, little.quotaMicros()));
  }

  @Override
  public void apply(Change change) throws IOException {
    Change.Quota quota = (Change.Quota) change;
    quota.version().write(files, quota.folder(), quota.found().withQuota(quota.quotaMicros()));
  }

  @Override
  public void release(String container) {}

  @Override
  public void detach(String container) {
    Attached before = attached.remove(container);
    if (before != null) {
      before.close();
    }
    cgroups.release(container);
  }

  @Override
  public OptionalLong cpuNanos(String container) {
    return attached(container).cpuNanos(files);
  }

  @Override
  public void tidy() {
    cgroups.tidy();
  }

  @Override
  public void close() {
    attached.values().forEach(Attached::close);
    attached.clear();
  }

  private CpuLimit limit(Cgroup cgroup) throws IOException {
    return cgroup.version().read(files, cgroup.folder());
  }

  private Attached attached(String container) {
    return checkNotNull(attached.get(container), "The container (%s) is not attached.", container);
  }
}
