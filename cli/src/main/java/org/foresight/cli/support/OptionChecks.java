package org.foresight.cli.support;

import com.google.common.collect.ImmutableSet;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Checks what options say, and says what is wrong in the words that were typed. */
public final class OptionChecks {

  private OptionChecks() {}

  public static void requireAtLeast(CommandSpec command, String option, long value, long least) {
    if (value < least) {
      throw error(command, option + " is (" + value + ") and must be at least " + least + ".");
    }
  }

  public static void requireBetween(
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

  public static void requireBetween(
      CommandSpec command, String option, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw error(
          command,
          option + " is (" + value + ") and must be between " + least + " and " + most + ".");
    }
  }

  /** Refuses a list that was said and has nothing in it, such as a comma alone. */
  public static void requireSome(CommandSpec command, String option, List<?> values) {
    if (values.isEmpty() && command.commandLine().getParseResult().hasMatchedOption(option)) {
      throw error(command, option + " names nothing; it needs one value at least.");
    }
  }

  public static void requireDistinct(CommandSpec command, String option, List<?> values) {
    if (ImmutableSet.copyOf(values).size() < values.size()) {
      throw error(command, option + " has a value twice: " + values + ".");
    }
  }

  /**
   * What is meant by a label of {@code --format}.
   *
   * @param found what the label stands for, if anything
   * @param listed what is accepted, for people
   */
  public static <T> T format(CommandSpec command, String label, Optional<T> found, String listed) {
    return found.orElseThrow(
        () -> error(command, "--format is (" + label + ") and must be one of: " + listed + "."));
  }

  /** Wrong usage. */
  public static ParameterException error(CommandSpec command, String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
