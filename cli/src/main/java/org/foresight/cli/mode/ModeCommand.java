package org.foresight.cli.mode;

import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what Foresight does with queues. */
@Command(
    name = "mode",
    description = {
      "Puts a queue, or all that have no mode of their own, into a mode.",
      "",
      "Writes it into foresight-site.xml and makes the ResourceManager read it; no container is"
          + " touched, and nothing restarts. To switch all off whatever their modes: foresight off."
    })
public final class ModeCommand implements Callable<Integer> {
  @Mixin private SiteChangeOptions options;

  @Parameters(
      paramLabel = "MODE",
      description =
          "off: CapacityScheduler schedules; shadow: it does, and Foresight says what it would do;"
              + " on: Foresight schedules.")
  private String mode;

  @Option(
      names = "--queue",
      paramLabel = "PATH",
      description =
          "A queue, such as root.etl; those below it without a mode of their own count too"
              + " (default: all without one).")
  private @Nullable String queue;

  private final Map<String, String> environment;
  private final QueueRefresh refresh;

  /**
   * @param environment the variables of the environment
   */
  @SuppressWarnings("NullAway.Init") // Picocli fills the fields.
  public ModeCommand(Map<String, String> environment, QueueRefresh refresh) {
    this.environment = environment;
    this.refresh = refresh;
  }

  @Override
  public Integer call() throws IOException {
    if (queue == null) {
      options.make(ImmutableMap.of("foresight.mode", mode), environment, refresh);
    } else {
      options.makeOfQueue(queue, "mode", mode, environment, refresh);
    }
    return 0;
  }
}
