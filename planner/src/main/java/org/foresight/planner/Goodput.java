package org.foresight.planner;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.foresight.planner.ClusterEvent.TaskEnd;

/**
 * Sums up, queue by queue, the work that was not in vain: of the tasks that succeeded of jobs that
 * ran to success, by their deadline if they had one (goodput, 3Sigma §5). Only jobs whose lives
 * were seen from the submission on count. Thread-safe.
 */
public final class Goodput {

  private static final class Job {
    private final String queue;
    private final OptionalLong deadlineMillis;
    private final Map<String, Long> running = new HashMap<>();
    private long workMillis;

    Job(ClusterEvent.JobSubmitted submitted) {
      this.queue = submitted.features().queue();
      this.deadlineMillis = submitted.goal().deadlineMillis();
    }

    void taskFinished(ClusterEvent.TaskFinished finished) {
      Long startMillis = running.remove(finished.taskId());
      if (startMillis != null && finished.end() == TaskEnd.SUCCEEDED) {
        workMillis += Math.max(0, finished.atMillis() - startMillis);
      }
    }

    boolean isInTime(long atMillis) {
      return deadlineMillis.isEmpty() || atMillis <= deadlineMillis.getAsLong();
    }
  }

  private final Map<String, Job> living = new HashMap<>();
  private final QueueSums<Long> sums = new QueueSums<>(0L, Long::sum);

  /** Something happened. */
  public synchronized void onEvent(ClusterEvent event) {
    if (event instanceof ClusterEvent.JobSubmitted submitted) {
      living.put(submitted.jobId(), new Job(submitted));
    } else if (event instanceof ClusterEvent.TaskStarted started) {
      Job job = living.get(started.jobId());
      if (job != null) {
        job.running.put(started.taskId(), started.atMillis());
      }
    } else if (event instanceof ClusterEvent.TaskFinished finished) {
      Job job = living.get(finished.jobId());
      if (job != null) {
        job.taskFinished(finished);
      }
    } else if (event instanceof ClusterEvent.JobFinished finished) {
      Job job = living.remove(finished.jobId());
      if (job != null && finished.succeeded() && job.isInTime(finished.atMillis())) {
        sums.add(job.queue, job.workMillis);
      }
    }
  }

  /** What happens from now on is not told: the jobs that live do not count. */
  public synchronized void lostSight() {
    living.clear();
  }

  /**
   * The work so far in milliseconds, of each job in the queue that it was submitted to.
   *
   * @param queues the paths of the queues that there are
   */
  public synchronized QueueTotals<Long> totalMillis(Set<String> queues) {
    return sums.totals(queues);
  }
}
