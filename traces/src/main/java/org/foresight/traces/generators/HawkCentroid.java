package org.foresight.traces.generators;

/**
 * One cluster of the k-means clustering of a production workload.
 *
 * <p>Immutable. The three numbers are those of the published table.
 *
 * @param label what the table calls these jobs
 * @param jobs number of jobs of the cluster
 * @param jobSeconds duration of such a job
 * @param mapTaskSeconds task-seconds of its map tasks
 */
record HawkCentroid(String label, long jobs, long jobSeconds, long mapTaskSeconds) {

  HawkCentroid {
    if (jobs < 1 || jobSeconds < 1 || mapTaskSeconds < 1) {
      throw new IllegalArgumentException(
          "The jobs ("
              + jobs
              + "), jobSeconds ("
              + jobSeconds
              + ") and mapTaskSeconds ("
              + mapTaskSeconds
              + ") of the cluster ("
              + label
              + ") must be positive.");
    }
  }
}
