package org.foresight.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.awaitility.core.ThrowingRunnable;
import org.foresight.testbed.DaemonProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The life of an installation, on daemons that are processes of their own: everything of Foresight
 * that the ResourceManager has is what {@code deploy/foresight-deploy} put there. A MapReduce job
 * runs all the time, and nothing of it may be lost.
 */
@Timeout(300)
class InstallationIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @TempDir private Path folder;
  private HadoopHost host;
  private WebPages web;

  @SuppressWarnings("NullAway.Init") // Started by every test.
  private DaemonProcess manager;

  @BeforeEach
  void layOut() throws IOException {
    String address = HadoopHost.freeAddress();
    web = new WebPages(address);
    ImmutableMap.Builder<String, String> site = ImmutableMap.builder();
    // A restart listens where its predecessor did.
    for (String key :
        List.of(
            YarnConfiguration.RM_ADDRESS,
            YarnConfiguration.RM_SCHEDULER_ADDRESS,
            YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
            YarnConfiguration.RM_ADMIN_ADDRESS)) {
      site.put(key, HadoopHost.freeAddress());
    }
    site.put(YarnConfiguration.RM_WEBAPP_ADDRESS, address);
    site.put(YarnConfiguration.FS_RM_STATE_STORE_URI, folder.resolve("state").toUri().toString());
    host = HadoopHost.at(folder, site.buildOrThrow());
  }

  @AfterEach
  void endAll() {
    host.close();
  }

  @Test
  void isInstalledSwitchedUpgradedAndTakenOutWhileAJobRuns() throws Exception {
    String schedulerBefore = Files.readString(host.conf().resolve("yarn-site.xml"));
    startManager();
    DaemonProcess node = host.startNode();
    eventually(() -> assertThat(web.metrics().path("activeNodes").asInt()).isEqualTo(1));
    WaitingJob job = WaitingJob.submit(folder, host.conf());
    String id = job.id();
    eventually(() -> job.assertRunsWhole(web.app(id)));
    assertThat(web.status("/ws/v1/foresight")).isNotEqualTo(200);

    // Installed: in shadow mode after the restart, and not before.
    Path plugin = HadoopHost.plugin();
    host.deploy(
        "install", "--jar", plugin.toString(), "--history", folder.resolve("history").toString());
    assertThat(web.status("/ws/v1/foresight")).isNotEqualTo(200);
    assertThat(host.deploy("verify"))
        .contains(
            "warning: a restart is pending: the ResourceManager that runs (process "
                + manager.id()
                + ") has not taken the jar.");
    manager.stop();
    startManager();
    eventually(() -> assertThat(web.foresight().path("modes").asText()).isEqualTo("shadow"));
    eventually(() -> job.assertRunsWhole(web.app(id)));
    eventually(
        () ->
            assertThat(web.get("/ws/v1/foresight/jobs/" + id).path("mode").asText())
                .isEqualTo("shadow"));
    eventually(() -> assertThat(web.foresight().at("/planners/0/planCounts").asBoolean()).isTrue());
    assertThat(command("doctor"))
        .containsPattern("ok +ResourceManager +Hadoop 3.*, STARTED, ACTIVE")
        .containsPattern("ok +running Java +Java 17 ")
        .containsPattern("ok +running jar +.*foresight-yarn-scheduler-plugin.jar, version ")
        .containsPattern("ok +running scheduler ")
        .containsPattern("ok +running modes +They are .shadow")
        .containsPattern("ok +planner .shadow. +Plans, and decides nothing; the last plan is ");

    // One queue on, then everything off, without a restart.
    command("mode", "--queue", "root.etl", "on");
    assertThat(web.foresight().path("modes").asText()).isEqualTo("shadow, root.etl on");
    eventually(
        () ->
            assertThat(web.get("/ws/v1/foresight/jobs/" + id).path("mode").asText())
                .isEqualTo("on"));
    command("off");
    assertThat(web.foresight().path("planners")).isEmpty();
    command("off", "--undo");
    assertThat(web.foresight().path("modes").asText()).isEqualTo("shadow, root.etl on");
    assertThat(Files.readString(host.log(ResourceManager.class)))
        .as("no refresh changed what needs a restart")
        .doesNotContain("counts from the next start");

    // Another version, by a restart that is a crash.
    Path next = folder.resolve("foresight-yarn-scheduler-next-plugin.jar");
    Files.copy(plugin, next);
    try (FileSystem jar = FileSystems.newFileSystem(next)) {
      Files.createFile(jar.getPath("META-INF", "next"));
    }
    assertThat(command("doctor")).containsPattern("ok +restart +It runs the jar that is installed");
    host.deploy("upgrade", "--jar", next.toString());
    assertThat(command("doctor")).containsPattern("warn +restart +A restart is pending: it runs ");
    manager.kill();
    startManager();
    eventually(
        () -> assertThat(web.foresight().path("modes").asText()).isEqualTo("shadow, root.etl on"));
    eventually(() -> job.assertRunsWhole(web.app(id)));
    assertThat(host.deploy("verify"))
        .contains("foresight-yarn-scheduler-next-plugin")
        .doesNotContain("warning: a restart is pending");
    assertThat(command("doctor")).containsPattern("ok +restart +It runs the jar that is installed");

    // Without it.
    host.deploy("uninstall");
    assertThat(Files.readString(host.conf().resolve("yarn-site.xml"))).isEqualTo(schedulerBefore);
    manager.stop();
    startManager();
    eventually(() -> assertThat(web.metrics().path("activeNodes").asInt()).isEqualTo(1));
    eventually(() -> job.assertRunsWhole(web.app(id)));
    assertThat(web.status("/ws/v1/foresight")).isNotEqualTo(200);

    job.go();
    eventually(() -> job.assertEndedWhole(web.app(id)));
    assertThat(node.isAlive()).isTrue();
  }

  private void startManager() throws IOException {
    manager = host.startManager();
    eventually(() -> assertThat(web.haState()).isEqualTo("ACTIVE"));
  }

  /** What a command of this version says, about this installation. */
  private String command(String... arguments) {
    String[] all =
        arguments[0].equals("doctor") ? new String[] {"doctor", "--rm", web.address()} : arguments;
    HadoopHost.Said said = host.command(all);
    assertThat(said.exit()).as(said.text()).isZero();
    return said.text();
  }

  /** Until it is so; whatever is thrown meanwhile. */
  private static void eventually(ThrowingRunnable assertion) {
    await().atMost(PATIENCE).ignoreExceptions().untilAsserted(assertion);
  }
}
