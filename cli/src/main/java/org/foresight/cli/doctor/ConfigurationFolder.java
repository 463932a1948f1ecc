package org.foresight.cli.doctor;

import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/**
 * A ResourceManager's configuration folder.
 *
 * @param folder where it is
 */
record ConfigurationFolder(Path folder) {
  static final String YARN_SITE = "yarn-site.xml";
  static final String FORESIGHT_SITE = "foresight-site.xml";
  static final String QUEUES = "capacity-scheduler.xml";

  private static final String QUEUES_PREFIX = "yarn.scheduler.capacity.";

  boolean has(String file) {
    return Files.isRegularFile(folder.resolve(file));
  }

  /**
   * What stands in files of it, those that it lacks left out; a later one goes before an earlier
   * one.
   *
   * @throws IOException if one of them can't be read
   */
  Configuration read(String... files) throws IOException {
    Configuration conf = new Configuration(false);
    for (String file : files) {
      if (has(file)) {
        conf.addResource(new org.apache.hadoop.fs.Path(folder.resolve(file).toUri()));
        try {
          int unused = conf.size(); // Reads it.
        } catch (RuntimeException e) {
          throw new IOException(folder.resolve(file) + " can't be read: " + e.getMessage(), e);
        }
      }
    }
    return conf;
  }

  /** The full paths of the leaf queues in capacity-scheduler.xml. */
  ImmutableSet<String> leafQueues() throws IOException {
    ImmutableSet.Builder<String> leaves = ImmutableSet.builder();
    collectLeaves(read(QUEUES), "root", leaves);
    return leaves.build();
  }

  private static void collectLeaves(
      Configuration queues, String path, ImmutableSet.Builder<String> leaves) {
    String[] children = queues.getTrimmedStrings(QUEUES_PREFIX + path + ".queues");
    if (children.length == 0) {
      leaves.add(path);
    }
    for (String child : children) {
      collectLeaves(queues, path + "." + child, leaves);
    }
  }
}
