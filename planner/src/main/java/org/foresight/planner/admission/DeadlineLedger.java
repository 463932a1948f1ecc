package org.foresight.planner.admission;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.foresight.planner.ClusterEvent;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.RuntimePredictor;

/**
 * What the SLO jobs of every queue still have to do by their deadlines: the work that was expected
 * of each when it was submitted, less what its tasks have done since. A job that has ended commits
 * to nothing, nor does one whose deadline has passed, which runs on as a best-effort job. A job
 * that turns out to be longer than expected commits to nothing more once it has done what was
 * expected; a task that was lost has done nothing. Of a job that was unknown when it was submitted,
 * perhaps because a history was still being read, it is asked again.
 *
 * <p>Thread-safe; whoever tells of tasks never waits for a prediction.
 */
public final class DeadlineLedger {

  private final RuntimePredictor predictor;
  private final Map<String, Entry> jobs = new HashMap<>();

  /**
   * @param predictor says what work to expect of a job
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
    Entry entry = new Entry(job);
    entry.ask(predictor);
    synchronized (jobs) {
      jobs.putIfAbsent(job.jobId(), entry);
    }
  }

  /** A job is in another queue now, and takes that one's share from now on. */
  public void moved(String jobId, String queue) {
    synchronized (jobs) {
      Entry job = jobs.get(jobId);
      if (job != null) {
        job.queue = queue;
      }
    }
  }

  /**
   * What the jobs that are in a queue still have to do.
   *
   * @param nowMillis by the clock of the deadlines
   * @param taskMillis by the clock of the events of tasks
   */
  public ImmutableList<Commitment> outstanding(String queue, long nowMillis, long taskMillis) {
    List<Entry> due = new ArrayList<>();
    synchronized (jobs) {
      for (Entry job : jobs.values()) {
        if (job.queue.equals(queue) && job.deadlineMillis() > nowMillis) {
          due.add(job);
        }
      }
    }
    due.stream().filter(job -> job.estimate.isEmpty()).forEach(job -> job.ask(predictor));
    synchronized (jobs) {
      return due.stream().map(job -> job.left(taskMillis)).collect(ImmutableList.toImmutableList());
    }
  }

  private static final class Entry {
    private final ClusterEvent.JobSubmitted submitted;
    private volatile Optional<JobEstimate> estimate = Optional.empty();
    private final Map<String, Long> runningSince = new HashMap<>();
    private String queue;
    private double doneMillis;

    Entry(ClusterEvent.JobSubmitted submitted) {
      this.submitted = submitted;
      this.queue = submitted.features().queue();
    }

    void ask(RuntimePredictor predictor) {
      estimate = predictor.predict(submitted.features());
    }

    long deadlineMillis() {
      return submitted.goal().deadlineMillis().orElseThrow();
    }

    void taskFinished(ClusterEvent.TaskFinished finished) {
      Long since = runningSince.remove(finished.taskId());
      if (since != null && finished.end() == ClusterEvent.TaskEnd.SUCCEEDED) {
        doneMillis += Math.max(0, finished.atMillis() - since); // A host's clock may step back.
      }
    }

    Commitment left(long taskMillis) {
      double running = 0;
      for (long since : runningSince.values()) {
        running += Math.max(0, taskMillis - since);
      }
      Commitment whole = Commitment.of(estimate, submitted.atMillis(), deadlineMillis());
      return new Commitment(
          whole.deadlineMillis(), Math.max(0, whole.workMillis() - doneMillis - running));
    }
  }
}
