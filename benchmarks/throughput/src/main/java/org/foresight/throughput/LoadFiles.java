package org.foresight.throughput;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A cluster as the files that the simulator and FairScheduler read.
 *
 * @param folder of all of them
 * @param nodes the cluster
 * @param noJobs the empty trace of a simulator that is to read none
 * @param fairQueues the queues of FairScheduler
 */
record LoadFiles(Path folder, Path nodes, Path noJobs, Path fairQueues) {

  /** No more nodes than a rack of a large site has. */
  private static final int NODES_PER_RACK = 40;

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The files of a folder, which may not be there yet. */
  static LoadFiles in(Path folder) {
    return new LoadFiles(
        folder,
        folder.resolve("nodes.json"),
        folder.resolve("no-jobs.json"),
        folder.resolve("fair-scheduler.xml"));
  }

  /** Writes the files. */
  void write(Load load) throws IOException {
    Files.writeString(nodes, nodeLines(load));
    Files.writeString(noJobs, "");
    Files.writeString(fairQueues, fairQueueText());
  }

  /**
   * A node is named by an address: of every heartbeat the ResourceManager resolves the name, which
   * a real one finds in a cache, and here would be a look through a long file, or at a name server.
   */
  private static String node(int number) {
    return String.format("10.%d.%d.%d", 1 + number / 62_500, number / 250 % 250, 1 + number % 250);
  }

  private static String nodeLines(Load load) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int first = 0; first < load.nodes(); first += NODES_PER_RACK) {
      List<ImmutableMap<String, Object>> rack = new ArrayList<>();
      for (int i = first; i < Math.min(load.nodes(), first + NODES_PER_RACK); i++) {
        rack.add(ImmutableMap.of("node", node(i)));
      }
      lines
          .append(
              JSON.writeValueAsString(
                  ImmutableMap.of("rack", "rack" + first / NODES_PER_RACK, "nodes", rack)))
          .append('\n');
    }
    return lines.toString();
  }

  private static String fairQueueText() {
    StringBuilder text = new StringBuilder("<?xml version=\"1.0\"?>\n<allocations>\n");
    for (int i = 0; i < Load.QUEUES; i++) {
      text.append("  <queue name=\"").append(Load.queue(i)).append("\"/>\n");
    }
    return text.append("  <queue name=\"")
        .append(Load.BIG_QUEUE)
        .append("\">\n    <maxResources>")
        .append((double) LoadConfiguration.BIG_QUEUE_PERCENT)
        .append("%</maxResources>\n  </queue>\n</allocations>\n")
        .toString();
  }
}
