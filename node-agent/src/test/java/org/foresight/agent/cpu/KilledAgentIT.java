package org.foresight.agent.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed by SIGKILL at any moment leaves nothing that its next life keeps. */
class KilledAgentIT {
  private static final int ROUNDS = 8;

  /** So many where in none before there was anything to restore. */
  private static final int MOST_ROUNDS = 60;

  private static final int LONGEST_MILLIS = 200;
  private static final long SEED = 20_261_129;

  @TempDir Path folder;

  private final FileAccess files = new DefaultFileAccess();
  private final Random random = new Random(SEED);

  @BeforeEach
  void needsPrograms() {
    RealMachine.requireProgram("setsid", "true");
    RealMachine.requireProgram("taskset", "-c", "0", "true");
  }

  @Test
  void quotasAreRestoredByTheNextLife() throws Exception {
    RealMachine.requireCgroups(folder);
    CgroupVersion version = CgroupMounts.read(RealMachine.PROC, files).orElseThrow().version();
    int throttled = 0;
    try (Burner one = Burner.start();
        Burner other = Burner.start()) {
      CpuLimit limit = new CpuLimit(60_000, 100_000);
      for (int round = 0; round < (throttled == 0 ? MOST_ROUNDS : ROUNDS); round++) {
        killOne("cgroups", one, other);
        Path first = group("container_0");
        Path second = group("container_1");
        CpuLimit whole = round == 0 ? limit.withQuota(CpuLimit.UNLIMITED) : limit;
        throttled += version.read(files, first).equals(whole) ? 0 : 1;

        CpuControllers.giveBack(folder);

        assertThat(version.read(files, first)).isEqualTo(whole);
        assertThat(version.read(files, second).quotaMicros()).isEqualTo(CpuLimit.UNLIMITED);
        assertThat(changes()).isEmpty();
        version.write(files, first, limit); // From now on there is a limit to be found.
      }
    }
    assertThat(throttled).as("rounds in which there was something to restore").isPositive();
  }

  @Test
  void stoppedProcessesGoOnByThemselvesOrInTheNextLife() throws Exception {
    try (Burner one = Burner.start();
        Burner other = Burner.start()) {
      for (int round = 0; round < ROUNDS; round++) {
        killOne("signals", one, other);

        CpuControllers.giveBack(folder);

        await()
            .atMost(Burner.PATIENCE)
            .until(() -> !one.isPartlyStopped() && !other.isPartlyStopped());
        assertThat(changes()).isEmpty();
      }
    }
  }

  private void killOne(String means, Burner... burners) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Xshare:auto",
            "-cp",
            System.getProperty("java.class.path"),
            Victim.class.getName(),
            folder.toString(),
            means,
            Long.toString(random.nextLong()));
    for (Burner burner : burners) {
      builder.command().add(Long.toString(burner.session()));
    }
    Process victim = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (BufferedReader said =
        new BufferedReader(
            new InputStreamReader(victim.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(said.readLine()).isEqualTo("At work.");
      boolean ended = victim.waitFor(random.nextInt(LONGEST_MILLIS), TimeUnit.MILLISECONDS);
      assertThat(ended).isFalse();
    } finally {
      victim.destroyForcibly(); // SIGKILL.
    }
    assertThat(victim.waitFor(Burner.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  private Stream<Path> changes() throws IOException {
    return files.list(folder).stream();
  }

  private static Path group(String container) throws IOException {
    return CpuControllers.ownCgroups(Optional.empty()).resolve(container);
  }
}
