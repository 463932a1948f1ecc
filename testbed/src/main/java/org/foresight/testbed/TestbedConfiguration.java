package org.foresight.testbed;

import static com.google.common.collect.ImmutableMap.toImmutableMap;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Streams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.LeveldbRMStateStore;
import org.foresight.yarn.site.SiteFile;

/** Writes the configuration folders of a testbed: one of the ResourceManager, one of every node. */
final class TestbedConfiguration {
  static final String CORE_SITE = "core-site.xml";
  static final String YARN_SITE = "yarn-site.xml";
  static final String QUEUES = "capacity-scheduler.xml";
  static final String FORESIGHT_SITE = "foresight-site.xml";
  static final String AGENT_EXAMPLE = "yarn-site-nodemanager.xml";
  static final String AGENT_VCORES = "foresight.agent.vcores";

  private static final String EMPTY =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<configuration>\n</configuration>\n";
  private static final Duration RETRY_INTERVAL = Duration.ofSeconds(1);

  private final TestbedParameters parameters;
  private final TestbedAddresses addresses;
  private final TestbedFolder folder;
  private final ForesightBuild build;

  private TestbedConfiguration(
      TestbedParameters parameters,
      TestbedAddresses addresses,
      TestbedFolder folder,
      ForesightBuild build) {
    this.parameters = parameters;
    this.addresses = addresses;
    this.folder = folder;
    this.build = build;
  }

  /** Writes all but foresight-site.xml and the scheduler's class, which come with the plug-in. */
  static void write(
      TestbedParameters parameters,
      TestbedAddresses addresses,
      TestbedFolder folder,
      ForesightBuild build)
      throws IOException {
    new TestbedConfiguration(parameters, addresses, folder, build).write();
  }

  private void write() throws IOException {
    ImmutableMap<String, String> manager = manager();
    hosts(
        folder.conf(),
        ImmutableMap.of(CommonConfigurationKeysPublic.HADOOP_PROMETHEUS_ENABLED, "true"));
    edit(folder.conf().resolve(YARN_SITE), EMPTY, manager);
    Configuration queues = new Configuration(false);
    LocalYarnConfiguration.queues(queues, parameters.asynchronous());
    edit(folder.conf().resolve(QUEUES), EMPTY, keys(queues));
    for (Map.Entry<String, ImmutableMap<String, String>> node : addresses.nodes().entrySet()) {
      node(node.getKey(), node.getValue(), manager);
    }
  }

  /** What a host of any daemon has. */
  private void hosts(Path conf, ImmutableMap<String, String> more) throws IOException {
    Files.createDirectories(conf);
    Configuration core = new Configuration(false);
    LocalYarnConfiguration.common(core, folder.temporary());
    more.forEach(core::set);
    edit(conf.resolve(CORE_SITE), EMPTY, keys(core));
    Files.writeString(
        conf.resolve("hadoop-env.sh"),
        "export JAVA_HOME='" + System.getProperty("java.home") + "'\n");
    Files.writeString(
        conf.resolve("log4j.properties"),
        """
        log4j.rootLogger=INFO,console
        log4j.appender.console=org.apache.log4j.ConsoleAppender
        log4j.appender.console.layout=org.apache.log4j.PatternLayout
        log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %p %c{1}: %m%n
        """);
  }

  private ImmutableMap<String, String> manager() {
    Configuration yarn = new Configuration(false);
    yarn.set(YarnConfiguration.RM_SCHEDULER, LocalYarnParameters.CAPACITY_SCHEDULER);
    LocalYarnConfiguration.resourceManager(
        yarn, parameters.nodeHeartbeat(), parameters.offeredVcores(), parameters.memoryMb());
    addresses.manager().forEach(yarn::set);
    // For nodes and clients that wait for it: it is back within seconds, not after half a minute.
    yarn.setLong(
        YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, RETRY_INTERVAL.toMillis());
    if (parameters.recovers()) {
      yarn.setBoolean(YarnConfiguration.RECOVERY_ENABLED, true);
      // Of the stores that are files the one that starts no process for each of them.
      yarn.set(YarnConfiguration.RM_STORE, LeveldbRMStateStore.class.getName());
      yarn.set(YarnConfiguration.RM_LEVELDB_STORE_PATH, folder.state().toString());
      yarn.setLong(
          YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_SCHEDULING_WAIT_MS,
          RETRY_INTERVAL.multipliedBy(2).toMillis());
    }
    return keys(yarn);
  }

  private void node(
      String name, ImmutableMap<String, String> own, ImmutableMap<String, String> manager)
      throws IOException {
    Path conf = folder.nodeConf(name);
    // Else permissions of files cost a process each, for Maven brings no native library of
    // Hadoop's.
    hosts(
        conf, ImmutableMap.of("fs.AbstractFileSystem.file.impl", ForklessLocalFs.class.getName()));
    Configuration yarn = new Configuration(false);
    manager.forEach(yarn::set);
    LocalYarnConfiguration.nodeManager(yarn, parameters.offeredVcores());
    yarn.setInt(YarnConfiguration.NM_PMEM_MB, parameters.memoryMb());
    own.forEach(yarn::set);
    yarn.set(YarnConfiguration.NM_LOCAL_DIRS, folder.node(name).resolve("local").toString());
    yarn.set(YarnConfiguration.NM_LOG_DIRS, folder.containerLogs(name).toString());
    // The logs of containers stay, and so do their scripts.
    yarn.setInt(YarnConfiguration.DEBUG_NM_DELETE_DELAY_SEC, -1);
    yarn.set(
        YarnConfiguration.NM_ENV_WHITELIST,
        new YarnConfiguration().get(YarnConfiguration.NM_ENV_WHITELIST)
            + ","
            + TestbedFolder.VARIABLE);
    if (parameters.foresight().isEmpty()) {
      edit(conf.resolve(YARN_SITE), EMPTY, keys(yarn));
      return;
    }
    yarn.set(YarnConfiguration.NM_AUX_SERVICES, "foresight_agent"); // There is no MapReduce.
    yarn.setInt(AGENT_VCORES, parameters.vcores());
    if (!name.equals(TestbedFolder.NODE_OF_HOSTS)) {
      // Agents of one machine do not share a group: each tidies up in its own.
      yarn.set("foresight.agent.cgroup", "/" + folder.group(name));
    }
    parameters.agent().forEach(yarn::set);
    String example = Files.readString(build.example(AGENT_EXAMPLE));
    edit(conf.resolve(YARN_SITE), example, keys(yarn));
  }

  /** Sets keys of foresight-site.xml, which is there. */
  static void editForesight(TestbedFolder folder, ImmutableMap<String, String> keys)
      throws IOException {
    Path site = folder.conf().resolve(FORESIGHT_SITE);
    edit(site, Files.readString(site), keys);
  }

  private static void edit(Path file, String text, ImmutableMap<String, String> keys)
      throws IOException {
    SiteFile site = SiteFile.parse(file.toString(), text);
    for (Map.Entry<String, String> key : keys.entrySet()) {
      site = site.with(key.getKey(), key.getValue());
    }
    Files.writeString(file, site.text());
  }

  private static ImmutableMap<String, String> keys(Configuration conf) {
    return Streams.stream(conf)
        .sorted(Map.Entry.comparingByKey())
        .collect(toImmutableMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** What clients of the testbed go by. */
  static Configuration read(TestbedFolder folder) {
    Configuration conf = new YarnConfiguration();
    for (String file : new String[] {CORE_SITE, YARN_SITE, QUEUES}) {
      conf.addResource(new org.apache.hadoop.fs.Path(folder.conf().resolve(file).toUri()));
    }
    LocalYarnConfiguration.client(conf);
    return conf;
  }

  /** What a node goes by. */
  static Configuration readNode(TestbedFolder folder, String name) {
    Configuration conf = new Configuration(false);
    conf.addResource(
        new org.apache.hadoop.fs.Path(folder.nodeConf(name).resolve(YARN_SITE).toUri()));
    return conf;
  }

  /** Tasks of a workload that run at once on a node where none takes turns with another one. */
  static int slots(TestbedFolder folder, String name) {
    Configuration node = readNode(folder, name);
    return Math.min(
        node.getInt(AGENT_VCORES, node.getInt(YarnConfiguration.NM_VCORES, 0)),
        node.getInt(YarnConfiguration.NM_PMEM_MB, 0) / LocalYarnConfiguration.SLOT_MEMORY_MB);
  }
}
