package org.foresight.agent.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CgroupMountsTest {
  private final FakeMachine machine = new FakeMachine();

  @BeforeEach
  void noGroups() {
    mounts("proc /proc proc rw 0 0");
    groups("0::/\n");
  }

  @Test
  void findsVersion1WithBothControllersInOnePlace() throws IOException {
    mounts(
        """
        tmpfs /sys/fs/cgroup tmpfs rw,mode=755 0 0
        cgroup2 /sys/fs/cgroup/unified cgroup2 rw 0 0
        cgroup /sys/fs/cgroup/cpuset cgroup rw,cpuset 0 0
        cgroup /sys/fs/cgroup/cpu,cpuacct cgroup rw,relatime,cpu,cpuacct 0 0
        """);
    groups("5:cpuset:/\n4:cpu,cpuacct:/system.slice/nodemanager.service\n0::/else\n");

    Path both = Path.of("/sys/fs/cgroup/cpu,cpuacct");
    assertThat(CgroupMounts.read(FakeMachine.PROC, machine))
        .contains(
            new CgroupMounts(CgroupVersion.V1, both, both, "/system.slice/nodemanager.service"));
  }

  @Test
  void findsVersion1WithControllersApart() throws IOException {
    mounts(
        """
        cgroup /cg/cpu cgroup rw,relatime,cpu 0 0
        cgroup /cg/cpuacct cgroup rw,relatime,cpuacct 0 0
        """);
    groups("2:cpuacct:/b\n1:cpu:/a:b\n");

    assertThat(CgroupMounts.read(FakeMachine.PROC, machine))
        .contains(
            new CgroupMounts(CgroupVersion.V1, Path.of("/cg/cpu"), Path.of("/cg/cpuacct"), "/a:b"));
  }

  @Test
  void findsVersion2() throws IOException {
    mounts("cgroup2 /sys/fs/cgroup cgroup2 rw,nsdelegate 0 0\n");
    groups("0::/system.slice/nodemanager.service\n");

    Path root = Path.of("/sys/fs/cgroup");
    assertThat(CgroupMounts.read(FakeMachine.PROC, machine))
        .contains(
            new CgroupMounts(CgroupVersion.V2, root, root, "/system.slice/nodemanager.service"));
  }

  @Test
  void findsNothingWhereNothingIs() throws IOException {
    assertThat(CgroupMounts.read(FakeMachine.PROC, machine)).isEmpty();
  }

  private void mounts(String text) {
    machine.set(FakeMachine.PROC.resolve("mounts"), text);
  }

  private void groups(String text) {
    machine.set(FakeMachine.PROC.resolve("self/cgroup"), text);
  }
}
