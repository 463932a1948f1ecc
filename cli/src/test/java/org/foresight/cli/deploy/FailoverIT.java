package org.foresight.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.client.cli.RMAdminCLI;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.awaitility.core.ThrowingRunnable;
import org.foresight.testbed.DaemonProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two ResourceManagers, each a process of a host of its own with files of its own, with manual
 * failover. A MapReduce job with a deadline runs all the time, and nothing of it may be lost.
 */
@Timeout(300)
class FailoverIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final ImmutableList<String> MANAGERS = ImmutableList.of("rm1", "rm2");
  private static final String DEADLINE = "2099-01-01T00:00:00Z";

  @TempDir private Path folder;

  /** What each host and each client has. */
  private ImmutableMap<String, String> common = ImmutableMap.of();

  @SuppressWarnings("NullAway.Init") // Laid out by every test.
  private Manager first;

  @SuppressWarnings("NullAway.Init") // Laid out by every test.
  private Manager second;

  @SuppressWarnings("NullAway.Init") // Laid out by every test.
  private HadoopHost others;

  /** The host of a ResourceManager. */
  private record Manager(String id, HadoopHost host, WebPages web) {
    DaemonProcess start() throws IOException {
      DaemonProcess process = host.startManager();
      eventually(() -> assertThat(web.haState()).isEqualTo("STANDBY"));
      return process;
    }
  }

  @BeforeEach
  void layOut() throws Exception {
    ImmutableMap.Builder<String, String> site = ImmutableMap.builder();
    site.put(YarnConfiguration.RM_HA_ENABLED, "true");
    site.put(YarnConfiguration.AUTO_FAILOVER_ENABLED, "false");
    site.put(YarnConfiguration.RM_HA_IDS, String.join(",", MANAGERS));
    site.put(YarnConfiguration.RM_CLUSTER_ID, "pair");
    site.put(YarnConfiguration.FS_RM_STATE_STORE_URI, folder.resolve("state").toUri().toString());
    site.put(YarnConfiguration.CLIENT_FAILOVER_SLEEPTIME_BASE_MS, "200");
    site.put(YarnConfiguration.CLIENT_FAILOVER_SLEEPTIME_MAX_MS, "500");
    for (String id : MANAGERS) {
      for (String key :
          new String[] {
            YarnConfiguration.RM_ADDRESS,
            YarnConfiguration.RM_SCHEDULER_ADDRESS,
            YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
            YarnConfiguration.RM_ADMIN_ADDRESS,
            YarnConfiguration.RM_WEBAPP_ADDRESS
          }) {
        site.put(HAUtil.addSuffix(key, id), HadoopHost.freeAddress());
      }
    }
    common = site.buildOrThrow();
    first = manager("rm1");
    second = manager("rm2");
    others = HadoopHost.at(folder.resolve("others"), common);
  }

  private Manager manager(String id) throws Exception {
    HadoopHost host =
        HadoopHost.at(
            folder.resolve(id),
            ImmutableMap.<String, String>builder()
                .putAll(common)
                .put(YarnConfiguration.RM_HA_ID, id)
                .buildOrThrow());
    host.deploy(
        "install",
        "--jar",
        HadoopHost.plugin().toString(),
        "--history",
        folder.resolve("history").toString());
    assertThat(host.command("mode", "on", "--no-refresh").exit()).isZero();
    return new Manager(
        id,
        host,
        new WebPages(
            Objects.requireNonNull(
                common.get(HAUtil.addSuffix(YarnConfiguration.RM_WEBAPP_ADDRESS, id)))));
  }

  @AfterEach
  void endAll() {
    others.close();
    first.host().close();
    second.host().close();
  }

  @Test
  void aJobOutlivesBothAndWhatIsSwitchedIsSwitchedAtTheActiveOne() throws Exception {
    DaemonProcess killed = first.start();
    DaemonProcess kept = second.start();
    admin("-transitionToActive", "rm1");
    DaemonProcess node = others.startNode();
    eventually(() -> assertThat(first.web().metrics().path("activeNodes").asInt()).isEqualTo(1));
    WaitingJob job = WaitingJob.submit(folder, others.conf(), "foresight.deadline=" + DEADLINE);
    eventually(() -> assertInCharge(first, job));
    long deadlineMillis = deadlineMillis(first, job);

    // Without a word, and the other one takes over.
    killed.kill();
    admin("-transitionToActive", "--forceactive", "rm2");
    eventually(() -> assertInCharge(second, job));
    assertThat(deadlineMillis(second, job)).isEqualTo(deadlineMillis);

    // Its files count, whether the other one is dead, hangs, or has files that say something else.
    assertSwitches(second);
    DaemonProcess standby = first.start();
    HadoopHost.Said wrong = first.host().command("off");
    assertThat(wrong.exit()).as(wrong.text()).isEqualTo(1);
    assertThat(wrong.text()).contains("says that its modes are (on), not (off");
    assertThat(second.web().foresight().path("modes").asText()).isEqualTo("on");
    assertThat(first.host().command("off", "--undo", "--no-refresh").exit()).isZero();
    signal("STOP", standby);
    try {
      assertSwitches(second);
    } finally {
      signal("CONT", standby);
    }

    // Back, in good order.
    admin("-transitionToStandby", "rm2");
    admin("-transitionToActive", "rm1");
    eventually(() -> assertInCharge(first, job));
    assertThat(deadlineMillis(first, job)).isEqualTo(deadlineMillis);
    assertThat(second.web().haState()).isEqualTo("STANDBY");
    assertThat(first.web().metrics().path("allocatedVirtualCores").asInt())
        .isEqualTo(WaitingJob.CONTAINERS);

    job.go();
    eventually(() -> job.assertEndedWhole(first.web().app(job.id())));
    eventually(
        () -> assertThat(first.web().metrics().path("allocatedVirtualCores").asInt()).isZero());
    assertThat(node.isAlive()).isTrue();
    assertThat(kept.isAlive()).isTrue();
  }

  private static void assertSwitches(Manager active) throws Exception {
    for (String[] command : new String[][] {{"off"}, {"off", "--undo"}}) {
      HadoopHost.Said said = active.host().command(command);
      assertThat(said.exit()).as(said.text()).isZero();
      assertThat(active.web().foresight().path("planners").isEmpty())
          .isEqualTo(command.length == 1);
    }
  }

  /** The job is whole, and a plan that counts knows of all its tasks. */
  private static void assertInCharge(Manager active, WaitingJob job) throws Exception {
    job.assertRunsWhole(active.web().app(job.id()));
    assertThat(active.web().foresight().at("/planners/0/planCounts").asBoolean()).isTrue();
    assertThat(said(active, job).path("runningTasks").asInt()).isEqualTo(WaitingJob.TASKS);
  }

  private static long deadlineMillis(Manager active, WaitingJob job) throws Exception {
    return said(active, job).path("deadlineMillis").asLong();
  }

  private static JsonNode said(Manager active, WaitingJob job) throws Exception {
    return active.web().get("/ws/v1/foresight/jobs/" + job.id());
  }

  /** What {@code yarn rmadmin} does. */
  private void admin(String... arguments) throws Exception {
    Configuration conf = new YarnConfiguration();
    common.forEach(conf::set);
    assertThat(new RMAdminCLI(conf).run(arguments)).isZero();
  }

  private static void signal(String name, DaemonProcess process) throws Exception {
    ProcessBuilder kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.id()));
    assertThat(kill.inheritIO().start().waitFor()).isZero();
  }

  /** Until it is so; whatever is thrown meanwhile. */
  private static void eventually(ThrowingRunnable assertion) {
    await().atMost(PATIENCE).ignoreExceptions().untilAsserted(assertion);
  }
}
