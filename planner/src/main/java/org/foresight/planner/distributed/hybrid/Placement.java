package org.foresight.planner.distributed.hybrid;

/** How the tasks of a class of jobs come to nodes. */
public enum Placement {
  /**
   * Each job's own scheduler sends probes to random nodes, and binds a task to a node only when a
   * probe has its turn there (Sparrow, SOSP 2013).
   */
  PROBES,
  /**
   * One scheduler puts every task on the node with the least estimated work left of those tasks
   * that it has placed itself (Hawk, §2.3.7).
   */
  CENTRAL,
  /**
   * Each job's own scheduler puts every task on the node with the least work left, as the nodes
   * have reported it last, plus a random number below the interval of reports (Eagle, §3.6.2).
   */
  REPORTS
}
