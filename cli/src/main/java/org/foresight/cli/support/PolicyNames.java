package org.foresight.cli.support;

import java.util.List;
import org.foresight.planner.policy.Policies;
import picocli.CommandLine.Model.CommandSpec;

/** Names of policies on a command line. */
public final class PolicyNames {

  private PolicyNames() {}

  /**
   * Accepts the names of policies that a simulator can run, each once.
   *
   * @throws picocli.CommandLine.ParameterException if there is none of a name, with those that are
   *     accepted, or one is there twice
   */
  public static void require(CommandSpec command, String option, List<String> names) {
    for (String name : names) {
      if (!Policies.simulatedNames().contains(name)) {
        throw OptionChecks.error(
            command,
            option
                + " has ("
                + name
                + "), which is none of "
                + String.join(", ", Policies.simulatedNames())
                + ".");
      }
    }
    OptionChecks.requireDistinct(command, option, names);
  }
}
