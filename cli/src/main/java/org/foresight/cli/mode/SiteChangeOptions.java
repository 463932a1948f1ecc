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
    change(environment, refresh).make(keys, !unrefreshed);
  }

  /**
   * Switches everything off.
   *
   * @param environment the variables of the environment
   * @throws IOException as {@link SiteChange#switchOff} does
   */
  void switchOff(Map<String, String> environment, QueueRefresh refresh) throws IOException {
    change(environment, refresh).switchOff(!unrefreshed);
  }

  /**
   * Lets the modes count again.
   *
   * @param environment the variables of the environment
   * @throws IOException as {@link SiteChange#undoOff} does
   */
  void undoOff(Map<String, String> environment, QueueRefresh refresh) throws IOException {
    change(environment, refresh).undoOff(!unrefreshed);
  }

  /**
   * Changes a key of a queue.
   *
   * @param suffix what follows the queue's path in the key
   * @throws IOException as {@link SiteChange#make} does, and if there is no such queue
   */
  void makeOfQueue(
      String queue,
      String suffix,
      String value,
      Map<String, String> environment,
      QueueRefresh refresh)
      throws IOException {
    SiteChange change = change(environment, refresh);
    change.requireQueue(queue);
    change.make(ImmutableMap.of("foresight.queue." + queue + "." + suffix, value), !unrefreshed);
  }

  private SiteChange change(Map<String, String> environment, QueueRefresh refresh) {
    CommandLine commandLine = spec.commandLine();
    return new SiteChange(
        ConfigurationFolder.named(spec, conf, environment),
        refresh,
        commandLine.getOut(),
        commandLine.getErr());
  }
}
