package org.foresight.yarn;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Where Foresight's keys come from. What the ResourceManager was told at its start otherwise than
 * by a file (on its command line, say) goes first, then yarn-site.xml, then foresight-site.xml,
 * both as they are at the moment.
 *
 * <p>For one thread at a time.
 */
final class ConfigurationFiles {
  static final String SITE = "foresight-site.xml";

  /** How Hadoop names the sources that are no files. */
  private static final ImmutableSet<String> NO_FILES =
      ImmutableSet.of("programmatically", "from command line");

  private static final String YARN_SITE = "yarn-site.xml";

  private final Configuration atStart;

  /** Whether the file was there when something was last accepted. */
  private boolean hadSite;

  /**
   * @param atStart what the ResourceManager was started with
   */
  ConfigurationFiles(Configuration atStart) {
    this.atStart = new Configuration(atStart); // It may change with the ResourceManager's life.
  }

  /**
   * Reads the keys as they are now, at the ResourceManager's start.
   *
   * @throws InvalidConfigurationException if something is not accepted
   */
  ForesightConfiguration readFirst() throws InvalidConfigurationException {
    return read(atStart);
  }

  private static boolean hasSite(Configuration conf) {
    return conf.getResource(SITE) != null;
  }

  /** Whether questions are to be answered, whatever else is not accepted. */
  boolean wantsWeb() {
    try {
      return !merged(atStart).getTrimmed(ForesightKeys.WEB.name(), "").equals("false");
    } catch (InvalidConfigurationException e) {
      return true;
    }
  }

  /**
   * Whether everything is to be off, whatever else is not accepted.
   *
   * @param yarnSite yarn-site.xml as it is now
   */
  boolean wantsOff(Configuration yarnSite) {
    try {
      return merged(yarnSite).getTrimmed(ForesightKeys.ENABLED.name(), "").equals("false");
    } catch (InvalidConfigurationException e) {
      return false; // Nobody knows what is wanted.
    }
  }

  /**
   * Reads the keys as they are now.
   *
   * @param yarnSite yarn-site.xml as it is now
   * @throws InvalidConfigurationException if something is not accepted, or the file is gone: what
   *     replaces files may leave a moment without one, which nobody takes for the wish to have
   *     every queue off
   */
  ForesightConfiguration read(Configuration yarnSite) throws InvalidConfigurationException {
    Configuration merged = merged(yarnSite);
    boolean hasSite = hasSite(merged);
    if (hadSite && !hasSite) {
      throw new InvalidConfigurationException(
          ImmutableList.of(
              SITE
                  + " is gone. Put it back, or, to switch every queue off, one that says false of "
                  + ForesightKeys.ENABLED.name()
                  + "."));
    }
    ForesightConfiguration read = ForesightConfiguration.read(merged);
    hadSite = hasSite;
    return read;
  }

  private Configuration merged(Configuration yarnSite) throws InvalidConfigurationException {
    Configuration merged = new Configuration(atStart);
    try {
      merged.addResource(SITE); // With that all other files are read anew too.
      for (String key : keys(merged)) {
        // Of what was read from a stream at the start, Hadoop keeps what it read then.
        if (!isFromSite(merged, key) && !isToldAtStart(key)) {
          merged.unset(key);
        }
      }
      for (String key : keys(yarnSite)) {
        String value = yarnSite.getRaw(key);
        if (value != null && !isToldAtStart(key)) {
          merged.set(key, value, YARN_SITE);
        }
      }
    } catch (RuntimeException e) {
      throw new InvalidConfigurationException(
          ImmutableList.of(
              SITE
                  + " or another file can't be read: "
                  + String.valueOf(e.getMessage()).replace('\n', ' ')));
    }
    return merged;
  }

  private boolean isToldAtStart(String key) {
    return NO_FILES.contains(lastSource(atStart, key));
  }

  private static boolean isFromSite(Configuration conf, String key) {
    return SITE.equals(lastSource(conf, key));
  }

  private static @Nullable String lastSource(Configuration conf, String key) {
    String[] sources = conf.getPropertySources(key);
    return sources == null || sources.length == 0 ? null : sources[sources.length - 1];
  }

  private static ImmutableList<String> keys(Configuration conf) {
    return conf.getPropsWithPrefix(ForesightKeys.PREFIX).keySet().stream()
        .map(key -> ForesightKeys.PREFIX + key)
        .collect(ImmutableList.toImmutableList());
  }
}
