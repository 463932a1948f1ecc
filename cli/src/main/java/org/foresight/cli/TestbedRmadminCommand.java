package org.foresight.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.yarn.client.cli.RMAdminCLI;
import org.foresight.testbed.ReachableTestbed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Unmatched;

/** Is {@code yarn rmadmin} for a testbed, which has no {@code yarn} script. */
@Command(
    name = "rmadmin",
    description = {
      "Does what yarn rmadmin does on a cluster, such as -refreshQueues.",
      "",
      "All but the folder is passed on to Hadoop, which prints its usage if there is nothing."
    },
    customSynopsis = "foresight testbed rmadmin --dir DIR ARGUMENT...")
final class TestbedRmadminCommand implements Callable<Integer> {

  @Mixin private TestbedFolderOption folder;

  @Unmatched private List<String> arguments = new ArrayList<>();

  /** Picocli fills the fields. */
  @SuppressWarnings("NullAway.Init")
  TestbedRmadminCommand() {}

  @Override
  public Integer call() throws Exception { // What the interface of Hadoop's tools declares.
    ReachableTestbed testbed = folder.reachable();
    folder.requireUp(testbed);
    RMAdminCLI hadoop = new RMAdminCLI(testbed.configuration());
    return hadoop.run(arguments.toArray(String[]::new)) == 0 ? 0 : Foresight.FAILURE;
  }
}
