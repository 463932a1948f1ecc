package org.foresight.planner.cluster;

import com.google.common.collect.ImmutableList;

/**
 * The cluster at one moment, to plan on. A host may read it out of its state only when it is asked
 * for, so what a policy does not look at costs nothing.
 */
public interface ClusterSnapshot {

  /** Every node that takes work. */
  ImmutableList<NodeView> nodes();

  /** Every job that the policy is to plan and that is not finished. */
  ImmutableList<JobView> jobs();

  /** Whether best-effort tasks are suspended for jobs with deadlines on some of the nodes. */
  default boolean makesWay() {
    return false;
  }

  /**
   * What of a node's room best-effort tasks may have, of which none makes way for another.
   *
   * @param node of this snapshot
   */
  default ResourceVector bestEffortRoom(NodeView node) {
    return node.free();
  }

  /**
   * What a job's tasks keep from jobs with deadlines, in the order in which it names them; less
   * than they hold where they are suspended for those.
   *
   * @param job of this snapshot
   */
  default ImmutableList<RunningTask> blocking(JobView job) {
    return job.running();
  }

  /** Limits on what jobs hold together; none unless the host has some. */
  default ImmutableList<ResourceLimit> limits() {
    return ImmutableList.of();
  }

  /** Room that is kept for jobs; none where the host keeps none. */
  default ImmutableList<KeptRoom> keptRooms() {
    return ImmutableList.of();
  }

  /**
   * Whether what comes free until the next plan is for a job that the host serves by its own rules
   * for a while: one that has its turn.
   */
  default boolean hasTurns() {
    return false;
  }

  /** A snapshot of these nodes and jobs, without limits. */
  static ClusterSnapshot of(ImmutableList<NodeView> nodes, ImmutableList<JobView> jobs) {
    return of(nodes, jobs, ImmutableList.of());
  }

  /** A snapshot of these nodes, jobs and limits. */
  static ClusterSnapshot of(
      ImmutableList<NodeView> nodes,
      ImmutableList<JobView> jobs,
      ImmutableList<ResourceLimit> limits) {
    return of(nodes, jobs, limits, ImmutableList.of());
  }

  /** A snapshot of these nodes, jobs and limits, in which this room is kept. */
  static ClusterSnapshot of(
      ImmutableList<NodeView> nodes,
      ImmutableList<JobView> jobs,
      ImmutableList<ResourceLimit> limits,
      ImmutableList<KeptRoom> keptRooms) {
    return of(nodes, jobs, limits, keptRooms, false);
  }

  /** The same, and whether a job has its turn: see {@link #hasTurns}. */
  static ClusterSnapshot of(
      ImmutableList<NodeView> nodes,
      ImmutableList<JobView> jobs,
      ImmutableList<ResourceLimit> limits,
      ImmutableList<KeptRoom> keptRooms,
      boolean hasTurns) {
    record Snapshot(
        ImmutableList<NodeView> nodes,
        ImmutableList<JobView> jobs,
        ImmutableList<ResourceLimit> limits,
        ImmutableList<KeptRoom> keptRooms,
        boolean hasTurns)
        implements ClusterSnapshot {}
    return new Snapshot(nodes, jobs, limits, keptRooms, hasTurns);
  }
}
