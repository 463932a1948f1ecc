package org.foresight.cli;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.foresight.cli.support.MemoryConverter;
import org.foresight.cli.support.OptionChecks;
import org.foresight.cli.support.PolicyNames;
import org.foresight.predictor.Counts;
import org.foresight.testbed.ForesightBuild;
import org.foresight.testbed.Testbed;
import org.foresight.testbed.TestbedFolder;
import org.foresight.testbed.TestbedParameters;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Starts a testbed. */
@Command(
    name = "up",
    description = {
      "Starts a ResourceManager and NodeManagers, each as a process of its own, waits until all are"
          + " there, and leaves them running.",
      "",
      "Foresight is installed by deploy/foresight-deploy, the agent of nodes by the keys of"
          + " conf/yarn-site-nodemanager.xml; its times are those of the demo, which is quick. The"
          + " queues are production and adhoc."
    })
final class TestbedUpCommand implements Callable<Integer> {

  private static final long MOST_NODES = 100;
  private static final long MOST_VCORES = 10_000;
  private static final long MOST_MEMORY_MB = 1 << 24;
  private static final long MOST_PORT = 65_535;
  private static final int MIB_PER_VCORE = 1_024;

  /** What Foresight does with the queues. */
  enum Mode {
    OFF,
    SHADOW,
    ON
  }

  @Spec private CommandSpec spec;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      required = true,
      description = "Where all of it is to be: a folder that is empty or not there.")
  private Path dir;

  @Option(
      names = "--nodes",
      paramLabel = "NUMBER",
      defaultValue = "4",
      description = "How many NodeManagers (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--vcores",
      paramLabel = "NUMBER",
      defaultValue = "8",
      description = "Virtual cores of a node (default: ${DEFAULT-VALUE}).")
  private int vcores;

  @Option(
      names = "--offered-vcores",
      paramLabel = "NUMBER",
      description =
          "What a node takes at once; more than it has lets its agent suspend tasks (default: what"
              + " it has).")
  private @Nullable Integer offeredVcores;

  @Option(
      names = "--memory",
      paramLabel = "AMOUNT",
      converter = MemoryConverter.class,
      description = "Memory of a node, such as 8g (default: 1g for each that it takes at once).")
  private @Nullable Long memoryMb;

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      defaultValue = "foresight",
      description =
          "foresight.policy (default: ${DEFAULT-VALUE}), or capacity: Hadoop's CapacityScheduler,"
              + " without any plug-in.")
  private String policy;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      defaultValue = "on",
      description = "Of all queues: off, shadow or on (default: ${DEFAULT-VALUE}).")
  private Mode mode;

  @Option(names = "--preemption", description = "Let Foresight stop best-effort tasks.")
  private boolean preemption;

  @Option(
      names = "--async",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Allocate from threads of the scheduler's own, or only on node heartbeats.")
  private boolean asynchronous;

  @Option(
      names = "--web-port",
      paramLabel = "PORT",
      defaultValue = "0",
      description =
          "The ResourceManager's web server's (default: one that is free, as all others).")
  private int webPort;

  /** Picocli fills the fields. */
  @SuppressWarnings("NullAway.Init")
  TestbedUpCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    TestbedParameters parameters = parameters();
    PrintWriter err = spec.commandLine().getErr();
    err.println("Starting " + Counts.of(nodes + 1L, "daemon") + " …");
    err.flush();
    Testbed testbed = Testbed.up(parameters, ForesightBuild.running(), dir);
    PrintWriter out = spec.commandLine().getOut();
    whatNext(testbed, parameters.foresight().isPresent()).forEach(out::println);
    out.flush();
    return 0;
  }

  private TestbedParameters parameters() {
    OptionChecks.requireBetween(spec, "--nodes", nodes, 1, MOST_NODES);
    OptionChecks.requireBetween(spec, "--vcores", vcores, 1, MOST_VCORES);
    OptionChecks.requireBetween(spec, "--web-port", webPort, 0, MOST_PORT);
    int offered = offeredVcores == null ? vcores : offeredVcores;
    OptionChecks.requireBetween(spec, "--offered-vcores", offered, vcores, MOST_VCORES);
    long memory = memoryMb == null ? (long) offered * MIB_PER_VCORE : memoryMb;
    if (memory < MIB_PER_VCORE || memory > MOST_MEMORY_MB) {
      throw OptionChecks.error(spec, "--memory is (" + memory + "m) and must be 1g to 16384g.");
    }
    PolicyNames.require(spec, "--policy", ImmutableList.of(policy));
    DemoScheduler scheduler = new DemoScheduler(policy);
    if (scheduler.needsOracle()) {
      throw new ParameterException(
          spec.commandLine(), "--policy has (" + policy + "), which no plug-in runs.");
    }
    if (preemption && !scheduler.stopsTasks(true)) {
      throw OptionChecks.error(spec, "--preemption needs a policy of Foresight's.");
    }
    return TestbedParameters.DEFAULTS
        .withSize(nodes, vcores, (int) memory)
        .withOfferedVcores(offered)
        .withWebPort(webPort)
        .withRecovery()
        .withScheduler(asynchronous, keys(scheduler));
  }

  /** What foresight-site.xml is to say; empty where there is to be no Foresight. */
  private Optional<ImmutableMap<String, String>> keys(DemoScheduler scheduler) {
    if (scheduler.isCapacity()) {
      return Optional.empty();
    }
    Path history = dir.toAbsolutePath().normalize().resolve("history");
    return Optional.of(
        ImmutableMap.<String, String>builder()
            .putAll(scheduler.configuration(history, preemption))
            .put("foresight.mode", mode.name().toLowerCase(Locale.ROOT))
            .buildKeepingLast());
  }

  private ImmutableList<String> whatNext(Testbed testbed, boolean withForesight) {
    TestbedFolder folder = testbed.folder();
    String web = testbed.webAddress();
    ImmutableList.Builder<String> lines = ImmutableList.builder();
    lines.add(
        Counts.of(nodes, "node") + " and their ResourceManager run: " + web,
        "Configuration: " + folder.conf(),
        "Logs: " + folder.logs(),
        "",
        "    foresight testbed run --dir " + dir,
        "    foresight testbed submit --dir " + dir + " --queue root.production --deadline 2m");
    if (withForesight) {
      lines.add(
          "    foresight doctor --conf "
              + folder.conf()
              + " --jars "
              + folder.plugIns()
              + " --rm "
              + web,
          "    foresight mode --conf " + folder.conf() + " --queue root.adhoc shadow",
          "    foresight queue root.adhoc --rm " + web);
    }
    return lines.add("    foresight testbed down --dir " + dir).build();
  }
}
