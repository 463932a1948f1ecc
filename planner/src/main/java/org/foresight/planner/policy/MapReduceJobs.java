package org.foresight.planner.policy;

import com.google.common.base.Ascii;
import java.util.HashSet;
import java.util.Set;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.TaskAsk;

/**
 * Which tasks of a job may be its pilots: those of its first stage. MapReduce may ask for reduces
 * while its maps wait or run (slow start), and has them served first; but a reduce does not end
 * before all maps have, so that it tells nothing of them, and would never end if they waited for
 * it. Reduces are neither pilots nor held. Not thread-safe.
 */
final class MapReduceJobs {

  private static final String TYPE = "mapreduce";

  /** The name of the stage of reduces, which is their priority on YARN. */
  private static final String REDUCES = "10";

  private final Set<String> jobs = new HashSet<>();

  void onEvent(ClusterEvent event) {
    if (event instanceof ClusterEvent.JobSubmitted submitted) {
      if (submitted.features().jobType().map(Ascii::toLowerCase).filter(TYPE::equals).isPresent()) {
        jobs.add(submitted.jobId());
      }
    } else if (event instanceof ClusterEvent.JobFinished finished) {
      jobs.remove(finished.jobId());
    }
  }

  /** The stage of the job's pilots; one without tasks if none has begun. */
  StageTasks pilotStage(JobView job, JobTasks tasks) {
    return jobs.contains(job.id()) ? tasks.firstStageBut(REDUCES) : tasks.firstStage();
  }

  /** How many tasks the job waits for that may be held back. */
  int holdableTasks(JobView job) {
    return job.pendingTasks() - pendingReduces(job);
  }

  private int pendingReduces(JobView job) {
    int reduces = 0;
    if (jobs.contains(job.id())) {
      for (TaskAsk ask : job.asks()) {
        reduces += ask.stage().equals(REDUCES) ? ask.count() : 0;
      }
    }
    return reduces;
  }
}
