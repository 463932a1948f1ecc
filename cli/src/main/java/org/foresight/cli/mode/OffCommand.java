package org.foresight.cli.mode;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The switch for trouble. */
@Command(
    name = "off",
    description = {
      "Leaves every queue to CapacityScheduler, whatever its mode, until --undo.",
      "",
      "Sets foresight.enabled in foresight-site.xml and makes the ResourceManager read it; no"
          + " container is touched, and nothing restarts. It works whatever else in the file is not"
          + " accepted."
    })
public final class OffCommand implements Callable<Integer> {
  @Mixin private SiteChangeOptions options;

  @Option(names = "--undo", description = "Let the modes of the queues count again.")
  private boolean undo;

  private final Map<String, String> environment;
  private final QueueRefresh refresh;

  /**
   * @param environment the variables of the environment
   */
  @SuppressWarnings("NullAway.Init") // Picocli fills the fields.
  public OffCommand(Map<String, String> environment, QueueRefresh refresh) {
    this.environment = environment;
    this.refresh = refresh;
  }

  @Override
  public Integer call() throws IOException {
    if (undo) {
      options.undoOff(environment, refresh);
    } else {
      options.switchOff(environment, refresh);
    }
    return 0;
  }
}
