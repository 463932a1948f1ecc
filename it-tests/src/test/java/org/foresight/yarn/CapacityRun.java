package org.foresight.yarn;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import org.foresight.traces.JobRun;

/**
 * What came of jobs in the queues of a capacity scheduler, real or simulated.
 *
 * @param jobs what became of each job, in the order of the workload
 * @param mostTasks the most tasks that ran at once, by leaf queue ({@code adhoc}) and by user in it
 *     ({@code adhoc/bob})
 */
record CapacityRun(ImmutableList<JobRun> jobs, ImmutableSortedMap<String, Integer> mostTasks) {

  /** How {@link #mostTasks} names a user of a queue. */
  static String ofUser(String queue, String user) {
    return queue + "/" + user;
  }
}
