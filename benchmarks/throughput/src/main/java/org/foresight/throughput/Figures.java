package org.foresight.throughput;

/**
 * What a run gave.
 *
 * @param hadoopVersion of the ResourceManager
 * @param containersPerSecond allocated on average
 * @param peakPerSecond the most within one of the seconds
 * @param othersPerSecond the average without the containers of the application that asks for very
 *     much
 * @param pendingAtEnd containers that were still to be allocated; with none the load was too small
 * @param freeAtEnd for how many containers there was room: with 0 the cluster was too small
 * @param allocate heartbeats of application masters, without that of the big one
 * @param nodeUpdate heartbeats of nodes, as the scheduler handles them
 * @param plans how many plans were made; 0 without a planner
 * @param meanPlanMillis how long the policy took for one; 0 without
 * @param longestPlanMillis how long it took for the slowest; 0 without
 * @param deadlineJobs how many jobs with a deadline the plan had that had the most; 0 without
 * @param plannerCores processors that the planner's thread used, the reading of the cluster
 *     included
 * @param cores processors that the whole process used, simulated nodes and masters included
 * @param heapMib what was left of the heap at the end by a full collection
 * @param systemLoad the machine's load average over a minute when the measuring began; negative if
 *     unknown
 */
record Figures(
    String hadoopVersion,
    double containersPerSecond,
    double peakPerSecond,
    double othersPerSecond,
    long pendingAtEnd,
    long freeAtEnd,
    Latency allocate,
    Latency nodeUpdate,
    int plans,
    double meanPlanMillis,
    double longestPlanMillis,
    int deadlineJobs,
    double plannerCores,
    double cores,
    double heapMib,
    double systemLoad) {

  private static final double MICROS_PER_SECOND = 1e6;

  /** Processor time of the whole process for each container, which a busy machine disturbs less. */
  double cpuMicrosPerContainer() {
    return cores * MICROS_PER_SECOND / containersPerSecond;
  }
}
