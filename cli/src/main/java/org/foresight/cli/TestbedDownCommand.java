package org.foresight.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.foresight.testbed.Testbed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Ends a testbed. */
@Command(
    name = "down",
    description = {
      "Ends all processes of a testbed, those of its containers too, and keeps its logs.",
      "",
      "Whatever of it has been killed before, and also if it is down already."
    })
final class TestbedDownCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private TestbedFolderOption folder;

  /** Picocli fills the fields. */
  @SuppressWarnings("NullAway.Init")
  TestbedDownCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    Testbed testbed = folder.processes();
    testbed.down();
    PrintWriter out = spec.commandLine().getOut();
    out.println("Nothing of the testbed in " + folder.dir() + " runs.");
    out.println("Logs of its daemons: " + testbed.folder().log("*"));
    out.println("Logs of its containers: " + testbed.folder().logs().resolve("containers"));
    out.flush();
    return 0;
  }
}
