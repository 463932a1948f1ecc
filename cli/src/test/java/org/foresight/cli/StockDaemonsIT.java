package org.foresight.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.foresight.cli.doctor.DoctorCommand;
import org.foresight.cli.mode.AdminRefresh;
import org.foresight.cli.mode.ModeCommand;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * The life of a testbed: of stock daemons, with what {@code foresight-deploy} has installed.
 * (Classes whose names begin with {@code Test} run as unit tests, too.)
 */
@Timeout(600)
class StockDaemonsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** What nobody knows until runtimes were predicted and have come true. */
  private static final ImmutableSet<String> SCORES =
      ImmutableSet.of(
          "foresight_runtimes_off_by_two",
          "foresight_runtimes_covered80",
          "foresight_runtimes_median_error");

  private static final Pattern METRIC = Pattern.compile("\\bforesight_[a-z0-9_]+");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path temporary;

  @AfterEach
  void endAll() throws IOException {
    processes().forEach(ProcessHandle::destroyForcibly);
  }

  @Test
  void itRunsAWorkloadAndNothingIsLeftOfItThoughANodeManagerWasKilled() throws Exception {
    assertThat(execute("up", "--dir", dir(), "--nodes", "2", "--vcores", "2", "--mode", "shadow"))
        .as(err.toString())
        .isZero();
    Path conf = folder().resolve("conf");
    String web = web();
    assertThat(out.toString()).contains("2 nodes and their ResourceManager run: " + web);
    assertThat(folder().resolve("logs/nodemanager-2.log"))
        .content()
        .contains("Suspends containers by");
    assertThat(execute("up", "--dir", dir())).isEqualTo(1);
    assertThat(err.toString()).contains(dir() + ": a testbed is up here already");

    // What an operator would say next.
    assertThat(
            foresight(
                "doctor",
                "--conf",
                conf.toString(),
                "--jars",
                folder().resolve("hadoop/share/hadoop/yarn/lib").toString(),
                "--rm",
                web))
        .as(out.toString())
        .isZero();
    ProcessHandle before = process("resourcemanager");
    assertThat(execute("restart", "--dir", dir())).as(err.toString()).isZero();
    assertThat(before.isAlive()).isFalse();
    assertThat(execute("restart", "--dir", dir(), "nodemanager-9")).isEqualTo(1);
    assertThat(err.toString()).contains("no daemon (nodemanager-9); it has resourcemanager, node");
    assertThat(foresight("mode", "--conf", conf.toString(), "on")).as(err.toString()).isZero();

    // A job of one's own, more than a node can take at once, which survives the ResourceManager.
    FutureTask<Integer> job =
        new FutureTask<>(
            () ->
                execute(
                    "submit",
                    "--dir",
                    dir(),
                    "--queue",
                    "root.production",
                    "--tasks",
                    "3",
                    "--seconds",
                    "25",
                    "--deadline",
                    "5m"));
    new Thread(job).start();
    await().atMost(PATIENCE).until(this::hasContainersOfTheFirstNode);
    assertThat(execute("restart", "--dir", dir())).as(err.toString()).isZero();
    assertThat(job.get()).as(err.toString()).isZero();
    assertThat(out.toString()).contains("It ended after ", "; its deadline was met.");

    endOneThatSubmits(web);

    assertThat(
            execute(
                "run", "--dir", dir(), "--load", "0.3", "--time-scale", "1/240", "--timeout", "3m"))
        .as(err.toString())
        .isZero();
    assertThat(out.toString()).contains("SLO jobs missed").contains("goodput");
    for (String file : ImmutableList.of("grafana-dashboard.json", "prometheus-alerts.yml")) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(published(web))
                      .as("what %s asks for", file)
                      .containsAll(Sets.difference(asked(file), SCORES)));
    }

    // Containers of a NodeManager that is killed are left over.
    Thread unfinished =
        new Thread(
            () -> {
              int unused = execute("run", "--dir", dir(), "--load", "3", "--time-scale", "1/10");
            });
    unfinished.start();
    await().atMost(PATIENCE).until(this::hasContainersOfTheFirstNode);
    ProcessHandle killed = process("nodemanager-1");
    killed.destroyForcibly();
    killed.onExit().join();
    unfinished.interrupt();
    unfinished.join();

    assertThat(execute("down", "--dir", dir())).as(err.toString()).isZero();
    assertThat(processes()).isEmpty();
    assertThat(groups()).isEmpty();
    assertThat(out.toString()).contains("Nothing of the testbed in " + dir() + " runs.");
    try (Stream<Path> logs = Files.walk(folder().resolve("logs"))) {
      assertThat(logs.map(log -> log.getFileName().toString()))
          .contains("resourcemanager.log", "nodemanager-1.log", "workload.log", "prelaunch.err");
    }
    assertThat(execute("down", "--dir", dir())).isZero();
  }

  @Test
  void oneThatDoesNotStartSaysWhyInALineAndLeavesNothingRunning() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());

      assertThat(
              execute(
                  "up", "--dir", dir(), "--nodes", "1", "--policy", "capacity", "--web-port", port))
          .isEqualTo(1);

      assertThat(err.toString().lines().skip(1))
          .singleElement()
          .asString()
          .startsWith("foresight testbed up: resourcemanager has ended. ")
          .contains("Port in use: 127.0.0.1:" + port);
      assertThat(processes()).isEmpty();
      assertThat(folder().resolve("logs/resourcemanager.log")).isNotEmptyFile();
    }
  }

  /** As by Ctrl-C, of a process of its own, whose application ends with it. */
  private void endOneThatSubmits(String web) throws Exception {
    Process submits =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Foresight.class.getName(),
                "testbed",
                "submit",
                "--dir",
                dir(),
                "--seconds",
                "3600")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader said = submits.inputReader()) {
      String application = String.valueOf(said.readLine()).replaceAll(" .*", "");
      await().atMost(PATIENCE).until(this::hasContainersOfTheFirstNode);

      submits.destroy();
      submits.waitFor();

      assertThat(get(web + "/ws/v1/cluster/apps/" + application))
          .contains("\"id\":\"" + application + "\"", "\"state\":\"KILLED\"");
    } finally {
      submits.destroyForcibly();
    }
  }

  private static String get(String address) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(address)).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private Path folder() {
    return temporary.resolve("testbed");
  }

  private String dir() {
    return folder().toString();
  }

  /** The names of what the ResourceManager says of Foresight to a Prometheus that asks it. */
  private static Set<String> published(String web) throws Exception {
    return names(get(web + "/prom"));
  }

  /** The names that a file of deploy/monitoring asks Prometheus for. */
  private static Set<String> asked(String file) throws IOException {
    return names(Files.readString(Path.of("..", "deploy", "monitoring", file)));
  }

  private static Set<String> names(String text) {
    return METRIC
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .collect(ImmutableSet.toImmutableSet());
  }

  /** The address that the ResourceManager's configuration says. */
  private String web() throws IOException {
    String site = Files.readString(folder().resolve("conf/yarn-site.xml"));
    return "http://"
        + site.replaceAll("(?s).*yarn.resourcemanager.webapp.address</name>\\s*<value>", "")
            .replaceAll("(?s)<.*", "");
  }

  private ProcessHandle process(String name) throws IOException {
    String note = Files.readString(folder().resolve("pids").resolve(name));
    return ProcessHandle.of(Long.parseLong(note.substring(0, note.indexOf(' ')))).orElseThrow();
  }

  private boolean hasContainersOfTheFirstNode() throws IOException {
    String node = folder().toRealPath().resolve("nodes/nodemanager-1/local").toString();
    return processes().stream()
        .anyMatch(process -> process.info().commandLine().stream().anyMatch(c -> c.contains(node)));
  }

  /** Whatever has the folder in its environment. */
  private ImmutableList<ProcessHandle> processes() throws IOException {
    List<ProcessHandle> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : all) {
        try {
          byte[] environment = Files.readAllBytes(process.resolve("environ"));
          if (new String(environment, UTF_8).contains(temporary.toRealPath().toString())) {
            ProcessHandle.of(Long.parseLong(process.getFileName().toString()))
                .ifPresent(found::add);
          }
        } catch (IOException e) {
          // It has ended, or is none of this user's.
        }
      }
    }
    return ImmutableList.copyOf(found);
  }

  /** The control groups of its nodes that are left. */
  private ImmutableList<Path> groups() throws IOException {
    String site = Files.readString(folder().resolve("nodes/nodemanager-1/conf/yarn-site.xml"));
    String group =
        site.replaceAll("(?s).*foresight.agent.cgroup</name>\\s*<value>/", "")
            .replaceAll("(?s)<.*", "");
    assertThat(group).endsWith("nodemanager-1");
    try (Stream<Path> hierarchies = Files.list(Path.of("/sys/fs/cgroup"))) {
      return hierarchies
          .map(hierarchy -> hierarchy.resolve(group))
          .filter(Files::exists)
          .collect(ImmutableList.toImmutableList());
    }
  }

  private int execute(String... arguments) {
    return foresight(
        Stream.concat(Stream.of("testbed"), Stream.of(arguments)).toArray(String[]::new));
  }

  private int foresight(String... arguments) {
    CommandLine commandLine =
        Foresight.commandLine(
            new TestbedCommand(),
            new DoctorCommand(Map.of()),
            new ModeCommand(Map.of(), new AdminRefresh()));
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(arguments);
  }
}
