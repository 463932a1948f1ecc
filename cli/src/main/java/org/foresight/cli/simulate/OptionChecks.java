package org.foresight.cli.simulate;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Checks what options say, and says what is wrong in the words that were typed. */
final class OptionChecks {

  private OptionChecks() {}

  static void requireAtLeast(CommandSpec command, String option, long value, long least) {
    if (value < least) {
      throw error(command, option + " is (" + value + ") and must be at least " + least + ".");
    }
  }

  static void requireBetween(
      CommandSpec command, String option, long value, long least, long most) {
    if (value < least || value > most) {
      throw error(
          command,
          option
              + " is ("
              + value
              + ") and must be a whole number between "
              + least
              + " and "
              + most
              + ".");
    }
  }

  static void requireBetween(
      CommandSpec command, String option, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw error(
          command,
          option + " is (" + value + ") and must be between " + least + " and " + most + ".");
    }
  }

  /** Wrong usage. */
  static ParameterException error(CommandSpec command, String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
