package org.foresight.agent.cpu;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The control groups that Hadoop's LinuxContainerExecutor makes: for every container one in the
 * folder of its hierarchy, which a container of another engine has as its parent.
 */
final class HadoopCgroups implements Cgroups {
  private final CgroupVersion version;
  private final Path root;
  private final FileAccess files;

  /**
   * @param root the folder that has a folder for every container
   */
  HadoopCgroups(CgroupVersion version, Path root, FileAccess files) {
    this.version = version;
    this.root = root;
    this.files = files;
  }

  @Override
  public Cgroup of(String container, long process) throws IOException {
    Path folder = root.resolve(container);
    if (!files.isFolder(folder)) {
      throw new IOException("Hadoop has made no cgroup " + folder + " for the container.");
    }
    return Cgroup.in(version, folder);
  }

  @Override
  public void release(String container) {
    // Hadoop takes away what it has made.
  }

  @Override
  public void tidy() {}
}
