package org.foresight.planner.cluster;

import com.google.common.collect.ImmutableList;

/**
 * The cluster at one moment, to plan on.
 *
 * @param nodes every node that takes work
 * @param jobs every job that the policy is to plan and that is not finished
 */
public record ClusterSnapshot(ImmutableList<NodeView> nodes, ImmutableList<JobView> jobs) {}
