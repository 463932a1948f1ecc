package org.foresight.agent.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Signals to processes of this machine. */
class RealSignalsIT {
  private static final Logger LOG = LoggerFactory.getLogger(RealSignalsIT.class);
  private static final long ENOUGH_TICKS = 300;

  @TempDir Path folder;

  @BeforeEach
  void needsPrograms() {
    RealMachine.requireProgram("setsid", "true");
    RealMachine.requireProgram("taskset", "-c", "0", "true");
  }

  @Test
  void oneThatIsSuspendedRunsForAMomentInEveryPeriod() throws IOException {
    try (Burner one = Burner.start();
        Burner other = Burner.start();
        CpuController controller = new CpuControllers(folder, 0.05).ofSignals()) {
      await().atMost(Burner.PATIENCE).until(() -> one.cpuTicks() > 0 && other.cpuTicks() > 0);
      controller.attach("container_1", one.session());
      controller.suspend("container_1");
      long before = one.cpuTicks();
      long otherBefore = other.cpuTicks();
      await().atMost(Burner.PATIENCE).until(() -> other.cpuTicks() - otherBefore >= ENOUGH_TICKS);
      double share = (double) (one.cpuTicks() - before) / (other.cpuTicks() - otherBefore);
      LOG.info("Stopped but for moments, one took {} of what the other took.", share);
      assertThat(share).isLessThan(0.7);
      // It does go on: its heartbeats come, if late.
      await().atMost(Burner.PATIENCE).until(() -> one.cpuTicks() > before);

      controller.resume("container_1");
      long resumed = one.cpuTicks();
      await().atMost(Burner.PATIENCE).until(() -> one.cpuTicks() - resumed >= ENOUGH_TICKS);
    }
  }

  @Test
  void whoIsResumedIsNotStoppedAgain() throws IOException {
    try (Burner burner = Burner.start();
        CpuController controller = new CpuControllers(folder, 0.05).ofSignals()) {
      controller.attach("container_1", burner.session());
      controller.suspend("container_1");
      assertThat(burner.isStopped()).isTrue();
      controller.resume("container_1");

      await()
          .during(Duration.ofMillis(2 * DutyCycleMeans.PERIOD_MILLIS))
          .atMost(Burner.PATIENCE)
          .until(() -> !burner.isPartlyStopped());
    }
  }

  @Test
  void theEndLetsEverybodyGoOn() throws IOException {
    try (Burner burner = Burner.start()) {
      try (CpuController controller = new CpuControllers(folder, 0.05).ofSignals()) {
        controller.attach("container_1", burner.session());
        controller.suspend("container_1");
      }

      assertThat(burner.isPartlyStopped()).isFalse();
    }
  }

  @Test
  void theShellTellsWhetherThereIsSuchAGroup() throws IOException {
    try (Signals signals = new ShellSignals();
        Burner burner = Burner.start()) {
      assertThat(signals.send(Signals.Kind.STOP, burner.session())).isTrue();
      assertThat(signals.send(Signals.Kind.CONTINUE, burner.session())).isTrue();
      assertThat(signals.send(Signals.Kind.CONTINUE, 4_194_303)).isFalse();
    }
  }
}
