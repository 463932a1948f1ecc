package org.foresight.cli.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A ResourceManager's configuration folder.
 *
 * @param folder where it is
 */
public record ConfigurationFolder(Path folder) {
  public static final String CORE_SITE = "core-site.xml";
  public static final String YARN_SITE = "yarn-site.xml";
  public static final String FORESIGHT_SITE = "foresight-site.xml";

  public static final String QUEUES = "capacity-scheduler.xml";

  private static final String VARIABLE = "HADOOP_CONF_DIR";

  /** Whether a folder is named, by an option or by the environment. */
  public static boolean isNamed(@Nullable Path option, Map<String, String> environment) {
    return option != null || !environment.getOrDefault(VARIABLE, "").isEmpty();
  }

  /**
   * The folder that is named, by an option or by the environment.
   *
   * @param option the value of {@code --conf}; null where it is not given
   * @throws picocli.CommandLine.ParameterException if none is, or there is no such folder
   */
  public static ConfigurationFolder named(
      CommandSpec command, @Nullable Path option, Map<String, String> environment) {
    if (!isNamed(option, environment)) {
      throw OptionChecks.error(
          command, "Name a configuration folder by --conf, or set " + VARIABLE + ".");
    }
    Path folder = option != null ? option : Path.of(environment.getOrDefault(VARIABLE, ""));
    if (!Files.isDirectory(folder)) {
      throw OptionChecks.error(command, "There is no folder " + folder + ".");
    }
    return new ConfigurationFolder(folder);
  }

  public Path file(String name) {
    return folder.resolve(name);
  }

  public boolean has(String file) {
    return Files.isRegularFile(file(file));
  }

  /**
   * Where a foresight-site.xml that nobody could read is kept while another one is in its place.
   *
   * @throws IOException if there is none in its place
   */
  public Path unreadableSite() throws IOException {
    Path site = file(FORESIGHT_SITE).toRealPath(); // It may be a link.
    return site.resolveSibling(site.getFileName() + ".unreadable");
  }

  /**
   * What stands in files of it, those that it lacks left out; a later one goes before an earlier
   * one.
   *
   * @throws IOException if one of them can't be read
   */
  public Configuration read(String... files) throws IOException {
    Configuration conf = new Configuration(false);
    for (String file : files) {
      if (has(file)) {
        try {
          // Reads it at once, unless it is the first.
          conf.addResource(new org.apache.hadoop.fs.Path(file(file).toUri()));
          int unused = conf.size();
        } catch (RuntimeException e) {
          throw new IOException(file(file) + " can't be read: " + e.getMessage(), e);
        }
      }
    }
    return conf;
  }

  /**
   * The queues in capacity-scheduler.xml; root alone where there is no such file.
   *
   * @throws IOException if it can't be read
   */
  public ConfiguredQueues queues() throws IOException {
    return ConfiguredQueues.of(read(QUEUES));
  }
}
