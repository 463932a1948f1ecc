package org.foresight.cli.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableMap;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.NLineInputFormat;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.awaitility.core.ThrowingRunnable;
import org.foresight.cli.Foresight;
import org.foresight.cli.doctor.DoctorCommand;
import org.foresight.cli.mode.AdminRefresh;
import org.foresight.cli.mode.ModeCommand;
import org.foresight.cli.mode.OffCommand;
import org.foresight.testbed.DaemonProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * The life of an installation, on daemons that are processes of their own: everything of Foresight
 * that the ResourceManager has is what {@code deploy/foresight-deploy} put there. A MapReduce job
 * runs all the time, and nothing of it may be lost.
 */
@Timeout(300)
class InstallationIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String CAPACITY =
      "org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler";

  /** The application master and the tasks. */
  private static final int CONTAINERS = 3;

  private static final int TASKS = CONTAINERS - 1;

  @TempDir private Path folder;
  private Path hadoop;
  private Path conf;
  private Path traces;
  private String web;
  private final List<DaemonProcess> started = new ArrayList<>();
  private final HttpClient http = HttpClient.newHttpClient();

  @SuppressWarnings("NullAway.Init") // Started by every test.
  private DaemonProcess manager;

  @BeforeEach
  void layOut() throws IOException {
    hadoop = folder.resolve("hadoop");
    conf = Files.createDirectories(hadoop.resolve("etc/hadoop"));
    traces = Files.createDirectories(folder.resolve("traces"));
    Path yarn = hadoop.resolve("share/hadoop/yarn");
    Files.createDirectories(yarn.resolve("lib"));
    Path jar =
        Path.of(
            URI.create(
                ResourceManager.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toString()));
    Files.createSymbolicLink(yarn.resolve(jar.getFileName()), jar);
    Files.writeString(
        conf.resolve("hadoop-env.sh"),
        "export JAVA_HOME='" + System.getProperty("java.home") + "'");
    Files.writeString(
        conf.resolve("log4j.properties"),
        """
        log4j.rootLogger=INFO,console
        log4j.appender.console=org.apache.log4j.ConsoleAppender
        log4j.appender.console.layout=org.apache.log4j.PatternLayout
        log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %p %c{1}: %m%n
        """);
    write("core-site.xml", coreSite());
    String webAddress = freeAddress();
    web = "http://" + webAddress;
    write("yarn-site.xml", yarnSite(webAddress));
    write(
        "capacity-scheduler.xml",
        Map.of(
            "yarn.scheduler.capacity.root.queues", "etl,adhoc",
            "yarn.scheduler.capacity.root.etl.capacity", "50",
            "yarn.scheduler.capacity.root.adhoc.capacity", "50",
            "yarn.scheduler.capacity.maximum-am-resource-percent", "1.0"));
  }

  @AfterEach
  void endAll() {
    started.forEach(DaemonProcess::close);
  }

  @Test
  void isInstalledSwitchedUpgradedAndTakenOutWhileAJobRuns() throws Exception {
    String schedulerBefore = Files.readString(conf.resolve("yarn-site.xml"));
    startManager();
    DaemonProcess node = start(NodeManager.class, "");
    eventually(() -> assertThat(nodes()).isEqualTo(1));
    String id = submit();
    eventually(() -> assertRunsWhole(id));
    assertThat(status("/ws/v1/foresight")).isNotEqualTo(200);

    // Installed: in shadow mode after the restart, and not before.
    Path plugin = plugin();
    deploy(
        "install", "--jar", plugin.toString(), "--history", folder.resolve("history").toString());
    assertThat(status("/ws/v1/foresight")).isNotEqualTo(200);
    assertThat(deploy("verify"))
        .contains(
            "warning: a restart is pending: the ResourceManager that runs (process "
                + manager.id()
                + ") has not taken the jar.");
    manager.stop();
    startManager();
    eventually(() -> assertThat(foresight().path("modes").asText()).isEqualTo("shadow"));
    eventually(() -> assertRunsWhole(id));
    eventually(
        () ->
            assertThat(get("/ws/v1/foresight/jobs/" + id).path("mode").asText())
                .isEqualTo("shadow"));
    eventually(() -> assertThat(foresight().at("/planners/0/planCounts").asBoolean()).isTrue());
    assertThat(command("doctor"))
        .containsPattern("ok +ResourceManager +Hadoop 3.*, STARTED, ACTIVE")
        .containsPattern("ok +running Java +Java 17 ")
        .containsPattern("ok +running jar +.*foresight-yarn-scheduler-plugin.jar, version ")
        .containsPattern("ok +running scheduler ")
        .containsPattern("ok +running modes +They are .shadow")
        .containsPattern("ok +planner .shadow. +Plans, and decides nothing; the last plan is ");

    // One queue on, then everything off, without a restart.
    command("mode", "--queue", "root.etl", "on");
    assertThat(foresight().path("modes").asText()).isEqualTo("shadow, root.etl on");
    eventually(
        () -> assertThat(get("/ws/v1/foresight/jobs/" + id).path("mode").asText()).isEqualTo("on"));
    command("off");
    assertThat(foresight().path("planners")).isEmpty();
    command("off", "--undo");
    assertThat(foresight().path("modes").asText()).isEqualTo("shadow, root.etl on");
    assertThat(Files.readString(log(ResourceManager.class)))
        .as("no refresh changed what needs a restart")
        .doesNotContain("counts from the next start");

    // Another version, by a restart that is a crash.
    Path next = folder.resolve("foresight-yarn-scheduler-next-plugin.jar");
    Files.copy(plugin, next);
    try (FileSystem jar = FileSystems.newFileSystem(next)) {
      Files.createFile(jar.getPath("META-INF", "next"));
    }
    assertThat(command("doctor")).containsPattern("ok +restart +It runs the jar that is installed");
    deploy("upgrade", "--jar", next.toString());
    assertThat(command("doctor")).containsPattern("warn +restart +A restart is pending: it runs ");
    manager.kill();
    startManager();
    eventually(
        () -> assertThat(foresight().path("modes").asText()).isEqualTo("shadow, root.etl on"));
    eventually(() -> assertRunsWhole(id));
    assertThat(deploy("verify"))
        .contains("foresight-yarn-scheduler-next-plugin")
        .doesNotContain("warning: a restart is pending");
    assertThat(command("doctor")).containsPattern("ok +restart +It runs the jar that is installed");

    // Without it.
    deploy("uninstall");
    assertThat(Files.readString(conf.resolve("yarn-site.xml"))).isEqualTo(schedulerBefore);
    manager.stop();
    startManager();
    eventually(() -> assertThat(nodes()).isEqualTo(1));
    eventually(() -> assertRunsWhole(id));
    assertThat(status("/ws/v1/foresight")).isNotEqualTo(200);

    Files.createFile(traces.resolve(WaitingMapper.GO));
    eventually(() -> assertThat(app(id).path("finalStatus").asText()).isEqualTo("SUCCEEDED"));
    assertThat(beginnings()).as("no task began twice").isEqualTo(TASKS);
    assertThat(app(id).path("currentAppAttemptId").asText(id)).doesNotEndWith("2");
    assertThat(node.isAlive()).isTrue();
  }

  private void startManager() throws IOException {
    manager =
        start(
            ResourceManager.class,
            File.pathSeparator + hadoop.resolve("share/hadoop/yarn/lib") + File.separator + "*");
    eventually(
        () ->
            assertThat(get("/ws/v1/cluster/info").at("/clusterInfo/haState").asText())
                .isEqualTo("ACTIVE"));
  }

  private DaemonProcess start(Class<?> main, String more) throws IOException {
    DaemonProcess daemon =
        DaemonProcess.start(
            main.getName(),
            DaemonProcess.SMALL,
            conf + File.pathSeparator + hadoopClassPath() + more,
            log(main),
            ImmutableMap.of());
    started.add(daemon);
    return daemon;
  }

  /** The class path of this test, without Foresight and what is no jar. */
  private static String hadoopClassPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> entry.endsWith(".jar"))
        .filter(entry -> !Path.of(entry).getFileName().toString().startsWith("foresight-"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private Path log(Class<?> main) {
    return folder.resolve(main.getSimpleName() + ".log");
  }

  /** All that it has, in its first attempt. */
  private void assertRunsWhole(String id) throws Exception {
    assertThat(app(id).path("state").asText()).isEqualTo("RUNNING");
    assertThat(app(id).path("runningContainers").asInt()).isEqualTo(CONTAINERS);
    assertThat(beginnings()).isEqualTo(TASKS);
  }

  private long beginnings() throws IOException {
    try (Stream<Path> files = Files.list(traces)) {
      return files.filter(file -> file.getFileName().toString().startsWith("attempt")).count();
    }
  }

  private String submit() throws Exception {
    Path input = Files.writeString(folder.resolve("input"), "a\n".repeat(TASKS));
    JobConf job = new JobConf(false);
    for (String file : List.of("core-default.xml", "yarn-default.xml", "mapred-default.xml")) {
      job.addResource(file);
    }
    for (String file : List.of("core-site.xml", "yarn-site.xml")) {
      job.addResource(new org.apache.hadoop.fs.Path(conf.resolve(file).toUri()));
    }
    job.set("mapreduce.framework.name", "yarn");
    job.set("mapreduce.job.queuename", "root.etl");
    job.set("yarn.app.mapreduce.am.staging-dir", folder.resolve("staging").toString());
    job.set("yarn.app.mapreduce.am.resource.mb", "256");
    job.set("yarn.app.mapreduce.am.command-opts", "-Xmx160m -XX:TieredStopAtLevel=1");
    job.set("mapreduce.map.memory.mb", "256");
    job.set("mapreduce.map.java.opts", "-Xmx128m -XX:TieredStopAtLevel=1");
    job.setInt("mapreduce.task.io.sort.mb", 8);
    job.setBoolean("mapreduce.map.speculative", false);
    job.set(
        "mapreduce.application.classpath",
        System.getProperty("java.class.path").replace(File.pathSeparator, ","));
    job.set(WaitingMapper.FOLDER, traces.toString());
    Job submitted = Job.getInstance(job, "nightly");
    submitted.setMapperClass(WaitingMapper.class);
    submitted.setNumReduceTasks(0);
    submitted.setInputFormatClass(NLineInputFormat.class);
    submitted.setOutputFormatClass(NullOutputFormat.class);
    NLineInputFormat.addInputPath(submitted, new org.apache.hadoop.fs.Path(input.toUri()));
    submitted.submit();
    return submitted.getJobID().toString().replace("job_", "application_");
  }

  private String deploy(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                "bash",
                Path.of("../deploy/foresight-deploy").toString(),
                arguments[0],
                "--hadoop",
                hadoop.toString(),
                "--conf",
                conf.toString()));
    command.addAll(List.of(arguments).subList(1, arguments.length));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  /** What a command of this version says, about this installation. */
  private String command(String... arguments) {
    StringWriter said = new StringWriter();
    AdminRefresh refresh = new AdminRefresh();
    CommandLine commandLine =
        Foresight.commandLine(
            new DoctorCommand(Map.of()),
            new ModeCommand(Map.of(), refresh),
            new OffCommand(Map.of(), refresh));
    commandLine.setOut(new PrintWriter(said, true));
    commandLine.setErr(new PrintWriter(said, true));
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--conf", conf.toString()));
    if (arguments[0].equals("doctor")) {
      all.addAll(List.of("--rm", web));
    }
    assertThat(commandLine.execute(all.toArray(String[]::new))).as(said.toString()).isZero();
    return said.toString();
  }

  private static Path plugin() {
    return Path.of(
        Objects.requireNonNull(
            System.getProperty("foresight.plugin.jar"),
            "The build must say in foresight.plugin.jar where the plug-in's jar is."));
  }

  private JsonNode app(String id) throws Exception {
    return get("/ws/v1/cluster/apps/" + id).path("app");
  }

  private int nodes() throws Exception {
    return get("/ws/v1/cluster/metrics").at("/clusterMetrics/activeNodes").asInt();
  }

  private JsonNode foresight() throws Exception {
    return get("/ws/v1/foresight");
  }

  private JsonNode get(String path) throws Exception {
    return new ObjectMapper().readTree(send(path).body());
  }

  private int status(String path) throws Exception {
    return send(path).statusCode();
  }

  private HttpResponse<String> send(String path) throws Exception {
    return http.send(
        HttpRequest.newBuilder(URI.create(web + path)).header("Accept", "application/json").build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /** Until it is so; whatever is thrown meanwhile. */
  private static void eventually(ThrowingRunnable assertion) {
    await().atMost(PATIENCE).ignoreExceptions().untilAsserted(assertion);
  }

  private Map<String, String> coreSite() {
    return Map.of("fs.defaultFS", "file:///", "hadoop.tmp.dir", folder.resolve("tmp").toString());
  }

  private Map<String, String> yarnSite(String webAddress) throws IOException {
    ImmutableMap.Builder<String, String> site = ImmutableMap.builder();
    // A restart listens where its predecessor did.
    for (String address :
        List.of(
            YarnConfiguration.RM_ADDRESS,
            YarnConfiguration.RM_SCHEDULER_ADDRESS,
            YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
            YarnConfiguration.RM_ADMIN_ADDRESS)) {
      site.put(address, freeAddress());
    }
    return site.put(YarnConfiguration.RM_WEBAPP_ADDRESS, webAddress)
        .put(YarnConfiguration.RM_SCHEDULER, CAPACITY)
        .put(YarnConfiguration.RECOVERY_ENABLED, "true")
        .put(YarnConfiguration.FS_RM_STATE_STORE_URI, folder.resolve("state").toUri().toString())
        .put("yarn.resourcemanager.work-preserving-recovery.scheduling-wait-ms", "500")
        .put(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, "500")
        .put("yarn.scheduler.minimum-allocation-mb", "128")
        .put(YarnConfiguration.NM_ADDRESS, "localhost:0")
        .put(YarnConfiguration.NM_LOCALIZER_ADDRESS, "localhost:0")
        .put(YarnConfiguration.NM_WEBAPP_ADDRESS, "localhost:0")
        .put(YarnConfiguration.NM_PMEM_MB, "2048")
        .put(YarnConfiguration.NM_VMEM_CHECK_ENABLED, "false")
        .put(YarnConfiguration.NM_PMEM_CHECK_ENABLED, "false")
        .put(YarnConfiguration.NM_LOCAL_DIRS, folder.resolve("local").toString())
        .put(YarnConfiguration.NM_LOG_DIRS, folder.resolve("logs").toString())
        .put(YarnConfiguration.NM_MAX_PER_DISK_UTILIZATION_PERCENTAGE, "99.5")
        .put(YarnConfiguration.NM_AUX_SERVICES, "mapreduce_shuffle")
        .put("mapreduce.shuffle.port", "0")
        .buildOrThrow();
  }

  private static String freeAddress() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "localhost:" + socket.getLocalPort();
    }
  }

  private void write(String name, Map<String, String> keys) throws IOException {
    Configuration file = new Configuration(false);
    keys.forEach(file::set);
    try (var out = Files.newBufferedWriter(conf.resolve(name))) {
      file.writeXml(out);
    }
  }
}
