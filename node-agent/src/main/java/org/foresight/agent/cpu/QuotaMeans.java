package org.foresight.agent.cpu;

import static com.google.common.base.Preconditions.checkNotNull;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * By the quota of control groups: a suspended container has little processor time in every period,
 * so that its heartbeats go on.
 */
final class QuotaMeans implements Means {
  private final String name;
  private final Cgroups cgroups;
  private final double minimumCores;
  private final Path proc;
  private final FileAccess files;
  private final Map<String, Attached> attached = new HashMap<>();

  /** A container that is looked after, with what is read of it again and again. */
  private final class Attached {
    private final Cgroup cgroup;
    private final KeptOpen limit;
    private final KeptOpen usage;
    private final ProcessDisks processDisks = new ProcessDisks(proc, files);

    Attached(Cgroup cgroup) {
      this.cgroup = cgroup;
      this.limit = new KeptOpen(cgroup.version().limitFiles(cgroup.folder()));
      this.usage = new KeptOpen(ImmutableList.of(cgroup.usage()));
    }

    CpuLimit limit() throws IOException {
      return cgroup.version().parse(cgroup.folder(), limit.read());
    }

    OptionalLong cpuNanos() {
      try {
        return cgroup.cpuNanos(usage.read().get(0));
      } catch (IOException e) {
        return OptionalLong.empty(); // Nothing says it now.
      }
    }

    /** By the group where the kernel counts for it, else by its processes. */
    OptionalLong diskBytes() {
      if (cgroup.version() == CgroupVersion.V2) {
        OptionalLong ofGroup = told(cgroup.disks(), Cgroup::diskBytes);
        if (ofGroup.isPresent()) {
          return ofGroup;
        }
      }
      return told(cgroup.processes(), processDisks::count);
    }

    OptionalLong diskWaitMicros() {
      return cgroup.version() == CgroupVersion.V2
          ? told(cgroup.diskWaits(), Cgroup::diskWaitMicros)
          : OptionalLong.empty();
    }

    private OptionalLong told(Path file, Function<String, OptionalLong> meaning) {
      try {
        return meaning.apply(files.read(file));
      } catch (IOException e) {
        return OptionalLong.empty(); // Not on this kind of machine, or it has gone.
      }
    }

    void close() {
      limit.close();
      usage.close();
    }
  }

  /** Files that are opened when they are read first, and again after they could not be read. */
  private final class KeptOpen {
    private final ImmutableList<Path> paths;
    private final List<FileAccess.OpenFile> open = new ArrayList<>();

    KeptOpen(ImmutableList<Path> paths) {
      this.paths = paths;
    }

    ImmutableList<String> read() throws IOException {
      ImmutableList.Builder<String> texts = ImmutableList.builder();
      boolean isWhole = false;
      try {
        while (open.size() < paths.size()) {
          open.add(files.open(paths.get(open.size())));
        }
        for (FileAccess.OpenFile file : open) {
          texts.add(file.read());
        }
        isWhole = true;
      } finally {
        if (!isWhole) {
          close(); // A group of this name may be another one by now.
        }
      }
      return texts.build();
    }

    void close() {
      open.forEach(FileAccess.OpenFile::close);
      open.clear();
    }
  }

  /**
   * @param minimumCores what is left to a suspended container, as a part of one core
   * @param proc where the kernel shows processes
   */
  QuotaMeans(String name, Cgroups cgroups, double minimumCores, Path proc, FileAccess files) {
    this.name = name;
    this.cgroups = cgroups;
    this.minimumCores = minimumCores;
    this.proc = proc;
    this.files = files;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void attach(String container, long process) throws IOException {
    Cgroup cgroup = cgroups.of(container, process);
    Attached looked = new Attached(cgroup);
    try {
      CpuLimit unused = looked.limit(); // Where that can't be read, nothing else can be done.
      attached.put(container, looked);
    } finally {
      if (!attached.containsKey(container)) {
        looked.close();
      }
    }
  }

  @Override
  public Optional<Change> change(String container) throws IOException {
    Attached looked = attached(container);
    Cgroup cgroup = looked.cgroup;
    CpuLimit found = looked.limit();
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
    return attached(container).cpuNanos();
  }

  @Override
  public Optional<ContainerUse> use(String container) {
    Attached known = attached(container);
    OptionalLong cpuNanos = known.cpuNanos();
    return cpuNanos.isPresent()
        ? Optional.of(
            new ContainerUse(cpuNanos.getAsLong(), known.diskBytes(), known.diskWaitMicros()))
        : Optional.empty();
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

  private Attached attached(String container) {
    return checkNotNull(attached.get(container), "The container (%s) is not attached.", container);
  }
}
