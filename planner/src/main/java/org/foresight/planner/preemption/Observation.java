package org.foresight.planner.preemption;

import static com.google.common.collect.ImmutableMap.toImmutableMap;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;

/**
 * The cluster as the host sees it.
 *
 * @param cluster the jobs that are planned, and all nodes that take work
 * @param jobs the same jobs by their ids
 * @param gone of the tasks that are {@link Preemptor#followed followed} those whose nodes have
 *     given their room back; read before {@code cluster}, so that the room of a task that goes in
 *     between counts once too often rather than not at all, for which more might be stopped
 */
public record Observation(
    ClusterSnapshot cluster, ImmutableMap<String, JobView> jobs, ImmutableSet<String> gone) {

  /** The cluster, with those of the tasks that are followed that hold no room any more. */
  public static Observation of(ClusterSnapshot cluster, ImmutableSet<String> gone) {
    return new Observation(
        cluster,
        cluster.jobs().stream()
            .collect(toImmutableMap(JobView::id, job -> job, (first, second) -> second)),
        gone);
  }
}
