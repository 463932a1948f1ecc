package org.foresight.cli.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.foresight.cli.Foresight;
import org.foresight.cli.doctor.DoctorCommand;
import org.foresight.cli.mode.AdminRefresh;
import org.foresight.cli.mode.ModeCommand;
import org.foresight.cli.mode.OffCommand;
import org.foresight.testbed.DaemonProcess;
import picocli.CommandLine;

/**
 * A host as it is before Foresight is installed: Hadoop's folder, its configuration, and its
 * daemons, which are processes of their own.
 */
final class HadoopHost implements AutoCloseable {
  private static final String CAPACITY =
      "org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler";

  private final Path folder;
  private final Path hadoop;
  private final Path conf;
  private final List<DaemonProcess> started = new ArrayList<>();

  /** What a command has printed, and its exit status. */
  record Said(String text, int exit) {}

  private HadoopHost(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
    hadoop = folder.resolve("hadoop");
    conf = Files.createDirectories(hadoop.resolve("etc/hadoop"));
  }

  /**
   * Lays one out.
   *
   * @param folder of the host, which is made
   * @param yarnSite its keys beside those of {@link #yarn}
   */
  static HadoopHost at(Path folder, Map<String, String> yarnSite) throws IOException {
    HadoopHost host = new HadoopHost(folder);
    Path yarn = host.hadoop.resolve("share/hadoop/yarn");
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
        host.conf.resolve("hadoop-env.sh"),
        "export JAVA_HOME='" + System.getProperty("java.home") + "'");
    Files.writeString(
        host.conf.resolve("log4j.properties"),
        """
        log4j.rootLogger=INFO,console
        log4j.appender.console=org.apache.log4j.ConsoleAppender
        log4j.appender.console.layout=org.apache.log4j.PatternLayout
        log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %p %c{1}: %m%n
        """);
    host.write(
        "core-site.xml",
        Map.of("fs.defaultFS", "file:///", "hadoop.tmp.dir", folder.resolve("tmp").toString()));
    host.write(
        "capacity-scheduler.xml",
        Map.of(
            "yarn.scheduler.capacity.root.queues", "etl,adhoc",
            "yarn.scheduler.capacity.root.etl.capacity", "50",
            "yarn.scheduler.capacity.root.adhoc.capacity", "50",
            "yarn.scheduler.capacity.maximum-am-resource-percent", "1.0"));
    host.write(
        "yarn-site.xml",
        ImmutableMap.<String, String>builder().putAll(host.yarn()).putAll(yarnSite).buildOrThrow());
    return host;
  }

  private Map<String, String> yarn() {
    return ImmutableMap.<String, String>builder()
        .put(YarnConfiguration.RM_SCHEDULER, CAPACITY)
        .put(YarnConfiguration.RECOVERY_ENABLED, "true")
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

  static String freeAddress() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "localhost:" + socket.getLocalPort();
    }
  }

  /** The plug-in's jar, as it was built. */
  static Path plugin() {
    return Path.of(
        Objects.requireNonNull(
            System.getProperty("foresight.plugin.jar"),
            "The build must say in foresight.plugin.jar where the plug-in's jar is."));
  }

  Path conf() {
    return conf;
  }

  DaemonProcess startManager() throws IOException {
    return start(
        ResourceManager.class,
        File.pathSeparator + hadoop.resolve("share/hadoop/yarn/lib") + File.separator + "*");
  }

  DaemonProcess startNode() throws IOException {
    return start(NodeManager.class, "");
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

  /** Where daemons of a kind write what they print. */
  Path log(Class<?> main) {
    return folder.resolve(main.getSimpleName() + ".log");
  }

  /** What the script says, which ends well. */
  String deploy(String... arguments) throws Exception {
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

  /** What {@code foresight} says here, with {@code --conf}. */
  Said command(String... arguments) {
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
    int exit = commandLine.execute(all.toArray(String[]::new));
    return new Said(said.toString(), exit);
  }

  private void write(String name, Map<String, String> keys) throws IOException {
    Configuration file = new Configuration(false);
    keys.forEach(file::set);
    try (var out = Files.newBufferedWriter(conf.resolve(name))) {
      file.writeXml(out);
    }
  }

  /** Ends all daemons. */
  @Override
  public void close() {
    started.forEach(DaemonProcess::close);
  }
}
