package org.foresight.simulator;

import com.google.common.primitives.ImmutableDoubleArray;

/**
 * What a simulation did, apart from what its listener was told.
 *
 * @param jobs how many jobs were submitted, the refused ones included
 * @param finished how many ended to success
 * @param refused how many were refused, since no empty cluster could run them
 * @param unfinished how many had not ended when nothing more could happen, or at the cut-off
 * @param taskEvents how many tasks started or ended
 * @param plans how many plans were made
 * @param preemptions how many tasks were stopped to make room
 * @param lostTasks how many tasks were lost to failures
 * @param endMillis virtual time of the last event
 * @param usage used virtual cores over time
 */
public record SimulationResult(
    long jobs,
    long finished,
    long refused,
    long unfinished,
    long taskEvents,
    long plans,
    long preemptions,
    long lostTasks,
    long endMillis,
    Usage usage) {

  /**
   * Use of the cluster over time, as means of equally long steps.
   *
   * @param startMillis virtual time at which the first step begins
   * @param stepMillis length of a step
   * @param usedVcores mean number of virtual cores on which tasks ran, step by step; a suspended
   *     task runs on none
   * @param waitingTasks mean number of tasks that could have run had there been room
   * @param totalVcores what the cluster offers when all nodes are there
   */
  public record Usage(
      long startMillis,
      long stepMillis,
      ImmutableDoubleArray usedVcores,
      ImmutableDoubleArray waitingTasks,
      long totalVcores) {}
}
