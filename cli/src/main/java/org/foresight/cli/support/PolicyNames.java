package org.foresight.cli.support;

import com.google.common.collect.Sets;
import java.util.List;
import java.util.Set;
import org.foresight.planner.distributed.hybrid.HybridPolicies;
import org.foresight.planner.policy.Policies;
import picocli.CommandLine.Model.CommandSpec;

/** Names of policies on a command line. */
public final class PolicyNames {

  private PolicyNames() {}

  /**
   * Accepts the names of policies that a simulator can run, each once: those with a centre, and
   * those of {@link HybridPolicies}.
   *
   * @throws picocli.CommandLine.ParameterException if there is none of a name, with those that are
   *     accepted, or one is there twice
   */
  public static void requireSimulated(CommandSpec command, String option, List<String> names) {
    require(command, option, names, Sets.union(Policies.simulatedNames(), HybridPolicies.names()));
  }

  /**
   * Accepts the names of policies with a centre that a simulator can run, each once.
   *
   * @throws picocli.CommandLine.ParameterException if there is none of a name, with those that are
   *     accepted, or one is there twice
   */
  public static void require(CommandSpec command, String option, List<String> names) {
    require(command, option, names, Policies.simulatedNames());
  }

  private static void require(
      CommandSpec command, String option, List<String> names, Set<String> accepted) {
    for (String name : names) {
      if (!accepted.contains(name)) {
        throw OptionChecks.error(
            command,
            option + " has (" + name + "), which is none of " + String.join(", ", accepted) + ".");
      }
    }
    OptionChecks.requireDistinct(command, option, names);
  }
}
