package org.foresight.planner.policy;

import java.util.HashMap;
import java.util.Map;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.cluster.JobView;

/**
 * By what the future tells (SLearn §5.1.3: ORACLE). The work of a job is asked for once. For
 * simulators only.
 */
final class OracleSizing implements JobSizing {

  private final JobOracle oracle;
  private final Map<String, Long> worksMillis = new HashMap<>();

  OracleSizing(JobOracle oracle) {
    this.oracle = oracle;
  }

  @Override
  public void onEvent(ClusterEvent event) {
    if (event instanceof ClusterEvent.JobFinished finished) {
      worksMillis.remove(finished.jobId());
    }
  }

  @Override
  public boolean learnsFrom(ClusterEvent event) {
    return false;
  }

  @Override
  public JobSize size(JobView job, long nowMillis) {
    long workMillis = worksMillis.computeIfAbsent(job.id(), id -> oracle.outcome(id).workMillis());
    return new JobSize.Known(workMillis, 0, Figures.seconds(workMillis) + " of work in truth");
  }
}
