package org.foresight.agent.cpu;

import com.google.common.collect.ImmutableList;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/**
 * Makes controllers of processor time.
 *
 * <p>Each of them first gives back what one before it has left taken, whatever its means were.
 *
 * @param folder where controllers keep their journal; nobody else's
 * @param minimumCores what is left to a suspended container, as a part of one core
 */
public record CpuControllers(Path folder, double minimumCores) {
  private static final FileAccess FILES = new DefaultFileAccess();
  private static final Path PROC = Path.of("/proc");

  /** The last part of the path of the groups that are made here, unless another one is named. */
  private static final String OWN_GROUP = "foresight";

  /**
   * By the control groups that Hadoop's LinuxContainerExecutor makes.
   *
   * @param isVersion2 whether they are of version 2
   * @param root the folder that has a folder for every container
   * @throws IOException if nothing can be written there
   */
  public CpuController ofHadoopCgroups(boolean isVersion2, Path root) throws IOException {
    CgroupVersion version = isVersion2 ? CgroupVersion.V2 : CgroupVersion.V1;
    if (!FILES.isFolder(root)) {
      throw new IOException("There is no folder " + root + " of Hadoop's cgroups.");
    }
    return byQuota(
        "Hadoop's cgroups (" + version + ") in " + root, new HadoopCgroups(version, root, FILES));
  }

  /**
   * By control groups that are made for it.
   *
   * @param path of the group in which they are made, below the mount; empty for one below that of
   *     this process
   * @throws IOException if none can be made
   */
  public CpuController ofOwnCgroups(Optional<String> path) throws IOException {
    CgroupMounts mounts = mounts();
    Path root = below(mounts.limits(), mounts, path);
    OwnCgroups cgroups =
        new OwnCgroups(
            mounts.version(),
            root,
            below(mounts.usage(), mounts, path),
            new ProcessTable(PROC, FILES),
            FILES);
    CpuController controller =
        byQuota("own cgroups (" + mounts.version() + ") in " + root, cgroups);
    try {
      cgroups.check();
    } catch (IOException | RuntimeException e) {
      controller.close();
      throw e;
    }
    return controller;
  }

  /** Where {@link #ofOwnCgroups} makes its groups. */
  static Path ownCgroups(Optional<String> path) throws IOException {
    CgroupMounts mounts = mounts();
    return below(mounts.limits(), mounts, path);
  }

  private static CgroupMounts mounts() throws IOException {
    return CgroupMounts.read(PROC, FILES)
        .orElseThrow(() -> new IOException("No cgroups that limit processor time are mounted."));
  }

  private static Path below(Path mount, CgroupMounts mounts, Optional<String> path) {
    String below = path.orElse(mounts.own() + "/" + OWN_GROUP);
    return mount.resolve(below.replaceFirst("^/+", "")).normalize();
  }

  /**
   * By signals to processes.
   *
   * @throws IOException if none can be sent
   */
  public CpuController ofSignals() throws IOException {
    Signals signals = new ShellSignals();
    ProcessTable processes = new ProcessTable(PROC, FILES);
    ScheduledThreadPoolExecutor beats =
        new ScheduledThreadPoolExecutor(
            1,
            new ThreadFactoryBuilder()
                .setDaemon(true)
                .setNameFormat("foresight-duty-cycle")
                .build());
    beats.setRemoveOnCancelPolicy(true);
    return controller(
        new DutyCycleMeans(minimumCores, processes, signals, beats), processes, signals);
  }

  /**
   * Gives back what a controller has left taken, also where there is to be none any more.
   *
   * @param folder where controllers keep their journal
   * @throws IOException if not all of it could be given back
   */
  public static void giveBack(Path folder) throws IOException {
    try (LeftBehind leftBehind =
        new LeftBehind(
            new Journal(folder, FILES), new ProcessTable(PROC, FILES), new ShellSignals(), FILES)) {
      ImmutableList<Change> left = leftBehind.undoAll();
      if (!left.isEmpty()) {
        throw new IOException(
            "What was taken from " + left.get(0).container() + " is still taken.");
      }
    }
  }

  private CpuController byQuota(String name, Cgroups cgroups) throws IOException {
    return controller(
        new QuotaMeans(name, cgroups, minimumCores, PROC, FILES),
        new ProcessTable(PROC, FILES),
        new ShellSignals());
  }

  private CpuController controller(Means means, ProcessTable processes, Signals signals)
      throws IOException {
    Journal journal = new Journal(folder, FILES);
    LeftBehind leftBehind = new LeftBehind(journal, processes, signals, FILES);
    try {
      journal.check();
      return new DefaultCpuController(means, journal, leftBehind, leftBehind.undoAll());
    } catch (IOException | RuntimeException e) {
      means.close();
      leftBehind.close();
      throw e;
    }
  }
}
