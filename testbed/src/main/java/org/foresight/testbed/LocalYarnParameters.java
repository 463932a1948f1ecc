package org.foresight.testbed;

import com.google.common.collect.ImmutableMap;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What a {@link LocalYarnCluster} looks like.
 *
 * @param nodes number of NodeManagers
 * @param slotsPerNode containers of 1 vcore and 1024 MB that a node has room for
 * @param schedulerClass the ResourceManager's scheduler
 * @param asynchronous whether CapacityScheduler, or what extends it, allocates from threads of its
 *     own rather than on node heartbeats; asynchronous is the default of Hadoop 3.5 (YARN-7327)
 * @param nodeHeartbeat how often a node reports to the ResourceManager
 * @param workFolder where nodes keep their files and Hadoop its log; empty for a new temporary
 *     folder
 * @param keepWorkFolder whether the folder outlives the cluster
 * @param extraConfiguration further YARN configuration, which overrides the cluster's own
 */
public record LocalYarnParameters(
    int nodes,
    int slotsPerNode,
    String schedulerClass,
    boolean asynchronous,
    Duration nodeHeartbeat,
    Optional<Path> workFolder,
    boolean keepWorkFolder,
    ImmutableMap<String, String> extraConfiguration) {

  /** Hadoop's own scheduler. */
  public static final String CAPACITY_SCHEDULER =
      "org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler";

  /** Four nodes of eight slots under CapacityScheduler, asynchronous, in a temporary folder. */
  public static final LocalYarnParameters DEFAULTS =
      new LocalYarnParameters(
          4,
          8,
          CAPACITY_SCHEDULER,
          true,
          Duration.ofMillis(100),
          Optional.empty(),
          false,
          ImmutableMap.of());

  public LocalYarnParameters {
    if (nodes < 1 || slotsPerNode < 1) {
      throw new IllegalArgumentException(
          "nodes (" + nodes + ") and slotsPerNode (" + slotsPerNode + ") must be at least 1.");
    }
    if (nodeHeartbeat.toMillis() < 1) {
      throw new IllegalArgumentException(
          "The nodeHeartbeat (" + nodeHeartbeat + ") must be at least 1 ms.");
    }
  }

  /** Containers of 1 vcore and 1024 MB that the cluster has room for. */
  public int slots() {
    return nodes * slotsPerNode;
  }

  /** These parameters with another number of nodes and of slots on each. */
  public LocalYarnParameters withSize(int newNodes, int newSlotsPerNode) {
    return new LocalYarnParameters(
        newNodes,
        newSlotsPerNode,
        schedulerClass,
        asynchronous,
        nodeHeartbeat,
        workFolder,
        keepWorkFolder,
        extraConfiguration);
  }

  /** These parameters with another scheduler and further configuration for it. */
  public LocalYarnParameters withScheduler(
      String newSchedulerClass, boolean newAsynchronous, ImmutableMap<String, String> newExtra) {
    return new LocalYarnParameters(
        nodes,
        slotsPerNode,
        newSchedulerClass,
        newAsynchronous,
        nodeHeartbeat,
        workFolder,
        keepWorkFolder,
        newExtra);
  }

  /** These parameters with a given work folder. */
  public LocalYarnParameters withWorkFolder(Path newWorkFolder, boolean keep) {
    return new LocalYarnParameters(
        nodes,
        slotsPerNode,
        schedulerClass,
        asynchronous,
        nodeHeartbeat,
        Optional.of(newWorkFolder),
        keep,
        extraConfiguration);
  }
}
