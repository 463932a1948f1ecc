package org.foresight.testbed;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
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
public final class Testbed implements ReachableTestbed {
  private static final Duration LONGEST_START = Duration.ofSeconds(90);

  /** Of daemons that are asked to end. */
  private static final Duration LONGEST_STOP = Duration.ofSeconds(15);

  /** Of what is ended by force. */
  private static final Duration LONGEST_KILL = Duration.ofSeconds(20);

  /** How many looks in a row must find nobody: a process may be born while one looks. */
  private static final int QUIET_LOOKS = 3;

  private static final Logger LOG = LoggerFactory.getLogger(Testbed.class);

  private final TestbedFolder folder;
  private final Object starting = new Object();

  /** How long the log of a daemon was before this process has started it. */
  private final Map<String, Long> logBegins = new HashMap<>();

  /** Guarded by starting. */
  private boolean isAbandoned;

  private final DaemonWeb web = new DaemonWeb();

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
    testbed.folder.claim(); // Whoever comes later would end this one when it fails.
    // A JVM that ends, as by Ctrl-C, may not come to the end of this.
    ShutdownHook hook = ShutdownHook.add("testbed-abandoned", testbed::abandonAtTheEnd);
    try {
      TestbedLayout.write(
          parameters,
          TestbedAddresses.onThisMachine(parameters.nodes(), parameters.webPort()),
          build,
          testbed.folder);
      // From here on somebody has to take it down.
      Files.createDirectories(testbed.folder.pids());
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
   * @throws IOException if there is none, or it is one of {@link HostsTestbed hosts}
   */
  public static Testbed of(Path folder) throws IOException {
    TestbedFolder found = TestbedFolder.of(folder);
    if (found.isOfHosts()) {
      throw new IOException(
          folder
              + ": the daemons of this testbed are on hosts of their own; whoever runs these ends and"
              + " restarts them.");
    }
    return new Testbed(found);
  }

  @Override
  public TestbedFolder folder() {
    return folder;
  }

  @Override
  public int slots() throws IOException {
    int slots = 0;
    for (String name : folder.nodes()) {
      slots += TestbedConfiguration.slots(folder, name);
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
    return web.ask("http://" + address + path)
        .orElseThrow(() -> new IOException(name + " does not answer. " + end(name)));
  }

  @Override
  public boolean isUp() throws IOException {
    return !managers().isEmpty();
  }

  /** It was taken down, or its last processes ended by force. */
  @Override
  public boolean isDown() {
    return !Files.isDirectory(folder.pids());
  }

  @Override
  public String start() {
    return "foresight testbed restart starts it";
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
        isManager ? managers() : withArgument(DaemonLaunch.node(folder, name).classPath());
    if (!stop(before)) {
      before.forEach(LinuxProcess::kill);
      if (!areOver(LONGEST_KILL, before)) {
        throw new IOException(name + " can't be ended: " + before + ".");
      }
    }
    if (isManager) {
      start(DaemonLaunch.manager(folder));
      awaitManager();
      awaitNodes(this::nodesAlive);
    } else {
      start(DaemonLaunch.node(folder, name));
      String address =
          TestbedConfiguration.readNode(folder, name).get(YarnConfiguration.NM_WEBAPP_ADDRESS);
      // It starts its web server when all else has started.
      awaitAnswer(name, () -> web.ask("http://" + address + "/ws/v1/node/info").isPresent());
    }
  }

  /** It answers, and takes nodes, before it is active, and Foresight says nothing until then. */
  private void awaitManager() throws IOException, InterruptedException {
    String manager = webAddress();
    awaitAnswer(
        TestbedFolder.RESOURCE_MANAGER,
        () ->
            web.managerInfo(manager)
                .filter(info -> info.at("/clusterInfo/haState").asText().equals("ACTIVE"))
                .isPresent());
  }

  private void awaitAnswer(String name, Waiting.Condition answers)
      throws IOException, InterruptedException {
    boolean answered =
        Waiting.until(
            LONGEST_START,
            () -> {
              requireAlive(name);
              return answers.holds();
            });
    if (!answered) {
      throw new IOException(
          name + " has not answered for " + LONGEST_START.toSeconds() + " s. " + end(name));
    }
  }

  private void requireAlive(String name) throws IOException {
    if (note(folder.pids().resolve(name)).noneMatch(LinuxProcess::isAlive)) {
      throw new IOException(name + " has ended. " + end(name));
    }
  }

  // --- up ----------------------------------------------------------------------------------------

  private void start(TestbedParameters parameters) throws IOException, InterruptedException {
    start(DaemonLaunch.manager(folder));
    for (int node = 1; node <= parameters.nodes(); node++) {
      start(DaemonLaunch.node(folder, TestbedFolder.node(node)));
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

  /** How many nodes there are to be. */
  @FunctionalInterface
  private interface NodeCount {
    int get() throws IOException;
  }

  private void awaitNodes(NodeCount nodes) throws IOException, InterruptedException {
    String manager = webAddress();
    if (!Waiting.until(LONGEST_START, () -> nodes.get() <= web.runningNodes(manager))) {
      throw new IOException(
          "After "
              + LONGEST_START.toSeconds()
              + " s, "
              + web.runningNodes(manager)
              + " of "
              + Counts.of(nodes.get(), "node")
              + " can be used. "
              + end(TestbedFolder.RESOURCE_MANAGER));
    }
  }

  private void start(DaemonLaunch daemon) throws IOException, InterruptedException {
    synchronized (starting) {
      if (isAbandoned) {
        throw new InterruptedException();
      }
      startNow(daemon);
    }
  }

  private void startNow(DaemonLaunch launch) throws IOException {
    String name = launch.name();
    Path log = folder.log(name);
    logBegins.put(name, Files.exists(log) ? Files.size(log) : 0);
    DaemonProcess daemon =
        DaemonProcess.start(
            launch.main(),
            launch.options(),
            launch.classPath(),
            log,
            ImmutableMap.of(TestbedFolder.VARIABLE, folder.root().toString()));
    LinuxProcess process =
        LinuxProcess.of(daemon.id())
            .orElseThrow(() -> new IOException(name + " has ended at once. " + end(name)));
    Files.writeString(
        folder.pids().resolve(name), process.id() + " " + process.startTicks() + "\n");
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
