package org.foresight.agent.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ProcessGroupsTest {
  private final FakeMachine machine = new FakeMachine();
  private final ProcessGroups groups =
      new ProcessGroups(
          machine,
          new ProcessTable(FakeMachine.PROC, machine),
          ImmutableList.of(10L, FakeMachine.OUT_OF_REACH, 12L));

  @Test
  void whoeverIsOutOfReachTheOthersGetTheirSignal() {
    machine.begin(10, 1, 10, 10);
    machine.begin(11, 10, FakeMachine.OUT_OF_REACH, 10);
    machine.begin(12, 10, 12, 10);

    assertThatThrownBy(() -> groups.send(Signals.Kind.STOP))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("STOP")
        .hasRootCauseMessage(
            "The process group " + FakeMachine.OUT_OF_REACH + " can't be sent SIGSTOP.");

    assertThat(machine.isStopped(10)).isTrue();
    assertThat(machine.isStopped(12)).isTrue();
  }

  @Test
  void whateverFailsTheOthersGetTheirSignal() {
    machine.begin(10, 1, 10, 10);
    machine.begin(12, 10, 12, 10);
    machine.fate =
        FakeMachine.failsOnce(
            () -> {
              throw new SecurityException("No.");
            });

    assertThatThrownBy(() -> groups.send(Signals.Kind.STOP))
        .isInstanceOf(IOException.class)
        .hasRootCauseInstanceOf(SecurityException.class);

    assertThat(machine.isStopped(10)).isFalse();
    assertThat(machine.isStopped(12)).isTrue();
  }

  @Test
  void whoWasGoneOnceIsLeftAlone() throws IOException {
    machine.begin(10, 1, 10, 10);
    groups.send(Signals.Kind.STOP);
    assertThat(machine.isStopped(10)).isTrue();

    machine.begin(12, 1, 12, 12); // Somebody else's.
    groups.send(Signals.Kind.STOP);

    assertThat(machine.isStopped(12)).isFalse();
  }
}
