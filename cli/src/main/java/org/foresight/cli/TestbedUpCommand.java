package org.foresight.cli;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.foresight.cli.support.OptionChecks;
import org.foresight.predictor.Counts;
import org.foresight.testbed.ForesightBuild;
import org.foresight.testbed.Testbed;
import org.foresight.testbed.TestbedFolder;
import org.foresight.testbed.TestbedParameters;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
  private static final long MOST_PORT = 65_535;

  @Spec private CommandSpec spec;

  @Mixin private TestbedOptions options;

  @Option(
      names = "--nodes",
      paramLabel = "NUMBER",
      defaultValue = "4",
      description = "How many NodeManagers (default: ${DEFAULT-VALUE}).")
  private int nodes;

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
    Testbed testbed = Testbed.up(parameters, ForesightBuild.running(), options.dir());
    PrintWriter out = spec.commandLine().getOut();
    whatNext(testbed, parameters.foresight().isPresent()).forEach(out::println);
    out.flush();
    return 0;
  }

  private TestbedParameters parameters() {
    OptionChecks.requireBetween(spec, "--nodes", nodes, 1, MOST_NODES);
    OptionChecks.requireBetween(spec, "--web-port", webPort, 0, MOST_PORT);
    return options.parameters(nodes).withWebPort(webPort);
  }

  private ImmutableList<String> whatNext(Testbed testbed, boolean withForesight) {
    TestbedFolder folder = testbed.folder();
    Path dir = options.dir();
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
