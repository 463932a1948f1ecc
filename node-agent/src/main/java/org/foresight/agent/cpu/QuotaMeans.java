package org.foresight.agent.cpu;

import static com.google.common.base.Preconditions.checkNotNull;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * By the quota of control groups: a suspended container has little processor time in every period,
 * so that its heartbeats go on.
 */
final class QuotaMeans implements Means {
  private final String name;
  private final Cgroups cgroups;
  private final double minimumCores;
  private final FileAccess files;
  private final Map<String, Cgroup> attached = new HashMap<>();

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
    attached.put(container, cgroup);
  }

  @Override
  public Optional<Change> change(String container) throws IOException {
    Cgroup cgroup = cgroup(container);
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
    attached.remove(container);
    cgroups.release(container);
  }

  @Override
  public OptionalLong cpuNanos(String container) {
    return cgroup(container).cpuNanos(files);
  }

  @Override
  public void tidy() {
    cgroups.tidy();
  }

  @Override
  public void close() {}

  private CpuLimit limit(Cgroup cgroup) throws IOException {
    return cgroup.version().read(files, cgroup.folder());
  }

  private Cgroup cgroup(String container) {
    return checkNotNull(attached.get(container), "The container (%s) is not attached.", container);
  }
}
