package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.client.cli.RMAdminCLI;
import org.foresight.testbed.LocalYarnCluster;
import org.foresight.testbed.LocalYarnParameters;
import org.foresight.traces.JobRun;
import org.foresight.traces.WorkloadJob;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Modes that change by {@code yarn rmadmin -refreshQueues} under a load. The plan would hold every
 * job for a minute, so that it shows who decides.
 */
class ModesIT {
  private static final String QUEUE = "root.adhoc";
  private static final String MODE = "foresight.queue.root.adhoc.mode";

  /** For as long a job that may start has to wait that is held. */
  private static final Duration OBSERVATION = Duration.ofSeconds(3);

  @TempDir private Path folder;
  private final Map<String, String> site = new TreeMap<>();
  private final ClassLoader before = Thread.currentThread().getContextClassLoader();

  @BeforeEach
  void useTheFolder() {
    Thread.currentThread().setContextClassLoader(new ConfigurationFolder(folder));
    site.put("foresight.cycle-millis", "200");
    site.put("foresight.slot-millis", "500");
  }

  @AfterEach
  void leaveTheFolder() {
    Thread.currentThread().setContextClassLoader(before);
  }

  @ParameterizedTest(name = "asynchronous scheduling: {0}")
  @ValueSource(booleans = {true, false})
  void modesChangeWhileJobsRunAndWait(boolean asynchronous) throws Exception {
    try (LocalYarnCluster cluster = cluster(asynchronous);
        YarnClient client = YarnClient.createYarnClient()) {
      client.init(cluster.configuration());
      client.start();

      // Off: two tasks that run through all that follows, and more than there is room for.
      CompletableFuture<ImmutableList<JobRun>> through =
          Workloads.runInBackground(cluster, Workloads.bestEffort("through", 2, 20_000));
      await().atMost(Workloads.PATIENCE).until(() -> used(client, "through") == 2);
      CompletableFuture<ImmutableList<JobRun>> wide =
          Workloads.runInBackground(cluster, Workloads.bestEffort("wide", 18, 1_500));
      await().atMost(Workloads.PATIENCE).until(() -> used(client, "wide") > 0);

      // Shadow: nothing waits that would not wait under CapacityScheduler.
      site.put(MODE, "shadow");
      assertThat(refresh(cluster)).isEmpty();
      assertThat(scheduler(cluster).mode(QUEUE)).isEqualTo(Mode.SHADOW);
      assertThat(Workloads.run(cluster, Workloads.bestEffort("watched", 3, 500)))
          .allSatisfy(ModesIT::assertNotHeld);
      assertThat(wide.get()).allSatisfy(ModesIT::assertNotHeld);
      // The others began while all was off.
      await()
          .atMost(Workloads.PATIENCE)
          .untilAsserted(
              () -> assertThat(scheduler(cluster).shadowScore().orElseThrow().jobs()).isEqualTo(1));

      // On: the plan holds the job.
      site.put(MODE, "on");
      assertThat(refresh(cluster)).isEmpty();
      CompletableFuture<ImmutableList<JobRun>> held = runHeld(cluster, client, "held");

      // A file that is not accepted changes nothing.
      site.put(MODE, "of");
      assertThat(refresh(cluster))
          .contains("(of) of " + MODE + " is not accepted; it must be off, shadow or on.")
          .contains("foresight-site.xml");
      assertThat(scheduler(cluster).mode(QUEUE)).isEqualTo(Mode.ON);
      assertStaysHeld(client, "held");

      // The switch lets it go, long before its planned start.
      site.put(MODE, "on");
      site.put("foresight.enabled", "false");
      assertThat(refresh(cluster)).isEmpty();
      assertThat(held.get()).allSatisfy(ModesIT::assertNotHeld);

      // On again, and a job that waits is let go by shadow mode.
      site.put("foresight.enabled", "true");
      assertThat(refresh(cluster)).isEmpty();
      CompletableFuture<ImmutableList<JobRun>> again = runHeld(cluster, client, "again");
      site.put(MODE, "shadow");
      assertThat(refresh(cluster)).isEmpty();
      assertThat(again.get()).allSatisfy(ModesIT::assertNotHeld);

      assertThat(through.get())
          .allSatisfy(
              run -> {
                assertThat(run.succeeded()).isTrue();
                assertThat(run.tasksRerun()).isZero();
              });
    }
  }

  @Test
  void jobThatWaitedWhenItsQueueWasSwitchedOnIsPlannedByItsSubmission() throws Exception {
    try (LocalYarnCluster cluster = cluster(true);
        YarnClient client = YarnClient.createYarnClient()) {
      client.init(cluster.configuration());
      client.start();
      CompletableFuture<ImmutableList<JobRun>> filling =
          Workloads.runInBackground(cluster, Workloads.bestEffort("filling", 8, 6_000));
      await().atMost(Workloads.PATIENCE).until(() -> used(client, "filling") == 8);
      CompletableFuture<ImmutableList<JobRun>> waiting =
          Workloads.runInBackground(cluster, Workloads.bestEffort("waiting", 2, 500));
      await().atMost(Workloads.PATIENCE).until(() -> isRunning(client, "waiting"));

      site.put(MODE, "on");
      assertThat(refresh(cluster)).isEmpty();

      assertThat(filling.get()).allSatisfy(run -> assertThat(run.succeeded()).isTrue());
      assertStaysHeld(client, "waiting");
      site.put(MODE, "off");
      assertThat(refresh(cluster)).isEmpty();
      assertThat(waiting.get()).allSatisfy(ModesIT::assertNotHeld);
    }
  }

  private LocalYarnCluster cluster(boolean asynchronous) throws Exception {
    writeSite();
    LocalYarnCluster cluster =
        LocalYarnCluster.start(
            LocalYarnParameters.DEFAULTS
                .withSize(2, 4)
                .withScheduler(
                    MisbehavingSchedulers.HoldingForLong.class.getName(),
                    asynchronous,
                    ImmutableMap.of()));
    // A refresh reads the queues from their file, which they are not in yet.
    Map<String, String> queues = new TreeMap<>();
    cluster
        .configuration()
        .getPropsWithPrefix("yarn.scheduler.")
        .forEach((key, value) -> queues.put("yarn.scheduler." + key, value));
    files().write("capacity-scheduler.xml", queues);
    return cluster;
  }

  private static ConfigurationFolder files() {
    return (ConfigurationFolder) Thread.currentThread().getContextClassLoader();
  }

  private void writeSite() throws IOException {
    files().write("foresight-site.xml", site);
  }

  /** Does what {@code yarn rmadmin -refreshQueues} does; returns what it prints of errors. */
  private String refresh(LocalYarnCluster cluster) throws Exception {
    writeSite();
    PrintStream errors = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    int exit;
    try {
      exit = new RMAdminCLI(cluster.configuration()).run(new String[] {"-refreshQueues"});
    } finally {
      System.setErr(errors);
    }
    String text = printed.toString(StandardCharsets.UTF_8);
    assertThat(exit == 0).as(text).isEqualTo(text.isEmpty());
    return text;
  }

  private static CompletableFuture<ImmutableList<JobRun>> runHeld(
      LocalYarnCluster cluster, YarnClient client, String name) throws InterruptedException {
    WorkloadJob job = Workloads.bestEffort(name, 3, 500);
    CompletableFuture<ImmutableList<JobRun>> run = Workloads.runInBackground(cluster, job);
    await().atMost(Workloads.PATIENCE).until(() -> isRunning(client, name));
    assertStaysHeld(client, name);
    return run;
  }

  private static void assertStaysHeld(YarnClient client, String name) {
    await().atMost(Workloads.PATIENCE).during(OBSERVATION).until(() -> used(client, name) == 0);
  }

  private static void assertNotHeld(JobRun run) {
    assertThat(run.succeeded()).isTrue();
    assertThat(run.firstTaskStartMillis().orElseThrow() - run.submitMillis())
        .as("start of %s after its submission", run.id())
        .isLessThan(MisbehavingSchedulers.LONG_HOLD_MILLIS);
  }

  private static ForesightScheduler scheduler(LocalYarnCluster cluster) {
    return (ForesightScheduler) cluster.resourceManager().getResourceScheduler();
  }

  private static boolean isRunning(YarnClient client, String name) throws Exception {
    return client.getApplications().stream()
        .filter(app -> app.getName().equals(name))
        .map(ApplicationReport::getYarnApplicationState)
        .anyMatch(state -> state.name().equals("RUNNING"));
  }

  private static int used(YarnClient client, String name) throws Exception {
    return client.getApplications().stream()
        .filter(app -> app.getName().equals(name))
        .mapToInt(app -> app.getApplicationResourceUsageReport().getNumUsedContainers())
        .sum();
  }
}
