package org.foresight.agent.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  private static final Path FOLDER = Path.of("/journal");

  private static final Change.Quota QUOTA =
      new Change.Quota(
          "container_e1_2_3_4_5",
          CgroupVersion.V2,
          Path.of("/cg/a folder=x"),
          new CpuLimit(CpuLimit.UNLIMITED, 100_000),
          5_000);

  private static final Change.Stop STOP =
      new Change.Stop("container_2", "boot-1", 10, 99, ImmutableList.of(10L, 12L));

  private final FakeMachine machine = new FakeMachine();
  private final Journal journal = new Journal(FOLDER, machine);

  @Test
  void isReadAsItWasWritten() throws IOException {
    journal.check();
    journal.write(QUOTA);
    journal.write(STOP);

    assertThat(new Journal(FOLDER, machine).all()).containsExactlyInAnyOrder(QUOTA, STOP);

    journal.delete(QUOTA.container());
    journal.delete("container_unknown");
    assertThat(journal.all()).containsExactly(STOP);
  }

  @Test
  void keepsWhatItCannotReadAndGoesOnWithTheRest() throws IOException {
    journal.write(STOP);
    machine.set(FOLDER.resolve("container_7.changed"), "foresight-change=2\nkind=quota\n");

    assertThat(journal.all()).containsExactly(STOP);
    assertThat(machine.text(FOLDER.resolve("container_7.changed.unreadable"))).isNotEmpty();
    assertThat(journal.all()).containsExactly(STOP);
  }

  @Test
  void passesOverWhatItCannotReadNow(@TempDir Path folder) throws IOException {
    Journal real = new Journal(folder, new DefaultFileAccess());
    real.check();
    real.write(STOP);
    Path noText = Files.write(folder.resolve("container_1.changed"), new byte[] {(byte) 0xff});
    Path noFile = Files.createDirectory(folder.resolve("container_3.changed"));

    assertThat(real.all()).containsExactly(STOP);
    assertThat(noText).exists();
    assertThat(noFile).exists();
  }

  @Test
  void passesOverWhatWasNeverWhole() throws IOException {
    machine.set(FOLDER.resolve("container_7.changed.tmp"), "foresight-ch");

    assertThat(journal.all()).isEmpty();
    assertThat(machine.list(FOLDER)).isEmpty();
  }

  @Test
  void idsOfAnotherStartOfTheMachineNameNobody() throws IOException {
    machine.begin(10, 1, 10, 10);
    boolean unused = machine.send(Signals.Kind.STOP, 10);
    ProcessTable processes = new ProcessTable(FakeMachine.PROC, machine);

    new Change.Stop("container_2", "boot-0", 10, 1_010, ImmutableList.of(10L))
        .undo(processes, machine);
    assertThat(machine.isStopped(10)).isTrue();

    new Change.Stop("container_2", FakeMachine.BOOT, 10, 5, ImmutableList.of(10L))
        .undo(processes, machine);
    assertThat(machine.isStopped(10)).isTrue();

    new Change.Stop("container_2", FakeMachine.BOOT, 10, 1_010, ImmutableList.of(10L))
        .undo(processes, machine);
    assertThat(machine.isStopped(10)).isFalse();
  }
}
