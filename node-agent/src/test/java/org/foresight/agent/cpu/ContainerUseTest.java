package org.foresight.agent.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What a container uses, as the kernel shows it. */
class ContainerUseTest {
  private static final Path ROOT = Path.of("/cg/yarn");
  private static final Path GROUP = ROOT.resolve("c");

  private final FakeMachine machine = new FakeMachine();

  @Test
  void ofVersion1ByItsProcesses() throws IOException {
    machine.addV1(GROUP, -1, 100_000);
    machine.set(GROUP.resolve("cpuacct.usage"), "12\n");
    machine.set(GROUP.resolve("cgroup.procs"), "7\n8\n");
    does(7, 100, 10);
    does(8, 1_000, 0);
    QuotaMeans means = means(CgroupVersion.V1);

    assertThat(means.use("c")).contains(use(12, 1_110));
    does(7, 300, 10);
    machine.set(GROUP.resolve("cgroup.procs"), "7\n9\n"); // Another one has ended.
    does(9, 0, 5);
    assertThat(means.use("c")).contains(use(12, 1_315));
    machine.set(GROUP.resolve("cgroup.procs"), "");
    assertThat(means.use("c")).contains(use(12, 1_315));
  }

  @Test
  void nothingOfProcessesThatMayNotBeLookedAt() throws IOException {
    machine.addV1(GROUP, -1, 100_000);
    machine.set(GROUP.resolve("cpuacct.usage"), "12\n");
    machine.set(GROUP.resolve("cgroup.procs"), "7\n");

    assertThat(means(CgroupVersion.V1).use("c"))
        .contains(new ContainerUse(12, OptionalLong.empty(), OptionalLong.empty()));
  }

  @Test
  void ofVersion2ByItsGroup() throws IOException {
    machine.addV2(GROUP, "max 100000");
    machine.set(GROUP.resolve("cpu.stat"), "usage_usec 3\n");
    machine.set(
        GROUP.resolve("io.stat"),
        "8:0 rbytes=100 wbytes=20 rios=1 wios=1 dbytes=0 dios=0\n8:16 rbytes=3 wbytes=0 rios=1");
    machine.set(
        GROUP.resolve("io.pressure"),
        "some avg10=0.00 avg60=0.00 avg300=0.00 total=77\nfull avg10=0.00 total=5");

    assertThat(means(CgroupVersion.V2).use("c"))
        .contains(new ContainerUse(3_000, OptionalLong.of(123), OptionalLong.of(77)));
  }

  @Test
  void ofVersion2WithoutItsControllerByItsProcesses() throws IOException {
    machine.addV2(GROUP, "max 100000");
    machine.set(GROUP.resolve("cpu.stat"), "usage_usec 3\n");
    machine.set(GROUP.resolve("cgroup.procs"), "7\n");
    does(7, 100, 10);

    assertThat(means(CgroupVersion.V2).use("c")).contains(use(3_000, 110));
  }

  @Test
  void nothingWithoutItsProcessorTime() throws IOException {
    machine.addV1(GROUP, -1, 100_000);
    machine.delete(GROUP.resolve("cpuacct.usage"));

    assertThat(means(CgroupVersion.V1).use("c")).isEqualTo(Optional.empty());
  }

  private static ContainerUse use(long cpuNanos, long diskBytes) {
    return new ContainerUse(cpuNanos, OptionalLong.of(diskBytes), OptionalLong.empty());
  }

  private QuotaMeans means(CgroupVersion version) throws IOException {
    QuotaMeans means =
        new QuotaMeans(
            "quota", new HadoopCgroups(version, ROOT, machine), 0.05, FakeMachine.PROC, machine);
    means.attach("c", 0);
    return means;
  }

  private void does(long process, long readBytes, long writtenBytes) {
    machine.set(
        FakeMachine.PROC.resolve(process + "/io"),
        "rchar: 5\nwchar: 6\nsyscr: 1\nsyscw: 1\nread_bytes: "
            + readBytes
            + "\nwrite_bytes: "
            + writtenBytes
            + "\ncancelled_write_bytes: 0\n");
  }
}
