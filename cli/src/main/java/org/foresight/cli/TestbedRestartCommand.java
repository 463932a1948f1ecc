package org.foresight.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.foresight.testbed.Testbed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Restarts a daemon of a testbed. */
@Command(
    name = "restart",
    description = {
      "Ends a daemon of a testbed as an operator does, if it runs, and starts it with what its"
          + " configuration and its folder of jars hold now.",
      "",
      "For keys that need a restart, after an installation or an upgrade, and after a kill."
          + " Applications go on: the ResourceManager keeps its state. Waits until it answers, and"
          + " until all nodes that run are there again."
    })
final class TestbedRestartCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private TestbedFolderOption folder;

  @Parameters(
      paramLabel = "NAME",
      defaultValue = "resourcemanager",
      description = "resourcemanager, or nodemanager- and a number (default: ${DEFAULT-VALUE}).")
  private String name;

  /** Picocli fills the fields. */
  @SuppressWarnings("NullAway.Init")
  TestbedRestartCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    Testbed testbed = folder.processes();
    testbed.restart(name);
    PrintWriter out = spec.commandLine().getOut();
    out.println(name + " runs again: " + testbed.webAddress());
    out.flush();
    return 0;
  }
}
