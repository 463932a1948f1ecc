package org.foresight.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.foresight.testbed.ForesightBuild;
import org.foresight.testbed.HostsTestbed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Makes the folder of a testbed for hosts, and starts nothing. */
@Command(
    name = "lay-out",
    description = {
      "Makes the folder of a testbed whose daemons are to run on hosts of their own, such as"
          + " containers, and starts none of them; the image of docker/ is made by it.",
      "",
      "It is installed and configured as by up. Every host needs the folder under the same path,"
          + " and finds the ResourceManager under the name resourcemanager."
    })
final class TestbedLayOutCommand implements Callable<Integer> {

  /** Of all sizes of clusters alike: every host of a node has the same. */
  private static final int NODES = 1;

  @Spec private CommandSpec spec;

  @Mixin private TestbedOptions options;

  /** Picocli fills the fields. */
  @SuppressWarnings("NullAway.Init")
  TestbedLayOutCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    HostsTestbed testbed =
        HostsTestbed.layOut(options.parameters(NODES), ForesightBuild.running(), options.dir());
    PrintWriter out = spec.commandLine().getOut();
    out.println("On the host resourcemanager: java @" + testbed.managerArguments());
    out.println("On every host of a node: java @" + testbed.nodeArguments());
    out.flush();
    return 0;
  }
}
