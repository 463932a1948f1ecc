package org.foresight.testbed;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.File;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.foresight.predictor.Counts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A YARN of stock daemons, each a process of its own on this machine, with Foresight's plug-ins
 * installed as an operator does it. It goes on when this process has ended, until it is taken
 * {@link #down}.
 *
 * <p>All of it is in one folder, and every process of it, daemons, containers and what these start,
 * has that folder in its environment: so it is found again by whoever knows the folder, whatever
 * has been killed meanwhile.
 *
 * <p>For one thread.
 */
public final class Testbed {
  private static final Duration LONGEST_START = Duration.ofSeconds(90);
  private static final Duration LONGEST_INSTALLATION = Duration.ofSeconds(60);

  /** Of daemons that are asked to end. */
  private static final Duration LONGEST_STOP = Duration.ofSeconds(15);

  /** Of what is ended by force. */
  private static final Duration LONGEST_KILL = Duration.ofSeconds(20);

  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(5);

  /** How many looks in a row must find nobody: a process may be born while one looks. */
  private static final int QUIET_LOOKS = 3;

  private static final ImmutableList<String> MANAGER_OPTIONS =
      ImmutableList.of("-Xmx512m", "-XX:+UseSerialGC");
  private static final String INSTALLATION = "foresight-deploy";
  private static final Logger LOG = LoggerFactory.getLogger(Testbed.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final TestbedFolder folder;
  private final Object starting = new Object();

  /** How long the log of a daemon was before this process has started it. */
  private final Map<String, Long> logBegins = new HashMap<>();

  /** Guarded by starting. */
  private boolean isAbandoned;

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(LONGEST_ANSWER).build();

  private Testbed(TestbedFolder folder) {
    this.folder = folder;
  }

  /**
   * Starts one and waits until all its nodes are there. If that fails, nothing of it runs when this
   * returns; its folder stays, with the logs.
   *
   * @param folder where it is to be: a folder that is empty or not there
   * @throws IOException if it does not start, with the end of the log that says why
   */
  public static Testbed up(TestbedParameters parameters, ForesightBuild build, Path folder)
      throws IOException, InterruptedException {
    Testbed testbed = new Testbed(TestbedFolder.create(folder));
    build.check(parameters.foresight().isPresent());
    // A JVM that ends, as by Ctrl-C, may not come to the end of this.
    ShutdownHook hook = ShutdownHook.add("testbed-abandoned", testbed::abandonAtTheEnd);
    try {
      testbed.layOut(parameters, build);
      testbed.start(parameters);
      if (!hook.remove()) {
        throw new InterruptedException();
      }
      return testbed;
    } catch (Throwable e) {
      try {
        testbed.abandon();
      } catch (IOException | RuntimeException | InterruptedException suppressed) {
        e.addSuppressed(suppressed);
      }
      if (!hook.remove() && !(e instanceof InterruptedException)) {
        InterruptedException interrupted = new InterruptedException();
        interrupted.addSuppressed(e); // What the end of the JVM has done to it.
        throw interrupted;
      }
      throw e;
    }
  }

  /** Starts nothing more, and ends by force what runs of it. */
  private void abandon() throws IOException, InterruptedException {
    synchronized (starting) {
      isAbandoned = true;
    }
    kill();
  }

  private void abandonAtTheEnd() {
    try {
      abandon();
    } catch (IOException e) {
      LOG.error("What runs of {} could not be ended.", folder.root(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * The one of a folder, whether it runs or not.
   *
   * @throws IOException if there is none
   */
  public static Testbed of(Path folder) throws IOException {
    return new Testbed(TestbedFolder.of(folder));
  }

  /** Where it is. */
  public TestbedFolder folder() {
    return folder;
  }

  /** The configuration with which clients of it are made; a copy. */
  public Configuration configuration() {
    return TestbedConfiguration.read(folder);
  }

  /** The ResourceManager's web address. */
  public String webAddress() {
    return "http://" + configuration().get(YarnConfiguration.RM_WEBAPP_ADDRESS);
  }

  /** Tasks of a workload that run at once where none takes turns with another one. */
  public int slots() throws IOException {
    int slots = 0;
    for (String name : folder.nodes()) {
      Configuration node = TestbedConfiguration.readNode(folder, name);
      int offered = node.getInt(YarnConfiguration.NM_VCORES, 0);
      slots +=
          Math.min(
              node.getInt(TestbedConfiguration.AGENT_VCORES, offered),
              node.getInt(YarnConfiguration.NM_PMEM_MB, 0) / LocalYarnConfiguration.SLOT_MEMORY_MB);
    }
    return slots;
  }

  /**
   * Processor time that a daemon has had since it was started.
   *
   * @throws IOException if it does not run
   */
  Duration processorTime(String name) throws IOException {
    return note(folder.pids().resolve(name))
        .flatMap(process -> process.processorTime().stream())
        .findFirst()
        .orElseThrow(() -> new IOException(name + " does not run. " + end(name)));
  }

  /**
   * What a NodeManager's web server says.
   *
   * @param path with its query, of something in JSON
   */
  JsonNode askNode(String name, String path) throws IOException, InterruptedException {
    String address =
        TestbedConfiguration.readNode(folder, name).get(YarnConfiguration.NM_WEBAPP_ADDRESS);
    return answer(question("http://" + address + path))
        .orElseThrow(() -> new IOException(name + " does not answer. " + end(name)));
  }

  /** Whether its ResourceManager runs, whoever has started it. */
  public boolean isUp() throws IOException {
    return !managers().isEmpty();
  }

  /** Whether it was taken down, or its last processes ended by force. */
  public boolean isDown() {
    return !Files.isDirectory(folder.pids());
  }

  private ImmutableList<LinuxProcess> managers() throws IOException {
    return withArgument(ResourceManager.class.getName());
  }

  private ImmutableList<LinuxProcess> withArgument(String argument) throws IOException {
    return running().stream()
        .filter(process -> process.hasArgument(argument))
        .collect(toImmutableList());
  }

  /**
   * Ends a daemon as an operator does, if it runs, whoever has started it, and by force if it does
   * not end; starts it with what its configuration says now, and waits until it answers, a
   * ResourceManager until all nodes that run are there again.
   *
   * @param name such as {@code resourcemanager}
   * @throws IOException if there is none of this name, or it does not start
   */
  public void restart(String name) throws IOException, InterruptedException {
    boolean isManager = name.equals(TestbedFolder.RESOURCE_MANAGER);
    if (!isManager && !folder.nodes().contains(name)) {
      throw new IOException(
          folder.root()
              + " has no daemon ("
              + name
              + "); it has "
              + TestbedFolder.RESOURCE_MANAGER
              + ", "
              + String.join(", ", folder.nodes())
              + ".");
    }
    Files.createDirectories(folder.pids());
    ImmutableList<LinuxProcess> before =
        isManager ? managers() : withArgument(classPathOfNode(name));
    if (!stop(before)) {
      before.forEach(LinuxProcess::kill);
      if (!areOver(LONGEST_KILL, before)) {
        throw new IOException(name + " can't be ended: " + before + ".");
      }
    }
    if (isManager) {
      startManager();
      awaitManager();
      awaitNodes(this::nodesAlive);
    } else {
      startNode(name);
      String address =
          TestbedConfiguration.readNode(folder, name).get(YarnConfiguration.NM_WEBAPP_ADDRESS);
      // It starts its web server when all else has started.
      awaitAnswer(name, "http://" + address + "/ws/v1/node/info", unused -> true);
    }
  }

  /** It answers, and takes nodes, before it is active, and Foresight says nothing until then. */
  private void awaitManager() throws IOException, InterruptedException {
    awaitAnswer(
        TestbedFolder.RESOURCE_MANAGER,
        webAddress() + "/ws/v1/cluster/info",
        info -> info.at("/clusterInfo/haState").asText().equals("ACTIVE"));
  }

  private void awaitAnswer(String name, String address, Predicate<JsonNode> wanted)
      throws IOException, InterruptedException {
    HttpRequest question = question(address);
    boolean answers =
        Waiting.until(
            LONGEST_START,
            () -> {
              requireAlive(name);
              return answer(question).filter(wanted).isPresent();
            });
    if (!answers) {
      throw new IOException(
          name + " has not answered for " + LONGEST_START.toSeconds() + " s. " + end(name));
    }
  }

  private void requireAlive(String name) throws IOException {
    if (note(folder.pids().resolve(name)).noneMatch(LinuxProcess::isAlive)) {
      throw new IOException(name + " has ended. " + end(name));
    }
  }

  private static HttpRequest question(String address) {
    return HttpRequest.newBuilder(URI.create(address))
        .header("Accept", "application/json")
        .timeout(LONGEST_ANSWER)
        .build();
  }

  /** Empty where nobody answers yet, or it is said that it is starting. */
  private Optional<JsonNode> answer(HttpRequest question) throws InterruptedException {
    try {
      HttpResponse<String> response = http.send(question, HttpResponse.BodyHandlers.ofString());
      return response.statusCode() == HttpURLConnection.HTTP_OK
          ? Optional.of(JSON.readTree(response.body()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  // --- up ----------------------------------------------------------------------------------------

  private void layOut(TestbedParameters parameters, ForesightBuild build)
      throws IOException, InterruptedException {
    Files.createDirectories(folder.pids());
    Files.createDirectories(folder.logs());
    Files.createDirectories(folder.plugIns());
    for (Path jar : build.hadoopJars()) {
      Path place = ForesightBuild.hasResourceManager(jar) ? folder.yarn() : folder.plugIns();
      linkOrCopy(jar, place.resolve(jar.getFileName()));
    }
    Files.copy(build.testbedJar(), folder.nodeJar());
    TestbedConfiguration.write(parameters, folder, build);
    if (parameters.foresight().isPresent()) {
      install(build, parameters.foresight().get());
    }
  }

  /** So that it is still there when the next build has taken the jar away. */
  private static void linkOrCopy(Path jar, Path place) throws IOException {
    try {
      Files.createLink(place, jar);
    } catch (IOException | UnsupportedOperationException e) {
      Files.copy(jar, place); // It is on another file system, say.
    }
  }

  private void install(ForesightBuild build, ImmutableMap<String, String> keys)
      throws IOException, InterruptedException {
    Path agent = build.agentPlugIn();
    Files.copy(agent, folder.plugIns().resolve(agent.getFileName()));
    Path log = folder.log(INSTALLATION);
    ProcessBuilder script =
        new ProcessBuilder(
                "bash",
                build.deployScript().toString(),
                "install",
                "--hadoop",
                folder.hadoop().toString(),
                "--conf",
                folder.conf().toString(),
                "--jar",
                build.schedulerPlugIn().toString(),
                "--history",
                folder.history().toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    DaemonProcess.clean(script.environment());
    script.environment().put(TestbedFolder.VARIABLE, folder.root().toString());
    Process process = script.start();
    try {
      if (!process.waitFor(LONGEST_INSTALLATION.toSeconds(), TimeUnit.SECONDS)
          || process.exitValue() != 0) {
        throw new IOException("Foresight could not be installed: " + end(INSTALLATION));
      }
    } finally {
      process.destroyForcibly();
    }
    TestbedConfiguration.editForesight(folder, keys);
  }

  private void start(TestbedParameters parameters) throws IOException, InterruptedException {
    startManager();
    for (int node = 1; node <= parameters.nodes(); node++) {
      startNode(TestbedFolder.node(node));
    }
    awaitNodes(
        () -> {
          for (Path note : notes()) {
            requireAlive(note.getFileName().toString());
          }
          return parameters.nodes();
        });
    awaitManager();
  }

  /** How many of its nodes run; others were killed, say. */
  private int nodesAlive() throws IOException {
    requireAlive(TestbedFolder.RESOURCE_MANAGER);
    return daemons(name -> !name.equals(TestbedFolder.RESOURCE_MANAGER)).size();
  }

  private void startManager() throws IOException, InterruptedException {
    start(
        TestbedFolder.RESOURCE_MANAGER,
        ResourceManager.class,
        MANAGER_OPTIONS,
        folder.conf() + File.pathSeparator + hadoop());
  }

  private void startNode(String name) throws IOException, InterruptedException {
    start(name, NodeManager.class, DaemonProcess.SMALL, classPathOfNode(name));
  }

  private String classPathOfNode(String name) {
    return String.join(
        File.pathSeparator,
        folder.nodeConf(name).toString(),
        hadoop(),
        folder.nodeJar().toString());
  }

  private String hadoop() {
    return Stream.of(folder.yarn(), folder.plugIns())
        .map(jars -> jars + File.separator + "*")
        .collect(joining(File.pathSeparator));
  }

  /** How many nodes there are to be. */
  @FunctionalInterface
  private interface NodeCount {
    int get() throws IOException;
  }

  private void awaitNodes(NodeCount nodes) throws IOException, InterruptedException {
    HttpRequest question = question(webAddress() + "/ws/v1/cluster/metrics");
    if (!Waiting.until(LONGEST_START, () -> nodes.get() <= runningNodes(question))) {
      throw new IOException(
          "After "
              + LONGEST_START.toSeconds()
              + " s, "
              + runningNodes(question)
              + " of "
              + Counts.of(nodes.get(), "node")
              + " can be used. "
              + end(TestbedFolder.RESOURCE_MANAGER));
    }
  }

  private void start(String name, Class<?> main, ImmutableList<String> options, String classPath)
      throws IOException, InterruptedException {
    synchronized (starting) {
      if (isAbandoned) {
        throw new InterruptedException();
      }
      startNow(name, main, options, classPath);
    }
  }

  private void startNow(String name, Class<?> main, ImmutableList<String> options, String classPath)
      throws IOException {
    Path log = folder.log(name);
    logBegins.put(name, Files.exists(log) ? Files.size(log) : 0);
    // What a daemon that is killed leaves there is in the testbed's folder, too.
    Path temporary = Files.createDirectories(folder.root().resolve("tmp"));
    DaemonProcess daemon =
        DaemonProcess.start(
            main.getName(),
            ImmutableList.<String>builder()
                .addAll(options)
                .add("-Djava.io.tmpdir=" + temporary)
                .build(),
            classPath,
            log,
            ImmutableMap.of(TestbedFolder.VARIABLE, folder.root().toString()));
    LinuxProcess process =
        LinuxProcess.of(daemon.id())
            .orElseThrow(() -> new IOException(name + " has ended at once. " + end(name)));
    Files.writeString(
        folder.pids().resolve(name), process.id() + " " + process.startTicks() + "\n");
  }

  /** How many nodes the ResourceManager knows. */
  private int runningNodes(HttpRequest question) throws InterruptedException {
    return answer(question).map(json -> json.at("/clusterMetrics/activeNodes").asInt()).orElse(0);
  }

  /** What the last one of a name has said last. */
  private String end(String name) {
    Path log = folder.log(name);
    return log + ": " + LogTail.of(log, logBegins.getOrDefault(name, 0L));
  }

  // --- down --------------------------------------------------------------------------------------

  /**
   * Ends all that runs of it: daemons as an operator does, then by force what has not ended, with
   * the containers. What is down already stays so.
   *
   * @throws IOException if something can't be ended
   */
  public void down() throws IOException, InterruptedException {
    // Nodes first: one that can't sign off waits for its ResourceManager.
    boolean unused = stop(daemons(name -> !name.equals(TestbedFolder.RESOURCE_MANAGER)));
    unused = stop(daemons(name -> true));
    kill();
  }

  private ImmutableList<LinuxProcess> daemons(Predicate<String> names) throws IOException {
    return notes().stream()
        .filter(note -> names.test(note.getFileName().toString()))
        .flatMap(Testbed::note)
        .filter(this::isOurs)
        .collect(toImmutableList());
  }

  /** Asks them to end; whether they have, in time. */
  private static boolean stop(ImmutableList<LinuxProcess> daemons)
      throws IOException, InterruptedException {
    daemons.forEach(LinuxProcess::terminate);
    return areOver(LONGEST_STOP, daemons);
  }

  private static boolean areOver(Duration most, ImmutableList<LinuxProcess> daemons)
      throws IOException, InterruptedException {
    return Waiting.until(most, () -> daemons.stream().noneMatch(LinuxProcess::isAlive));
  }

  /**
   * Ends by force all that runs of it.
   *
   * @throws IOException if something can't be ended
   */
  public void kill() throws IOException, InterruptedException {
    boolean ended =
        Waiting.until(
            LONGEST_KILL,
            QUIET_LOOKS,
            () -> {
              ImmutableList<LinuxProcess> running = running();
              running.forEach(LinuxProcess::kill);
              return groups().remove() && running.isEmpty();
            });
    if (!ended) {
      throw new IOException(
          "Of "
              + folder.root()
              + " there are still the processes "
              + running().stream().map(LinuxProcess::id).toList()
              + " and the control groups "
              + groups().roots()
              + ".");
    }
    for (Path note : notes()) {
      Files.deleteIfExists(note);
    }
    Files.deleteIfExists(folder.pids());
  }

  /** All of its processes. */
  private ImmutableList<LinuxProcess> running() throws IOException {
    return LinuxProcess.withVariable(folder.mark());
  }

  private ControlGroups groups() throws IOException {
    ImmutableList.Builder<Path> roots = ImmutableList.builder();
    if (Files.isDirectory(folder.root().resolve("nodes"))) {
      for (String name : folder.nodes()) {
        roots.addAll(ControlGroups.of(folder.group(name)).roots());
      }
    }
    return new ControlGroups(roots.build());
  }

  private ImmutableList<Path> notes() throws IOException {
    if (!Files.isDirectory(folder.pids())) {
      return ImmutableList.of();
    }
    try (DirectoryStream<Path> notes = Files.newDirectoryStream(folder.pids())) {
      return ImmutableList.copyOf(notes);
    }
  }

  /** The process that a note tells of; none if there is no note, or half of one. */
  private static Stream<LinuxProcess> note(Path note) {
    try {
      List<String> numbers = List.of(Files.readString(note).strip().split(" ", 2));
      return Stream.of(
          new LinuxProcess(Long.parseLong(numbers.get(0)), Long.parseLong(numbers.get(1))));
    } catch (IOException | RuntimeException e) {
      return Stream.empty(); // Its process is found by its environment.
    }
  }

  private boolean isOurs(LinuxProcess process) {
    return process.isAlive() && process.hasVariable(folder.mark());
  }
}
