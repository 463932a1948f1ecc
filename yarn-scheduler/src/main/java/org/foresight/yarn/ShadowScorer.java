package org.foresight.yarn;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.FinishForecast;
import org.foresight.planner.HostClock;
import org.foresight.predictor.TrackRecord;

/**
 * Scores what was predicted of the jobs of queues in shadow mode against what became of them.
 *
 * <p>Thread-safe: jobs begin and end in one thread and are planned in another.
 */
final class ShadowScorer {

  /** From this probability on, a deadline is expected to be met. */
  private static final double EVEN_CHANCE = 0.5;

  /** A job that is watched from its submission to its end. */
  private static final class Watched {
    final String queue;
    final OptionalLong deadlineMillis;

    /** By how much the clock had stepped when it was submitted. */
    final long steppedMillis;

    Optional<Boolean> meets = Optional.empty();
    boolean isPlanned;

    Watched(String queue, OptionalLong deadlineMillis, long steppedMillis) {
      this.queue = queue;
      this.deadlineMillis = deadlineMillis;
      this.steppedMillis = steppedMillis;
    }
  }

  private final HostClock clock;
  private final Map<String, Watched> watched = new HashMap<>();
  private final TrackRecord runtimes = new TrackRecord();
  private long jobs;
  private long met;
  private long missed;
  private long plannedToMeet;
  private long plannedToMiss;
  private long asPlanned;

  /**
   * @param clock the one that deadlines go by
   */
  ShadowScorer(HostClock clock) {
    this.clock = clock;
  }

  synchronized void submitted(ClusterEvent.JobSubmitted job) {
    watched.put(
        job.jobId(),
        new Watched(job.features().queue(), job.goal().deadlineMillis(), clock.steppedMillis()));
  }

  /**
   * The first plan with a job has been made; later ones don't count.
   *
   * @param forecast empty if it is unknown
   */
  synchronized void planned(String jobId, Optional<FinishForecast> forecast) {
    Watched job = watched.get(jobId);
    if (job != null && !job.isPlanned) {
      job.isPlanned = true;
      if (job.deadlineMillis.isPresent()) {
        long deadlineMillis = job.deadlineMillis.getAsLong();
        job.meets = forecast.map(f -> f.probabilityBy(deadlineMillis) >= EVEN_CHANCE);
      }
    }
  }

  /**
   * A job has ended; returns whether it counts. Whether it met its deadline counts only if the
   * clock has not stepped in its life, which would have brought the deadline closer or farther.
   */
  synchronized boolean finished(
      ClusterEvent.JobFinished finished, Optional<Learning.Lesson> lesson) {
    Watched job = watched.remove(finished.jobId());
    if (job == null) {
      return false;
    }
    jobs++;
    lesson.ifPresent(taught -> runtimes.add(taught.given(), taught.outcome().spanMillis()));
    if (job.deadlineMillis.isPresent()
        && finished.succeeded()
        && job.steppedMillis == clock.steppedMillis()) {
      deadline(finished.atMillis() <= job.deadlineMillis.getAsLong(), job.meets);
    }
    return true;
  }

  private void deadline(boolean isMet, Optional<Boolean> planned) {
    if (isMet) {
      met++;
    } else {
      missed++;
    }
    if (planned.isPresent()) {
      if (planned.get()) {
        plannedToMeet++;
      } else {
        plannedToMiss++;
      }
      if (planned.get() == isMet) {
        asPlanned++;
      }
    }
  }

  /** A job is no longer in a queue in shadow mode. */
  synchronized void forget(String jobId) {
    watched.remove(jobId);
  }

  /** Forgets the jobs of the queues that are not in shadow mode. */
  synchronized void keepOnly(Predicate<String> isShadow) {
    watched.values().removeIf(job -> !isShadow.test(job.queue));
  }

  synchronized ShadowScore score() {
    return new ShadowScore(
        jobs, runtimes.score(), met, missed, plannedToMeet, plannedToMiss, asPlanned);
  }
}
