package org.foresight.planner.policy;

import com.google.common.primitives.ImmutableDoubleArray;
import org.foresight.planner.cluster.JobView;

/**
 * What a job holds and waits for, as parts of what the cluster offers of each resource.
 *
 * @param job the job
 * @param tasks how many working tasks it holds and waits for
 * @param heldShare the largest part of any resource that it holds: its dominant share
 * @param masterShare the same of its application master alone, also of one that it waits for
 * @param wantedShare the same of its working tasks, had it all that it waits for
 * @param wanted of each resource the part that its working tasks hold and wait for
 */
record JobDemand(
    JobView job,
    long tasks,
    double heldShare,
    double masterShare,
    double wantedShare,
    ImmutableDoubleArray wanted) {}
