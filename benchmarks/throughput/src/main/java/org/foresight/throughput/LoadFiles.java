package org.foresight.throughput;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.net.InetAddress;
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
 * @param hosts addresses of the nodes, so that nobody asks a name server
 * @param fairQueues the queues of FairScheduler
 */
record LoadFiles(Path folder, Path nodes, Path noJobs, Path hosts, Path fairQueues) {

  /** No more nodes than a rack of a large site has. */
  private static final int NODES_PER_RACK = 40;

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The files of a folder, which may not be there yet. */
  static LoadFiles in(Path folder) {
    return new LoadFiles(
        folder,
        folder.resolve("nodes.json"),
        folder.resolve("no-jobs.json"),
        folder.resolve("hosts"),
        folder.resolve("fair-scheduler.xml"));
  }

  /** Writes the files. */
  void write(Load load) throws IOException {
    Files.writeString(nodes, nodeLines(load));
    Files.writeString(noJobs, "");
    Files.writeString(hosts, hostLines(load));
    Files.writeString(fairQueues, fairQueueText());
  }

  private static String node(int number) {
    return "node" + number;
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

  /** This host is in it too: Java looks nowhere else. */
  private static String hostLines(Load load) throws IOException {
    StringBuilder lines = new StringBuilder("127.0.0.1 localhost\n");
    lines.append("127.0.0.1 ").append(InetAddress.getLocalHost().getHostName()).append('\n');
    for (int i = 0; i < load.nodes(); i++) {
      lines.append(
          String.format("10.%d.%d.%d %s%n", 1 + i / 62_500, i / 250 % 250, 1 + i % 250, node(i)));
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
