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
    Path file = folder.resolve("capacity-scheduler.xml");
    try (OutputStream out = Files.newOutputStream(file)) {
      queues.writeXml(out);
    }
    return file;
  }
}
