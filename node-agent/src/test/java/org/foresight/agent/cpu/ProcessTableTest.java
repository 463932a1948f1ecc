package org.foresight.agent.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ProcessTableTest {

  @Test
  void readsWhatTheKernelShowsOfAProcess() {
    FakeMachine machine = new FakeMachine();
    machine.begin(7, 3, 5, 4);

    // The name of a fake process has blanks and brackets in it.
    assertThat(new ProcessTable(FakeMachine.PROC, machine).process(7))
        .contains(new ProcessTable.Entry(7, 3, 5, 4, 1_007, 37));
  }

  @Test
  void leavesOutWhoHasEnded() throws IOException {
    FakeMachine machine = new FakeMachine();
    machine.begin(7, 1, 7, 7);
    Path stat = FakeMachine.PROC.resolve("7/stat");
    machine.set(stat, machine.text(stat).replace(") S ", ") Z "));

    assertThat(new ProcessTable(FakeMachine.PROC, machine).all()).isEmpty();
    assertThat(new ProcessTable(FakeMachine.PROC, machine).family(7)).isEmpty();
  }

  @Test
  void findsThisProcessOnTheRealMachine() throws IOException {
    long id = ProcessHandle.current().pid();

    assertThat(new ProcessTable(Path.of("/proc"), new DefaultFileAccess()).all())
        .extracting(ProcessTable.Entry::id)
        .contains(id);
  }
}
