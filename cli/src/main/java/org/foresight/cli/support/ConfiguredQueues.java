package org.foresight.cli.support;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import org.apache.hadoop.conf.Configuration;
import org.foresight.yarn.NearestNames;

/**
 * The queues of a capacity-scheduler.xml, by their full paths.
 *
 * @param all parents and leaves
 * @param leaves those that have no children there
 * @param growing those below which the ResourceManager makes queues by itself
 */
public record ConfiguredQueues(
    ImmutableSet<String> all, ImmutableSet<String> leaves, ImmutableSet<String> growing) {
  private static final String ROOT = "root";
  private static final String PREFIX = "yarn.scheduler.capacity.";

  /** Any of them lets a queue have children that no file names. */
  private static final ImmutableList<String> GROWTH =
      ImmutableList.of(
          "auto-create-child-queue.enabled", "auto-queue-creation-v2.enabled", "reservable");

  /** Reads them. */
  static ConfiguredQueues of(Configuration file) {
    ImmutableSet.Builder<String> all = ImmutableSet.builder();
    ImmutableSet.Builder<String> leaves = ImmutableSet.builder();
    ImmutableSet.Builder<String> growing = ImmutableSet.builder();
    collect(file, ROOT, all, leaves, growing);
    return new ConfiguredQueues(all.build(), leaves.build(), growing.build());
  }

  private static void collect(
      Configuration file,
      String path,
      ImmutableSet.Builder<String> all,
      ImmutableSet.Builder<String> leaves,
      ImmutableSet.Builder<String> growing) {
    all.add(path);
    if (GROWTH.stream().anyMatch(key -> file.getBoolean(PREFIX + path + "." + key, false))) {
      growing.add(path);
    }
    String[] children = file.getTrimmedStrings(PREFIX + path + ".queues");
    if (children.length == 0) {
      leaves.add(path);
    }
    for (String child : children) {
      collect(file, path + "." + child, all, leaves, growing);
    }
  }

  /** Whether there is a queue of this path, or may be one day. */
  public boolean mayHave(String path) {
    return all.contains(path) || growing.stream().anyMatch(parent -> path.startsWith(parent + "."));
  }

  /** The queues whose names are most like this one, the nearest first. */
  public ImmutableList<String> nearest(String path) {
    return NearestNames.ofQueues(path, all);
  }
}
