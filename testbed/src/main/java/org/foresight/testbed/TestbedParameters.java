package org.foresight.testbed;

import com.google.common.collect.ImmutableMap;
import java.time.Duration;
import java.util.Optional;

/**
 * What a {@link Testbed} looks like.
 *
 * @param nodes number of NodeManagers
 * @param vcores virtual cores of a node
 * @param offeredVcores what a node takes at once; more than its virtual cores where the agent lets
 *     containers take turns
 * @param memoryMb memory of a node, in MiB
 * @param asynchronous whether CapacityScheduler, or what extends it, allocates from threads of its
 *     own rather than on node heartbeats
 * @param nodeHeartbeat how often a node reports to the ResourceManager
 * @param webPort the ResourceManager's, of its web server; 0 for any that is free
 * @param recovers whether the ResourceManager keeps its state, so that applications survive its
 *     restart
 * @param foresight keys of foresight-site.xml that are not to be as the example has them; empty for
 *     a cluster without Foresight
 * @param agent keys of the nodes' yarn-site.xml for their agents that are not to be as the example
 *     has them; without effect where there is no Foresight
 */
public record TestbedParameters(
    int nodes,
    int vcores,
    int offeredVcores,
    int memoryMb,
    boolean asynchronous,
    Duration nodeHeartbeat,
    int webPort,
    boolean recovers,
    Optional<ImmutableMap<String, String>> foresight,
    ImmutableMap<String, String> agent) {

  /** As large as {@link LocalYarnParameters#DEFAULTS}, without Foresight. */
  public static final TestbedParameters DEFAULTS =
      new TestbedParameters(
          LocalYarnParameters.DEFAULTS.nodes(),
          LocalYarnParameters.DEFAULTS.slotsPerNode(),
          LocalYarnParameters.DEFAULTS.slotsPerNode(),
          LocalYarnParameters.DEFAULTS.slotsPerNode() * LocalYarnConfiguration.SLOT_MEMORY_MB,
          true,
          LocalYarnParameters.DEFAULTS.nodeHeartbeat(),
          0,
          false,
          Optional.empty(),
          ImmutableMap.of());

  public TestbedParameters {
    if (nodes < 1 || vcores < 1 || memoryMb < LocalYarnConfiguration.SLOT_MEMORY_MB) {
      throw new IllegalArgumentException(
          "A testbed has nodes ("
              + nodes
              + ") of at least 1 vcore ("
              + vcores
              + ") and "
              + LocalYarnConfiguration.SLOT_MEMORY_MB
              + " MiB ("
              + memoryMb
              + ").");
    }
    if (offeredVcores < vcores) {
      throw new IllegalArgumentException(
          "A node offers (" + offeredVcores + ") no fewer vcores than it has (" + vcores + ").");
    }
  }

  /** These parameters with nodes of another number and size, which offer what they have. */
  public TestbedParameters withSize(int newNodes, int newVcores, int newMemoryMb) {
    return new TestbedParameters(
        newNodes,
        newVcores,
        newVcores,
        newMemoryMb,
        asynchronous,
        nodeHeartbeat,
        webPort,
        recovers,
        foresight,
        agent);
  }

  /** These parameters with nodes that take so many vcores at once. */
  public TestbedParameters withOfferedVcores(int newOfferedVcores) {
    return new TestbedParameters(
        nodes,
        vcores,
        newOfferedVcores,
        memoryMb,
        asynchronous,
        nodeHeartbeat,
        webPort,
        recovers,
        foresight,
        agent);
  }

  /** These parameters with nodes that report as often as this. */
  public TestbedParameters withNodeHeartbeat(Duration newNodeHeartbeat) {
    return new TestbedParameters(
        nodes,
        vcores,
        offeredVcores,
        memoryMb,
        asynchronous,
        newNodeHeartbeat,
        webPort,
        recovers,
        foresight,
        agent);
  }

  /** These parameters with another scheduler. */
  public TestbedParameters withScheduler(
      boolean newAsynchronous, Optional<ImmutableMap<String, String>> newForesight) {
    return new TestbedParameters(
        nodes,
        vcores,
        offeredVcores,
        memoryMb,
        newAsynchronous,
        nodeHeartbeat,
        webPort,
        recovers,
        newForesight,
        agent);
  }

  /** These parameters with another port of the ResourceManager's web server. */
  public TestbedParameters withWebPort(int newWebPort) {
    return new TestbedParameters(
        nodes,
        vcores,
        offeredVcores,
        memoryMb,
        asynchronous,
        nodeHeartbeat,
        newWebPort,
        recovers,
        foresight,
        agent);
  }

  /** These parameters with a ResourceManager that keeps its state. */
  public TestbedParameters withRecovery() {
    return new TestbedParameters(
        nodes,
        vcores,
        offeredVcores,
        memoryMb,
        asynchronous,
        nodeHeartbeat,
        webPort,
        true,
        foresight,
        agent);
  }

  /** These parameters with agents of other keys. */
  public TestbedParameters withAgent(ImmutableMap<String, String> newAgent) {
    return new TestbedParameters(
        nodes,
        vcores,
        offeredVcores,
        memoryMb,
        asynchronous,
        nodeHeartbeat,
        webPort,
        recovers,
        foresight,
        newAgent);
  }
}
