package org.foresight.planner;

import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Ordering;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
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
  private final Map<String, Long> byQueue = new HashMap<>();

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
        byQueue.merge(job.queue, job.workMillis, Long::sum);
      }
    }
  }

  /** What happens from now on is not told: the jobs that live do not count. */
  public synchronized void lostSight() {
    living.clear();
  }

  /** The work so far in milliseconds, by the path of the queue that a job was submitted to. */
  public synchronized ImmutableSortedMap<String, Long> millisByQueue() {
    return ImmutableSortedMap.copyOf(byQueue, Ordering.natural());
  }
}
