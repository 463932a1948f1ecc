package org.foresight.planner.admission;

import com.google.common.collect.ImmutableList;
import java.util.HashMap;
import java.util.Map;
import org.foresight.planner.ClusterEvent;
import org.foresight.predictor.RuntimePredictor;

/**
 * What the SLO jobs of every queue still have to do by their deadlines: the work that was expected
 * of each when it was submitted, less what its tasks have done since. A job that has ended commits
 * to nothing, nor does one whose deadline has passed, which runs on as a best-effort job. A job
 * that turns out to be longer than expected commits to nothing more once it has done what was
 * expected; a task that was lost has done nothing.
 *
 * <p>Thread-safe; no event takes long.
 */
public final class DeadlineLedger {

  private final RuntimePredictor predictor;
  private final Map<String, Entry> jobs = new HashMap<>();

  /**
   * @param predictor says what work to expect of a job when it is submitted
   */
  public DeadlineLedger(RuntimePredictor predictor) {
    this.predictor = predictor;
  }

  /** Takes an event. */
  public void onEvent(ClusterEvent event) {
    if (event instanceof ClusterEvent.JobSubmitted submitted) {
      submitted(submitted);
      return;
    }
    synchronized (jobs) {
      if (event instanceof ClusterEvent.JobFinished finished) {
        jobs.remove(finished.jobId());
      } else if (event instanceof ClusterEvent.TaskStarted started) {
        Entry job = jobs.get(started.jobId());
        if (job != null) {
          job.runningSince.put(started.taskId(), started.atMillis());
        }
      } else if (event instanceof ClusterEvent.TaskFinished finished) {
        Entry job = jobs.get(finished.jobId());
        if (job != null) {
          job.taskFinished(finished);
        }
      }
    }
  }

  private void submitted(ClusterEvent.JobSubmitted job) {
    if (!job.goal().isSlo()) {
      return;
    }
    Commitment whole =
        Commitment.of(
            predictor.predict(job.features()),
            job.atMillis(),
            job.goal().deadlineMillis().getAsLong());
    synchronized (jobs) {
      jobs.putIfAbsent(job.jobId(), new Entry(job.features().queue(), whole));
    }
  }

  /** What the jobs that were submitted to a queue still have to do. */
  public ImmutableList<Commitment> outstanding(String queue, long nowMillis) {
    ImmutableList.Builder<Commitment> outstanding = ImmutableList.builder();
    synchronized (jobs) {
      for (Entry job : jobs.values()) {
        if (job.queue.equals(queue) && job.whole.deadlineMillis() > nowMillis) {
          outstanding.add(job.left(nowMillis));
        }
      }
    }
    return outstanding.build();
  }

  private static final class Entry {
    private final String queue;
    private final Commitment whole;
    private final Map<String, Long> runningSince = new HashMap<>();
    private double doneMillis;

    Entry(String queue, Commitment whole) {
      this.queue = queue;
      this.whole = whole;
    }

    void taskFinished(ClusterEvent.TaskFinished finished) {
      Long since = runningSince.remove(finished.taskId());
      if (since != null && finished.end() == ClusterEvent.TaskEnd.SUCCEEDED) {
        doneMillis += Math.max(0, finished.atMillis() - since); // A host's clock may step back.
      }
    }

    Commitment left(long nowMillis) {
      double running = 0;
      for (long since : runningSince.values()) {
        running += Math.max(0, nowMillis - since);
      }
      return new Commitment(
          whole.deadlineMillis(), Math.max(0, whole.workMillis() - doneMillis - running));
    }
  }
}
