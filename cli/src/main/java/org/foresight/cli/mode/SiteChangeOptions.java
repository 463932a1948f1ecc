package org.foresight.cli.mode;

import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.foresight.cli.support.ConfigurationFolder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where keys are changed, and whether that counts at once. */
final class SiteChangeOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--conf",
      paramLabel = "DIR",
      description =
          "The ResourceManager's configuration folder (default: what HADOOP_CONF_DIR says).")
  private @Nullable Path conf;

  @Option(
      names = "--no-refresh",
      description = "Change the file alone; yarn rmadmin -refreshQueues makes it count.")
  private boolean unrefreshed;

  /** Picocli fills the fields. */
  @SuppressWarnings("NullAway.Init")
  SiteChangeOptions() {}

  /**
   * Changes keys.
   *
   * @param keys the new values by their keys
   * @param environment the variables of the environment
   * @throws IOException as {@link SiteChange#make} does
   */
  void make(
      ImmutableMap<String, String> keys, Map<String, String> environment, QueueRefresh refresh)
      throws IOException {
    ConfigurationFolder folder = ConfigurationFolder.named(spec, conf, environment);
    CommandLine commandLine = spec.commandLine();
    new SiteChange(folder, refresh, commandLine.getOut(), commandLine.getErr())
        .make(keys, !unrefreshed);
  }
}
