package org.foresight.agent.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CgroupVersionTest {
  private static final Path V1 = Path.of("/v1/a");
  private static final Path V2 = Path.of("/v2/a");

  private final FakeMachine machine = new FakeMachine();

  @Test
  void readsWhatTheKernelShows() throws IOException {
    machine.addV1(V1, 150_000, 100_000);
    assertThat(CgroupVersion.V1.read(machine, V1)).isEqualTo(new CpuLimit(150_000, 100_000));
    machine.addV1(V1, -1, 50_000);
    assertThat(CgroupVersion.V1.read(machine, V1)).isEqualTo(new CpuLimit(-1, 50_000));
    machine.addV2(V2, "150000 100000\n");
    assertThat(CgroupVersion.V2.read(machine, V2)).isEqualTo(new CpuLimit(150_000, 100_000));
    machine.addV2(V2, "max 100000\n");
    assertThat(CgroupVersion.V2.read(machine, V2)).isEqualTo(new CpuLimit(-1, 100_000));
  }

  @Test
  void writesWhatTheKernelTakes() throws IOException {
    machine.addV1(V1, -1, 100_000);
    CgroupVersion.V1.write(machine, V1, new CpuLimit(5_000, 100_000));
    assertThat(machine.text(V1.resolve("cpu.cfs_quota_us"))).isEqualTo("5000");
    assertThat(machine.text(V1.resolve("cpu.cfs_period_us"))).isEqualTo("100000");

    machine.addV2(V2, "max 100000");
    CgroupVersion.V2.write(machine, V2, new CpuLimit(5_000, 100_000));
    assertThat(machine.text(V2.resolve("cpu.max"))).isEqualTo("5000 100000");
    CgroupVersion.V2.write(machine, V2, new CpuLimit(-1, 100_000));
    assertThat(machine.text(V2.resolve("cpu.max"))).isEqualTo("max 100000");
  }

  @Test
  void saysWhatItCannotRead() {
    machine.addV2(V2, "a lot");
    assertThatThrownBy(() -> CgroupVersion.V2.read(machine, V2))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a lot")
        .hasMessageContaining(V2.toString());
  }

  @Test
  void littleIsAPartOfAPeriodAndNeverMoreThanThereWas() {
    assertThat(new CpuLimit(-1, 100_000).atMost(0.05)).isEqualTo(new CpuLimit(5_000, 100_000));
    assertThat(new CpuLimit(300_000, 50_000).atMost(0.05)).isEqualTo(new CpuLimit(2_500, 50_000));
    assertThat(new CpuLimit(4_000, 100_000).atMost(0.05)).isEqualTo(new CpuLimit(4_000, 100_000));
    // The kernel takes no quota below a millisecond.
    assertThat(new CpuLimit(-1, 10_000).atMost(0.05)).isEqualTo(new CpuLimit(1_000, 10_000));
  }

  @Test
  void tellsTheProcessorTimeThatAGroupHasTaken() {
    Cgroup v1 = Cgroup.in(CgroupVersion.V1, V1, Path.of("/acct/a"));
    Cgroup v2 = Cgroup.in(CgroupVersion.V2, V2);

    assertThat(v1.usage()).isEqualTo(Path.of("/acct/a/cpuacct.usage"));
    assertThat(v1.cpuNanos("1234567890")).isEqualTo(OptionalLong.of(1_234_567_890));
    assertThat(v1.cpuNanos("?")).isEmpty();
    assertThat(v2.usage()).isEqualTo(V2.resolve("cpu.stat"));
    assertThat(v2.cpuNanos("usage_usec 1234\nuser_usec 1000\nsystem_usec 234"))
        .isEqualTo(OptionalLong.of(1_234_000));
    assertThat(v2.cpuNanos("user_usec 1000")).isEmpty();
  }

  @Test
  void findsTheProcessorTimeOfAGroupWheneverItIsThere() throws IOException {
    Path root = Path.of("/cg/cpu/yarn");
    Path usage = root.resolve("c/cpuacct.usage");
    machine.addV1(root.resolve("c"), -1, 100_000);
    QuotaMeans means =
        new QuotaMeans(
            "quota",
            new HadoopCgroups(CgroupVersion.V1, root, machine),
            0.05,
            FakeMachine.PROC,
            machine);
    means.attach("c", 0);

    machine.delete(usage);
    assertThat(means.cpuNanos("c")).isEmpty();
    machine.set(usage, "12\n");
    assertThat(means.cpuNanos("c")).isEqualTo(OptionalLong.of(12));
    machine.set(usage, "34\n");
    assertThat(means.cpuNanos("c")).isEqualTo(OptionalLong.of(34));
    machine.delete(usage);
    assertThat(means.cpuNanos("c")).isEmpty();
    machine.set(usage, "5\n");
    assertThat(means.cpuNanos("c")).isEqualTo(OptionalLong.of(5));
  }
}
