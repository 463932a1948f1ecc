package org.foresight.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The commands about a cluster of real daemons on this machine. */
@Command(
    name = "testbed",
    description = {
      "Starts, uses and ends a YARN on this machine whose daemons are processes of their own.",
      "",
      "Hadoop is what Maven has fetched, and the plug-ins are installed as an operator does it; all"
          + " of it is in one folder."
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      TestbedUpCommand.class,
      TestbedRunCommand.class,
      TestbedSubmitCommand.class,
      TestbedRmadminCommand.class,
      TestbedRestartCommand.class,
      TestbedDownCommand.class,
      TestbedLayOutCommand.class
    })
final class TestbedCommand implements Runnable {

  @Spec private CommandSpec spec;

  /** Picocli fills the fields. */
  @SuppressWarnings("NullAway.Init")
  TestbedCommand() {}

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "A command is missing: up, run, submit, rmadmin, restart, down or lay-out.");
  }
}
