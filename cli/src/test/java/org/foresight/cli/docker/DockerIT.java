package org.foresight.cli.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.awaitility.core.ThrowingRunnable;
import org.foresight.cli.Foresight;
import org.foresight.cli.docker.Programs.Result;
import org.foresight.cli.doctor.DoctorCommand;
import org.foresight.cli.status.QueueCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The testbed in containers, on a real engine. */
@Timeout(600)
class DockerIT {
  private static final String BASE_VARIABLE = "FORESIGHT_DOCKER_BASE";
  private static final Path BASE_SCRIPT = Path.of("..", "docker", "base-of-this-debian");
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** As many as two nodes of two cores run at once. */
  private static final int TASKS = 4;

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Of what is this test's alone, whoever uses the engine beside it. */
  private final String name = "foresight-it-" + ProcessHandle.current().pid();

  private final HttpClient http = HttpClient.newHttpClient();

  @TempDir private Path folder;

  @Test
  void runsAJobThoughANodeIsKilledAndLeavesNothingWhenItIsTakenDown() throws Exception {
    try (DockerEngine engine = DockerEngine.require(folder)) {
      Compose compose =
          new Compose(
              engine,
              name,
              ImmutableMap.of(
                  "BASE_IMAGE", base(engine.programs()), "IMAGE", name, "WEB_PORT", "0"));
      Result down;
      try {
        compose.succeed("build", "resourcemanager");
        use(engine.programs(), compose);
      } catch (Exception | AssertionError e) {
        e.addSuppressed(new AssertionError(compose.run("logs", "--tail", "30").said()));
        throw e;
      } finally {
        down = compose.run("down", "--volumes");
        engine.programs().run(List.of("docker", "image", "rm", name, name + "-base"));
      }
      assertThat(down.isGood()).as(down.said()).isTrue();
      assertThat(compose.kept()).isEmpty();
    }
  }

  /** The base image that is given, or one of this machine's packages: no registry is asked. */
  private String base(Programs programs) throws IOException, InterruptedException {
    String given = System.getenv(BASE_VARIABLE);
    if (given != null) {
      return given;
    }
    String made = name + "-base";
    Result result = programs.run(List.of(BASE_SCRIPT.toString(), made));
    if (!result.isGood()) {
      throw DockerEngine.skip(
          "a base image with Java 17, which "
              + BASE_VARIABLE
              + " may name; none could be made here: "
              + result.lastLine());
    }
    return made;
  }

  private void use(Programs programs, Compose compose) throws Exception {
    String web = start(compose);
    String application = runAJobThoughANodeIsKilled(programs, compose, web);
    for (String service : new String[] {"resourcemanager", "nodemanager"}) {
      for (String container : compose.containers(service)) {
        eventually(() -> assertIsHealthy(programs, container));
      }
    }

    // The ResourceManager's state is no part of its container.
    compose.succeed("up", "--detach", "--no-build", "--force-recreate", "resourcemanager");
    String webAfter = web(compose);
    eventually(() -> assertThat(activeNodes(webAfter)).isEqualTo(2));
    assertThat(get(webAfter, "/ws/v1/cluster/apps/" + application).at("/app/state").asText())
        .isEqualTo("FINISHED");
  }

  /** Starts it and waits until all of it is there; its web address. */
  private String start(Compose compose) throws Exception {
    compose.succeed("up", "--detach", "--no-build");
    String web = web(compose);
    eventually(() -> assertThat(activeNodes(web)).isEqualTo(2));
    eventually(() -> assertForesightIsInCharge(web));
    assertThat(compose.succeed("logs", "nodemanager"))
        .contains("Suspends containers by signals")
        .doesNotContain("Foresight's agent does nothing");
    return web;
  }

  private static String web(Compose compose) throws IOException, InterruptedException {
    String address = compose.succeed("port", "resourcemanager", "8088").strip();
    assertThat(address).startsWith("127.0.0.1:");
    return "http://" + address;
  }

  /** The node loses its part of the job, and gets it again when it is back; the application. */
  private String runAJobThoughANodeIsKilled(Programs programs, Compose compose, String web)
      throws Exception {
    FutureTask<Result> job = new FutureTask<>(() -> submit(compose));
    new Thread(job, "submit").start();
    eventually(() -> assertThat(runningContainers(web)).isEqualTo(TASKS));
    String node = compose.containers("nodemanager").get(0);
    programs.succeed(List.of("docker", "kill", node));
    programs.succeed(List.of("docker", "start", node));
    // What is published is asked from here, as people do.
    assertThat(foresight("queue", "--rm", web)).contains("root.production");
    assertThat(foresight("doctor", "--rm", web)).contains("running scheduler");
    String application = get(web, "/ws/v1/cluster/apps").at("/apps/app/0/id").asText();
    assertThat(job.get().isGood()).as(job.get().said()).isTrue();
    assertThat(job.get().said()).contains(application, "; its deadline was met.");
    return application;
  }

  private static Result submit(Compose compose) throws IOException, InterruptedException {
    return compose.run(
        "run",
        "--rm",
        "-T",
        "client",
        "testbed",
        "submit",
        "--dir",
        "/testbed",
        "--queue",
        "root.production",
        "--tasks",
        Integer.toString(TASKS),
        "--seconds",
        "6",
        "--deadline",
        "5m");
  }

  private static void eventually(ThrowingRunnable assertion) {
    await().atMost(PATIENCE).pollInterval(Duration.ofMillis(200)).untilAsserted(assertion);
  }

  private void assertForesightIsInCharge(String web) throws Exception {
    JsonNode foresight = get(web, "/ws/v1/foresight");
    assertThat(foresight.path("modes").asText()).isEqualTo("on");
    assertThat(foresight.at("/planners/0/inCharge").asBoolean()).isTrue();
  }

  private int activeNodes(String web) throws Exception {
    return get(web, "/ws/v1/cluster/metrics").at("/clusterMetrics/activeNodes").asInt();
  }

  private int runningContainers(String web) throws Exception {
    return get(web, "/ws/v1/cluster/metrics").at("/clusterMetrics/containersAllocated").asInt();
  }

  private static void assertIsHealthy(Programs programs, String container) throws Exception {
    assertThat(
            programs.succeed(
                List.of("docker", "inspect", "--format", "{{.State.Health.Status}}", container)))
        .isEqualToIgnoringWhitespace("healthy");
  }

  /** What the ResourceManager says; it has to say something. */
  private JsonNode get(String web, String path) throws Exception {
    HttpResponse<String> response;
    try {
      response =
          http.send(
              HttpRequest.newBuilder(URI.create(web + path))
                  .header("Accept", "application/json")
                  .timeout(Duration.ofSeconds(5))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError("Nobody answers yet.", e);
    }
    assertThat(response.statusCode()).as(response.body()).isEqualTo(HttpURLConnection.HTTP_OK);
    return JSON.readTree(response.body());
  }

  /** Runs a command that has to succeed; what it printed. */
  private static String foresight(String... arguments) {
    StringWriter said = new StringWriter();
    CommandLine commandLine =
        Foresight.commandLine(new QueueCommand(), new DoctorCommand(Map.of()));
    commandLine.setOut(new PrintWriter(said, true));
    commandLine.setErr(new PrintWriter(said, true));
    assertThat(commandLine.execute(arguments)).as(said.toString()).isZero();
    return said.toString();
  }
}
