package org.foresight.agent;

import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.linux.resources.CGroupsHandler;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.linux.resources.CGroupsHandler.CGroupController;
import org.jspecify.annotations.Nullable;

/**
 * Where LinuxContainerExecutor makes the cgroups of containers, of whatever engine: Docker's are
 * below those.
 *
 * @param isVersion2 whether they are of version 2
 * @param root the folder that has a folder for every container
 */
record HadoopCgroupFolder(boolean isVersion2, Path root) {

  // By name: Hadoop 3.4 has no such keys.
  private static final String V2_ENABLED =
      "yarn.nodemanager.linux-container-executor.cgroups.v2.enabled";
  private static final String V2_MOUNT_PATH =
      "yarn.nodemanager.linux-container-executor.cgroups.v2.mount-path";

  /**
   * Finds it.
   *
   * @param handler Hadoop's own, of version 1; null where it has none
   * @param mounts {@code /proc/mounts}, or what stands for it
   * @return empty if the executor makes no cgroups that limit processor time
   */
  static Optional<HadoopCgroupFolder> find(
      Configuration conf, @Nullable CGroupsHandler handler, Path mounts) throws IOException {
    if (handler != null && handler.getControllerPath(CGroupController.CPU) != null) {
      String ofSome = handler.getPathForCGroup(CGroupController.CPU, "some");
      return Optional.ofNullable(Path.of(ofSome).getParent())
          .map(root -> new HadoopCgroupFolder(false, root));
    }
    if (!conf.getBoolean(V2_ENABLED, false)) {
      return Optional.empty();
    }
    String hierarchy =
        CharMatcher.is('/')
            .trimFrom(
                conf.get(YarnConfiguration.NM_LINUX_CONTAINER_CGROUPS_HIERARCHY, "/hadoop-yarn"));
    return v2Mount(conf, mounts)
        .map(mount -> new HadoopCgroupFolder(true, mount.resolve(hierarchy)));
  }

  /** Hadoop takes what is configured, unless it is to mount itself, and else what is mounted. */
  private static Optional<Path> v2Mount(Configuration conf, Path mounts) throws IOException {
    String configured =
        conf.get(
            V2_MOUNT_PATH, conf.get(YarnConfiguration.NM_LINUX_CONTAINER_CGROUPS_MOUNT_PATH, ""));
    if (!configured.isEmpty()
        && !conf.getBoolean(YarnConfiguration.NM_LINUX_CONTAINER_CGROUPS_MOUNT, false)) {
      return Optional.of(Path.of(configured));
    }
    for (String line : Files.readAllLines(mounts)) {
      List<String> fields = Splitter.on(' ').splitToList(line);
      if (fields.size() > 2 && fields.get(2).equals("cgroup2")) {
        return Optional.of(Path.of(fields.get(1)));
      }
    }
    return Optional.empty();
  }
}
