package org.foresight.planner.policy;

import com.google.common.primitives.ImmutableDoubleArray;
import org.foresight.planner.cluster.JobView;

/**
 * What a job holds and waits for, as parts of what the cluster offers of each resource.
 *
 * @param job the job
 * @param tasks how many working tasks it holds and waits for
 * @param heldShare the largest part of any resource that it holds: its dominant share
 * @param wantedShare what that would be, had it all that it waits for
 * @param wanted of each resource the part that it holds and waits for
 */
record JobDemand(
    JobView job, long tasks, double heldShare, double wantedShare, ImmutableDoubleArray wanted) {}
