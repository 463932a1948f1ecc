package org.foresight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.linux.resources.CGroupsHandler;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.linux.resources.CGroupsHandler.CGroupController;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.linux.resources.CgroupHandlers;
import org.foresight.agent.cpu.CpuController;
import org.foresight.agent.cpu.CpuControllers;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * That the agent looks for cgroups where Hadoop's LinuxContainerExecutor makes them: Hadoop's own
 * handlers work on a tree of plain files here, for neither that executor nor version 2 of cgroups
 * runs in these tests.
 */
class HadoopCgroupFolderTest {
  private static final String CONTAINER = "container_e01_1_0001_01_000002";

  @TempDir Path machine;

  private final Configuration conf = new Configuration(false);
  private final Path mounts;

  HadoopCgroupFolderTest(@TempDir Path folder) {
    mounts = folder.resolve("mounts");
  }

  @BeforeEach
  void usualHierarchy() {
    conf.set(YarnConfiguration.NM_LINUX_CONTAINER_CGROUPS_HIERARCHY, "/hadoop-yarn/");
  }

  @Test
  void version1AsMountedByTheMachine() throws Exception {
    Path cpu = Files.createDirectories(machine.resolve("cpu,cpuacct"));
    mount("cgroup " + cpu + " cgroup rw,relatime,cpu,cpuacct 0 0");
    CGroupsHandler hadoops = CgroupHandlers.v1(conf, mounts);

    assertThat(HadoopCgroupFolder.find(conf, hadoops, mounts))
        .contains(new HadoopCgroupFolder(false, cpu.resolve("hadoop-yarn")));
    Path group = Path.of(hadoops.getPathForCGroup(CGroupController.CPU, CONTAINER));
    v1(group, "-1");
    suspendAndResume(new HadoopCgroupFolder(false, cpu.resolve("hadoop-yarn")));
    assertThat(group.resolve("cpu.cfs_quota_us")).hasContent("-1");
  }

  @Test
  void version1KeepsTheQuotaOfStrictResourceUsage() throws Exception {
    Path cpu = Files.createDirectories(machine.resolve("cpu"));
    mount("cgroup " + cpu + " cgroup rw,relatime,cpu 0 0");
    Path group =
        Path.of(CgroupHandlers.v1(conf, mounts).getPathForCGroup(CGroupController.CPU, CONTAINER));
    v1(group, "50000");

    suspendAndResume(new HadoopCgroupFolder(false, cpu.resolve("hadoop-yarn")));

    assertThat(group.resolve("cpu.cfs_quota_us")).hasContent("50000");
  }

  @Test
  void version2AsMountedByTheMachine() throws Exception {
    Path root = v2Mount();
    mount("cgroup2 " + root + " cgroup2 rw,nsdelegate 0 0");
    conf.setBoolean(YarnConfiguration.NM_LINUX_CONTAINER_CGROUPS_V2_ENABLED, true);

    assertVersion2(CgroupHandlers.v2(conf, mounts), root);
  }

  @Test
  void version2AsConfigured() throws Exception {
    Path root = v2Mount();
    mount("cgroup2 /elsewhere cgroup2 rw 0 0");
    conf.setBoolean(YarnConfiguration.NM_LINUX_CONTAINER_CGROUPS_V2_ENABLED, true);
    conf.set(YarnConfiguration.NM_LINUX_CONTAINER_CGROUPS_V2_MOUNT_PATH, root.toString());
    // Hadoop goes by it only where the one of version 1 is given as well.
    conf.set(YarnConfiguration.NM_LINUX_CONTAINER_CGROUPS_MOUNT_PATH, root.toString());

    assertVersion2(CgroupHandlers.v2(conf, mounts), root);
  }

  @Test
  void thereIsNoneWhereTheExecutorMakesNone() throws Exception {
    mount("cgroup2 /elsewhere cgroup2 rw 0 0");

    assertThat(HadoopCgroupFolder.find(conf, null, mounts)).isEmpty();
  }

  private void assertVersion2(CGroupsHandler hadoops, Path root) throws IOException {
    HadoopCgroupFolder folder = HadoopCgroupFolder.find(conf, null, mounts).orElseThrow();
    assertThat(folder).isEqualTo(new HadoopCgroupFolder(true, root.resolve("hadoop-yarn")));
    Path group = Path.of(hadoops.getPathForCGroup(CGroupController.CPU, CONTAINER));
    assertThat(group).isEqualTo(folder.root().resolve(CONTAINER));
    Files.createDirectories(group);
    Files.writeString(group.resolve("cpu.max"), "max 100000");

    suspendAndResume(folder);

    assertThat(group.resolve("cpu.max")).hasContent("max 100000");
  }

  /** As the agent does it; in between the container has little. */
  private void suspendAndResume(HadoopCgroupFolder folder) throws IOException {
    Path group = folder.root().resolve(CONTAINER);
    Path limit = group.resolve(folder.isVersion2() ? "cpu.max" : "cpu.cfs_quota_us");
    try (CpuController controller =
        new CpuControllers(machine.resolve("agent"), 0.05)
            .ofHadoopCgroups(folder.isVersion2(), folder.root())) {
      controller.attach(CONTAINER, 0);
      controller.suspend(CONTAINER);
      assertThat(Files.readString(limit)).startsWith("5000");
      controller.resume(CONTAINER);
    }
  }

  private static void v1(Path group, String quota) throws IOException {
    Files.createDirectories(group);
    Files.writeString(group.resolve("cpu.cfs_period_us"), "100000");
    Files.writeString(group.resolve("cpu.cfs_quota_us"), quota);
  }

  private Path v2Mount() throws IOException {
    Path root = Files.createDirectories(machine.resolve("cgroup"));
    Files.writeString(root.resolve("cgroup.controllers"), "cpuset cpu io memory pids");
    return root;
  }

  private void mount(String line) throws IOException {
    Files.writeString(mounts, line + "\n");
  }
}
