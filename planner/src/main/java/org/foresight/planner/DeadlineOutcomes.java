package org.foresight.planner;

import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Ordering;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts, queue by queue, what became of the deadlines of jobs whose lives were seen from the
 * submission on. Thread-safe.
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

    private Counts with(boolean succeeded, boolean inTime) {
      return new Counts(
          met + (succeeded && inTime ? 1 : 0),
          missed + (succeeded && !inTime ? 1 : 0),
          failed + (succeeded ? 0 : 1));
    }
  }

  private record Awaited(String queue, long deadlineMillis) {}

  private final Map<String, Awaited> awaited = new HashMap<>();
  private final Map<String, Counts> byQueue = new HashMap<>();

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
        byQueue.merge(
            job.queue(),
            Counts.NONE.with(finished.succeeded(), finished.atMillis() <= job.deadlineMillis()),
            (before, one) ->
                new Counts(
                    before.met() + one.met(),
                    before.missed() + one.missed(),
                    before.failed() + one.failed()));
      }
    }
  }

  /** What happens from now on is not told: the jobs that live are not counted. */
  public synchronized void lostSight() {
    awaited.clear();
  }

  /** What became of them so far, by the path of the queue that they were submitted to. */
  public synchronized ImmutableSortedMap<String, Counts> byQueue() {
    return ImmutableSortedMap.copyOf(byQueue, Ordering.natural());
  }
}
