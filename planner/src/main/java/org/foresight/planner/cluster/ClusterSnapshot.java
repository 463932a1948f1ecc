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

  /** A snapshot of these nodes and jobs. */
  static ClusterSnapshot of(ImmutableList<NodeView> nodes, ImmutableList<JobView> jobs) {
    record Snapshot(ImmutableList<NodeView> nodes, ImmutableList<JobView> jobs)
        implements ClusterSnapshot {}
    return new Snapshot(nodes, jobs);
  }
}
