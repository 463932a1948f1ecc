package org.foresight.cli.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.foresight.cli.Foresight;
import org.foresight.testbed.DriverParameters;
import org.foresight.testbed.LocalYarnCluster;
import org.foresight.testbed.LocalYarnParameters;
import org.foresight.testbed.WorkloadDriver;
import org.foresight.traces.JobRun;
import org.foresight.traces.Workload;
import org.foresight.traces.WorkloadJob;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** On a real YARN, a job that waits has one reason wherever one asks. */
class StatusCommandsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @Test
  void jobThatWaitsHasTheSameReasonByCommandRestPageAndDiagnostics() throws Exception {
    LocalYarnParameters parameters =
        LocalYarnParameters.DEFAULTS
            .withSize(2, 4)
            .withScheduler(
                "org.foresight.yarn.ForesightScheduler",
                true,
                ImmutableMap.of(
                    "foresight.mode", "on",
                    "foresight.policy", "fifo",
                    "foresight.cycle-millis", "200"));
    try (LocalYarnCluster cluster = LocalYarnCluster.start(parameters);
        YarnClient client = YarnClient.createYarnClient()) {
      client.init(cluster.configuration());
      client.start();
      String address =
          "http://"
              + cluster.resourceManager().getConfig().get("yarn.resourcemanager.webapp.address");
      CompletableFuture<ImmutableList<JobRun>> filling = run(cluster, "filling", 8, 25_000);
      await().atMost(PATIENCE).until(() -> used(report(client, "filling")) == 8);
      CompletableFuture<ImmutableList<JobRun>> waiting = run(cluster, "waiting", 2, 500);

      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  report(client, "waiting")
                      .getDiagnostics()
                      .startsWith("[foresight: capacity] There is no room"));

      String id = report(client, "waiting").getApplicationId().toString();
      JsonNode job = new ObjectMapper().readTree(get(address + "/ws/v1/foresight/jobs/" + id));
      assertThat(job.at("/waiting/token").asText()).isEqualTo("capacity");
      assertThat(job.path("pendingTasks").asInt()).isEqualTo(2);
      assertThat(job.path("start").isNull()).isTrue(); // So few starts foretell nothing.
      assertThat(command("explain", id, "--rm", address))
          .contains("Waits for: capacity", "Start: unknown");
      assertThat(command("queue", "root.adhoc", "--rm", address))
          .containsPattern(id + " +waiting +bob +0 +2 +capacity");
      assertThat(command("queue", "--rm", address)).contains("root.adhoc", "capacity 1");
      assertThat(get(address + "/cluster/foresight")).contains(id, "<code>capacity</code>", "<svg");

      // Both end as they would, and what was said of them goes.
      assertThat(filling.get()).allSatisfy(run -> assertThat(run.succeeded()).isTrue());
      assertThat(waiting.get()).allSatisfy(run -> assertThat(run.succeeded()).isTrue());
      assertThat(report(client, "waiting").getDiagnostics()).doesNotContain("foresight");
      await()
          .atMost(PATIENCE)
          .until(
              () -> get(address + "/ws/v1/foresight/jobs/" + id).contains("has ended: FINISHED"));
    }
  }

  private static CompletableFuture<ImmutableList<JobRun>> run(
      LocalYarnCluster cluster, String name, int tasks, long taskMillis) {
    WorkloadJob job =
        WorkloadJob.ofOneStage(
            name,
            0,
            "bob",
            name,
            "adhoc",
            OptionalLong.empty(),
            false,
            ImmutableList.copyOf(Collections.nCopies(tasks, taskMillis)));
    Workload workload =
        new Workload("it", "made by hand", ImmutableList.of(), ImmutableList.of(job));
    WorkloadDriver driver =
        new WorkloadDriver(
            cluster.configuration(),
            DriverParameters.DEFAULTS.withTimeScale(1.0).withTimeout(PATIENCE),
            InstantSource.system());
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return driver.run(workload, progress -> {});
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static ApplicationReport report(YarnClient client, String name) throws Exception {
    await()
        .atMost(PATIENCE)
        .until(() -> client.getApplications().stream().anyMatch(a -> a.getName().equals(name)));
    return client.getApplications().stream()
        .filter(app -> app.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static int used(ApplicationReport report) {
    return report.getApplicationResourceUsageReport().getNumUsedContainers();
  }

  private static String get(String address) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(address)).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private static String command(String... arguments) {
    StringWriter out = new StringWriter();
    CommandLine commandLine =
        Foresight.commandLine(new ExplainCommand(), new PredictCommand(), new QueueCommand());
    commandLine.setOut(new PrintWriter(out, true));
    assertThat(commandLine.execute(arguments)).isZero();
    return out.toString();
  }
}
