package org.foresight.agent.cpu;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
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

  /** As where the NodeManager is killed before it has read the answer. */
  @Test
  void whoeverWasStoppedGoesOnThoughNobodyReadTheAnswer() throws IOException {
    Process shell =
        new ProcessBuilder("bash", "-c", ShellSignals.SCRIPT)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (Burner burner = Burner.start()) {
      shell.getInputStream().close();
      try (Writer requests = new OutputStreamWriter(shell.getOutputStream(), US_ASCII)) {
        requests.write("STOP " + burner.session() + "\n");
        requests.flush();
        await().atMost(Burner.PATIENCE).until(burner::isStopped);
      }

      await().atMost(Burner.PATIENCE).until(() -> !burner.isPartlyStopped());
    } finally {
      shell.destroyForcibly();
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
