package org.foresight.agent.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class OwnCgroupsTest {
  private static final Path ROOT = Path.of("/cg/cpu/foresight");
  private static final Path USAGE = Path.of("/cg/acct/foresight");
  private static final Path GROUP = ROOT.resolve("container_1");

  private final FakeMachine machine = new FakeMachine();
  private final ProcessTable processes = new ProcessTable(FakeMachine.PROC, machine);
  private final OwnCgroups cgroups =
      new OwnCgroups(CgroupVersion.V1, ROOT, USAGE, processes, machine);

  @Test
  void movesTheSessionAndAllThatItHasBegun() throws IOException {
    machine.begin(10, 1, 10, 10);
    machine.begin(11, 10, 10, 10);
    machine.begin(12, 11, 12, 12); // In a session of its own.
    machine.begin(13, 1, 10, 10); // Its parent has ended.
    machine.begin(20, 1, 20, 20);

    Cgroup cgroup = cgroups.of("container_1", 10);

    assertThat(cgroup).isEqualTo(Cgroup.in(CgroupVersion.V1, GROUP, USAGE.resolve("container_1")));
    assertThat(members(GROUP)).isEqualTo("10\n11\n12\n13\n");
    assertThat(members(USAGE.resolve("container_1"))).isEqualTo("10\n11\n12\n13\n");
  }

  @Test
  void movesWhatIsBegunWhileOthersAreMoved() throws IOException {
    machine.begin(10, 1, 10, 10);
    int[] next = {11};
    machine.onMove =
        () -> {
          if (next[0] < 16) {
            machine.begin(next[0], 10, 10, 10);
            next[0]++;
          }
        };

    Cgroup unused = cgroups.of("container_1", 10);

    assertThat(members(GROUP)).isEqualTo("10\n11\n12\n13\n14\n15\n");
  }

  @Test
  void doesNotMindProcessesThatEndMeanwhile() throws IOException {
    machine.begin(10, 1, 10, 10);
    machine.begin(11, 10, 10, 10);
    machine.onMove = () -> machine.end(11);

    Cgroup unused = cgroups.of("container_1", 10);

    assertThat(members(GROUP)).isEqualTo("10\n");
  }

  @Test
  void givesUpOnProcessesThatMultiplyForEver() {
    machine.begin(10, 1, 10, 10);
    long[] next = {11};
    machine.onMove =
        () -> {
          if (members(GROUP).endsWith((next[0] - 1) + "\n")) { // All of this look are in.
            machine.begin(next[0]++, 10, 10, 10);
          }
        };

    assertThatThrownBy(() -> cgroups.of("container_1", 10))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("multiply");
  }

  @Test
  void wantsAProcessThatRuns() {
    assertThatThrownBy(() -> cgroups.of("container_1", 0)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> cgroups.of("container_1", 10))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("ended");
  }

  @Test
  void takesGroupsAwayOnceTheyAreEmpty() throws IOException {
    machine.begin(10, 1, 10, 10);
    Cgroup unused = cgroups.of("container_1", 10);

    cgroups.release("container_1");
    cgroups.tidy();
    assertThat(machine.isFolder(GROUP)).isTrue();

    machine.end(10);
    cgroups.tidy();
    assertThat(machine.isFolder(GROUP)).isFalse();
    assertThat(machine.isFolder(USAGE.resolve("container_1"))).isFalse();
  }

  @Test
  void triesWhetherGroupsCanBeMadeAndTakesEmptyOnesAway() throws IOException {
    machine.addV1(ROOT.resolve("container_0"), -1, 100_000);
    machine.addV1(GROUP, -1, 100_000);
    machine.set(GROUP.resolve("cgroup.procs"), "10\n");

    cgroups.check();

    assertThat(machine.isFolder(ROOT.resolve("container_0"))).isFalse();
    assertThat(machine.isFolder(GROUP)).isTrue();
    assertThat(machine.isFolder(ROOT.resolve("probe"))).isFalse();
  }

  @Test
  void saysSoWhereNoGroupCanBeMade() {
    OwnCgroups elsewhere =
        new OwnCgroups(
            CgroupVersion.V1, Path.of("/plain/a"), Path.of("/plain/a"), processes, machine);

    assertThatThrownBy(elsewhere::check).isInstanceOf(IOException.class);
  }

  private String members(Path group) {
    return machine.text(group.resolve("cgroup.procs"));
  }
}
