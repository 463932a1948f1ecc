package org.foresight.planner;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Counts, queue by queue, what became of the deadlines of jobs whose ends were seen. Thread-safe.
 */
public final class DeadlineOutcomes {

  /**
   * What became of them so far.
   *
   * @param met jobs that ran to success by their deadline
   * @param missed jobs that ran to success after it
   * @param failed jobs that ended otherwise
   */
  public record Counts(long met, long missed, long failed) {

    /** No job has ended. */
    public static final Counts NONE = new Counts(0, 0, 0);

    private static Counts of(boolean succeeded, boolean inTime) {
      return new Counts(
          succeeded && inTime ? 1 : 0, succeeded && !inTime ? 1 : 0, succeeded ? 0 : 1);
    }

    private Counts plus(Counts other) {
      return new Counts(met + other.met, missed + other.missed, failed + other.failed);
    }
  }

  private record Awaited(String queue, long deadlineMillis) {}

  private final Map<String, Awaited> awaited = new HashMap<>();
  private final QueueSums<Counts> sums = new QueueSums<>(Counts.NONE, Counts::plus);

  /** Something happened; events of other kinds than submissions and ends of jobs are ignored. */
  public synchronized void onEvent(ClusterEvent event) {
    if (event instanceof ClusterEvent.JobSubmitted submitted) {
      submitted
          .goal()
          .deadlineMillis()
          .ifPresent(
              deadline ->
                  awaited.put(
                      submitted.jobId(), new Awaited(submitted.features().queue(), deadline)));
    } else if (event instanceof ClusterEvent.JobFinished finished) {
      Awaited job = awaited.remove(finished.jobId());
      if (job != null) {
        sums.add(
            job.queue(),
            Counts.of(finished.succeeded(), finished.atMillis() <= job.deadlineMillis()));
      }
    }
  }

  /** What happens from now on is not told: the jobs that live are not counted. */
  public synchronized void lostSight() {
    awaited.clear();
  }

  /**
   * What became of them so far, each in the queue that it was submitted to.
   *
   * @param queues the paths of the queues that there are
   */
  public synchronized QueueTotals<Counts> totals(Set<String> queues) {
    return sums.totals(queues);
  }
}
