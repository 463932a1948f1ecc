package org.foresight.agent.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The quota of cgroups on the kernel of this machine. */
class RealCgroupsIT {
  private static final Logger LOG = LoggerFactory.getLogger(RealCgroupsIT.class);
  private static final double MINIMUM = 0.05;

  /** What the one that runs is to take until the two are compared: 3 s. */
  private static final long ENOUGH_NANOS = 3_000_000_000L;

  @TempDir Path folder;

  private final FileAccess files = new DefaultFileAccess();

  @BeforeEach
  void needsCgroups() {
    RealMachine.requireCgroups(folder);
    RealMachine.requireProgram("setsid", "true");
    RealMachine.requireProgram("taskset", "-c", "0", "true");
  }

  @Test
  void twoThatBurnOnOneCoreTakeTurns() throws IOException {
    try (Burner one = Burner.start();
        Burner other = Burner.start();
        CpuController controller = controller()) {
      controller.attach("container_1", one.session());
      controller.attach("container_2", other.session());

      controller.suspend("container_1");
      compare(controller, "container_1", "container_2");

      controller.suspend("container_2");
      controller.resume("container_1");
      compare(controller, "container_2", "container_1");

      ContainerUse use = controller.use("container_1").orElseThrow();
      assertThat(use.cpuNanos()).isGreaterThanOrEqualTo(ENOUGH_NANOS);
      assertThat(use.diskBytes()).as("what its processes did to disks").isPresent();
    }
  }

  /**
   * The kernel keeps to the quota however busy the machine is; what the running one gets depends on
   * who else is on that core.
   */
  private static void compare(CpuController controller, String suspended, String running) {
    long startNanos = System.nanoTime();
    long before = nanos(controller, suspended);
    long runningBefore = nanos(controller, running);
    await()
        .atMost(Burner.PATIENCE)
        .until(() -> nanos(controller, running) - runningBefore >= ENOUGH_NANOS);
    double took = nanos(controller, suspended) - before;
    double ran = nanos(controller, running) - runningBefore;
    double ofCore = took / (System.nanoTime() - startNanos);
    LOG.info("The suspended one took {} of the core, and {} of what ran.", ofCore, took / ran);
    assertThat(ofCore).isPositive().isLessThan(1.5 * MINIMUM);
    assertThat(took / ran).isLessThan(0.7);
  }

  private static long nanos(CpuController controller, String container) {
    return controller.cpuNanos(container).orElseThrow();
  }

  @Test
  void bringsAllProcessesIntoTheGroup() throws IOException {
    try (Burner burner =
            // Begins processes all the time, some of them in sessions of their own.
            Burner.start(
                "for i in 1 2 3; do (while ((SECONDS < 60)); do sleep 0.01; done) & done;"
                    + " setsid sleep 60 & wait");
        CpuController controller = controller()) {
      controller.attach("container_1", burner.session());

      ProcessTable processes = new ProcessTable(RealMachine.PROC, files);
      Path group = folderOf("container_1");
      await()
          .atMost(Burner.PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(Files.readAllLines(group.resolve("cgroup.procs")))
                      .map(Long::valueOf)
                      .containsAll(
                          processes.family(burner.session()).stream()
                              .map(ProcessTable.Entry::id)
                              .toList()));
    }
  }

  @Test
  void restoresTheLimitThatItFound() throws IOException {
    CgroupVersion version = CgroupMounts.read(RealMachine.PROC, files).orElseThrow().version();
    Path group = folderOf("container_1");
    try (Burner burner = Burner.start()) {
      CpuLimit found;
      try (CpuController controller = controller()) {
        controller.attach("container_1", burner.session());
        found = new CpuLimit(42_000, version.read(files, group).periodMicros());
        version.write(files, group, found);

        controller.suspend("container_1");
        assertThat(version.read(files, group)).isEqualTo(found.atMost(MINIMUM)).isNotEqualTo(found);
        controller.resume("container_1");
        assertThat(version.read(files, group)).isEqualTo(found);

        controller.suspend("container_1");
      }
      assertThat(version.read(files, group)).isEqualTo(found);
    }
  }

  @Test
  void takesItsGroupsAwayInTheEnd() throws IOException {
    Path group = folderOf("container_1");
    try (CpuController controller = controller()) {
      try (Burner burner = Burner.start()) {
        controller.attach("container_1", burner.session());
        assertThat(group).isDirectory();
        controller.detach("container_1");
      }
      await()
          .atMost(Burner.PATIENCE)
          .untilAsserted(
              () -> {
                controller.tidy();
                assertThat(group).doesNotExist();
              });
    }
  }

  private Path folderOf(String container) throws IOException {
    return CpuControllers.ownCgroups(Optional.empty()).resolve(container);
  }

  private CpuController controller() throws IOException {
    return new CpuControllers(folder, MINIMUM).ofOwnCgroups(Optional.empty());
  }
}
