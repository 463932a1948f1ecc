package org.foresight.testbed;

import static com.google.common.collect.ImmutableMap.toImmutableMap;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.util.Iterator;
import java.util.stream.IntStream;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * Where the daemons of a testbed listen, by the key that says so.
 *
 * @param manager the ResourceManager's addresses
 * @param nodes those of every NodeManager that has a folder of its own, by its name
 */
record TestbedAddresses(
    ImmutableMap<String, String> manager,
    ImmutableMap<String, ImmutableMap<String, String>> nodes) {
  private static final ImmutableMap<String, Integer> MANAGER =
      ImmutableMap.of(
          YarnConfiguration.RM_WEBAPP_ADDRESS, YarnConfiguration.DEFAULT_RM_WEBAPP_PORT,
          YarnConfiguration.RM_ADDRESS, YarnConfiguration.DEFAULT_RM_PORT,
          YarnConfiguration.RM_SCHEDULER_ADDRESS, YarnConfiguration.DEFAULT_RM_SCHEDULER_PORT,
          YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
              YarnConfiguration.DEFAULT_RM_RESOURCE_TRACKER_PORT,
          YarnConfiguration.RM_ADMIN_ADDRESS, YarnConfiguration.DEFAULT_RM_ADMIN_PORT);

  /** YARN's default for the first of them is a port that happens to be free. */
  private static final ImmutableMap<String, Integer> NODE =
      ImmutableMap.of(
          YarnConfiguration.NM_ADDRESS, 8041,
          YarnConfiguration.NM_LOCALIZER_ADDRESS, YarnConfiguration.DEFAULT_NM_LOCALIZER_PORT,
          YarnConfiguration.NM_WEBAPP_ADDRESS, YarnConfiguration.DEFAULT_NM_WEBAPP_PORT);

  /**
   * A host's own name where its environment tells it, as that of containers does. Else all of its
   * addresses, whose name Hadoop looks for, for seconds where no server of names is reached.
   */
  private static final String EVERY_HOST = "${env.HOSTNAME:-0.0.0.0}";

  /**
   * Ports of this machine that are free now.
   *
   * @param nodes how many there are
   * @param webPort the ResourceManager's, of its web server; 0 for one that is free
   */
  static TestbedAddresses onThisMachine(int nodes, int webPort) throws IOException {
    Iterator<Integer> ports =
        FreePorts.take(MANAGER.size() + nodes * NODE.size(), webPort).iterator();
    ImmutableMap<String, String> manager = free(MANAGER, ports);
    if (webPort != 0) {
      manager =
          ImmutableMap.<String, String>builder()
              .putAll(manager)
              .put(YarnConfiguration.RM_WEBAPP_ADDRESS, FreePorts.HOST + ":" + webPort)
              .buildKeepingLast();
    }
    ImmutableList<String> names =
        IntStream.rangeClosed(1, nodes)
            .mapToObj(TestbedFolder::node)
            .collect(ImmutableList.toImmutableList());
    return new TestbedAddresses(
        manager, names.stream().collect(toImmutableMap(name -> name, name -> free(NODE, ports))));
  }

  private static ImmutableMap<String, String> free(
      ImmutableMap<String, Integer> keys, Iterator<Integer> ports) {
    return keys.keySet().stream()
        .collect(toImmutableMap(key -> key, key -> FreePorts.HOST + ":" + ports.next()));
  }

  /** YARN's own ports, on a host for every daemon; that of the ResourceManager has its name. */
  static TestbedAddresses ofHosts() {
    return new TestbedAddresses(
        on(TestbedFolder.RESOURCE_MANAGER, MANAGER),
        ImmutableMap.of(TestbedFolder.NODE_OF_HOSTS, on(EVERY_HOST, NODE)));
  }

  private static ImmutableMap<String, String> on(String host, ImmutableMap<String, Integer> ports) {
    return ports.entrySet().stream()
        .collect(toImmutableMap(port -> port.getKey(), port -> host + ":" + port.getValue()));
  }
}
