package org.foresight.yarn;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/** Writes files of the form of capacity-scheduler.xml. */
final class QueueFiles {
  private static final String PREFIX = "yarn.scheduler.capacity.";

  private QueueFiles() {}

  /** A file with one queue, {@code root.on}, which one user may fill with masters. */
  static Path oneQueue(Path folder) throws IOException {
    Configuration queues = new Configuration(false);
    queues.set(PREFIX + "root.queues", "on");
    queues.set(PREFIX + "root.on.capacity", "100");
    queues.set(PREFIX + "root.on.user-limit-factor", "10");
    queues.set(PREFIX + "maximum-am-resource-percent", "1");
    return write(queues, folder);
  }

  /**
   * A file with one queue, {@code root.on}, of which masters may hold a half and a user no more
   * than a half while others are there.
   */
  static Path oneQueueOfUsers(Path folder) throws IOException {
    Configuration queues = new Configuration(false);
    queues.set(PREFIX + "root.queues", "on");
    queues.set(PREFIX + "root.on.capacity", "100");
    queues.set(PREFIX + "root.on.minimum-user-limit-percent", "50");
    queues.set(PREFIX + "maximum-am-resource-percent", "0.5");
    return write(queues, folder);
  }

  /**
   * A file with two queues, {@code root.on} and {@code root.shadow}, each of which may fill the
   * cluster, and which one user may fill with masters.
   */
  static Path twoQueues(Path folder) throws IOException {
    Configuration queues = new Configuration(false);
    queues.set(PREFIX + "root.queues", "on,shadow");
    for (String queue : new String[] {"on", "shadow"}) {
      queues.set(PREFIX + "root." + queue + ".capacity", "50");
      queues.set(PREFIX + "root." + queue + ".maximum-capacity", "100");
      queues.set(PREFIX + "root." + queue + ".user-limit-factor", "10");
    }
    queues.set(PREFIX + "maximum-am-resource-percent", "1");
    return write(queues, folder);
  }

  private static Path write(Configuration queues, Path folder) throws IOException {
    Path file = folder.resolve("capacity-scheduler.xml");
    try (OutputStream out = Files.newOutputStream(file)) {
      queues.writeXml(out);
    }
    return file;
  }
}
