package org.foresight.traces.generators;

import com.google.common.collect.ImmutableList;

/**
 * What a workload of the Hawk family is generated from.
 *
 * <p>Immutable.
 *
 * @param name name of the workload
 * @param source whose workload it is
 * @param centroids clusters of the jobs; the first is the one of the short jobs
 * @param shortTaskShare mean runtime of a map task ÷ duration of its job, in the first cluster
 * @param longTaskShare the same in the other clusters
 * @param cutoffSeconds mean task runtime from which on a job counts as long
 * @param shortShare share of the nodes that Hawk and Eagle reserve for short jobs
 * @param slots tasks that the cluster it is made for runs at once
 */
record HawkTrace(
    String name,
    String source,
    ImmutableList<HawkCentroid> centroids,
    double shortTaskShare,
    double longTaskShare,
    double cutoffSeconds,
    double shortShare,
    int slots) {

  /** Number of jobs of the published workload. */
  long jobs() {
    return centroids.stream().mapToLong(HawkCentroid::jobs).sum();
  }

  /** Mean work of a job, in task-seconds. */
  double meanTaskSeconds() {
    double sum =
        centroids.stream()
            .mapToDouble(
                centroid -> (double) centroid.jobs() * meanTasks(centroid) * taskSeconds(centroid))
            .sum();
    return sum / jobs();
  }

  /** Mean task runtime of the jobs of a cluster. */
  double taskSeconds(HawkCentroid centroid) {
    double share = centroid.equals(centroids.get(0)) ? shortTaskShare : longTaskShare;
    return share * centroid.jobSeconds();
  }

  /** Mean number of tasks of the jobs of a cluster, at least 1. */
  double meanTasks(HawkCentroid centroid) {
    return Math.max(1.0, centroid.mapTaskSeconds() / taskSeconds(centroid));
  }
}
