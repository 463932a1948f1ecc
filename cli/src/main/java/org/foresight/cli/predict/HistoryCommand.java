package org.foresight.cli.predict;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The commands about what a scheduler has learned. */
@Command(
    name = "history",
    description = "Fills, shows and exports the history that predictions come from.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      HistoryImportCommand.class,
      HistoryShowCommand.class,
      HistoryExportCommand.class
    })
public final class HistoryCommand implements Runnable {

  @Spec private CommandSpec spec;

  /** Picocli fills the fields. */
  @SuppressWarnings("NullAway.Init")
  public HistoryCommand() {}

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "A command is missing: import, show or export.");
  }
}
