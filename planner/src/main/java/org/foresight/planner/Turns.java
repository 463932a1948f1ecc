package org.foresight.planner;

import static com.google.common.collect.ImmutableSet.toImmutableSet;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.foresight.planner.cluster.JobView;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that no job waits for ever for what a plan can't give it. A plan counts sums of room
 * and knows nothing of reservations, of locality, of constraints, nor of what queues that it does
 * not plan do with room as soon as it comes free. So a job that has got nothing for long, though
 * its start is due or its queue has less than it is guaranteed, has a turn in which the host serves
 * it by its own rules, as it would without a plan. In every queue one job has a turn at a time, the
 * one that has got nothing for longest first. A job of which the plan holds back all that waits has
 * none: it waits for its pilots, however long these take. Nor has a gang whose tasks wait: the host
 * would start a part of it.
 *
 * <p>Thread-safe.
 */
public final class Turns {
  private static final Logger LOG = LoggerFactory.getLogger(Turns.class);

  /** How long a job gets nothing until it may have a turn. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final long TURN_NANOS = TimeUnit.SECONDS.toNanos(30);

  private record Turn(String jobId, long untilNanos) {}

  private record Candidate(String jobId, long quietNanos) {}

  /**
   * A job that waits for something.
   *
   * @param queuePath its queue
   * @param isShort whether that queue has less than it is guaranteed
   */
  public record Waiting(JobView job, String queuePath, boolean isShort) {}

  private final LongSupplier nanoTime;

  /** Since when the jobs that wait have got nothing. */
  private final Map<String, Long> quietSince = new ConcurrentHashMap<>();

  private volatile ImmutableMap<String, Turn> byQueue = ImmutableMap.of();
  private volatile ImmutableSet<String> jobs = ImmutableSet.of();

  /**
   * @param nanoTime measures durations
   */
  public Turns(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** The plan gave the job something. */
  public void started(String jobId) {
    quietSince.computeIfPresent(jobId, (job, since) -> nanoTime.getAsLong());
  }

  /** The jobs that have a turn. */
  public ImmutableSet<String> jobs() {
    return jobs;
  }

  /**
   * Ends turns and gives new ones. To be called by one thread, now and then.
   *
   * @param plan the plan in force
   * @param waiting all jobs that it is about and that wait for something
   */
  public void review(Plan plan, long nowMillis, Iterable<Waiting> waiting) {
    long now = nanoTime.getAsLong();
    Map<String, PlannedJob> planned = new HashMap<>();
    plan.jobs().forEach(job -> planned.put(job.jobId(), job));
    Map<String, Turn> before = byQueue;
    Map<String, Turn> turns = new HashMap<>();
    Map<String, Candidate> longest = new HashMap<>();
    Set<String> stillWaiting = new HashSet<>();
    for (Waiting each : waiting) {
      String id = each.job().id();
      stillWaiting.add(id);
      Turn turn = before.get(each.queuePath());
      if (turn != null && turn.jobId().equals(id)) {
        quietSince.put(id, now); // What it gets in its turn is not told.
        if (turn.untilNanos() - now > 0 && !isForThePlanAlone(each.job(), planned.get(id))) {
          turns.put(each.queuePath(), turn);
        }
      }
      long quietNanos = now - quietSince.computeIfAbsent(id, job -> now);
      if (quietNanos >= PATIENCE_NANOS && mayHaveTurn(each, planned.get(id), nowMillis)) {
        longest.merge(
            each.queuePath(),
            new Candidate(id, quietNanos),
            (one, other) -> one.quietNanos >= other.quietNanos ? one : other);
      }
    }
    quietSince.keySet().retainAll(stillWaiting);
    longest.forEach(
        (queue, next) -> {
          if (turns.putIfAbsent(queue, new Turn(next.jobId, now + TURN_NANOS)) == null) {
            LOG.info(
                "The plan has given application {} nothing for {} s; it is served without one"
                    + " for a while.",
                next.jobId,
                TimeUnit.NANOSECONDS.toSeconds(next.quietNanos));
          }
        });
    byQueue = ImmutableMap.copyOf(turns);
    jobs = turns.values().stream().map(Turn::jobId).collect(toImmutableSet());
  }

  private static boolean isForThePlanAlone(JobView job, @Nullable PlannedJob planned) {
    if (job.waitsForMaster()) {
      return false;
    }
    // Of a gang its user wants all at once or nothing.
    return (job.goal().gang() && job.runningTasks() == 0) || isHeldBack(job, planned);
  }

  private static boolean isHeldBack(JobView job, @Nullable PlannedJob planned) {
    return planned != null && planned.heldTasks() > 0 && job.pendingTasks() <= planned.heldTasks();
  }

  private static boolean mayHaveTurn(Waiting each, @Nullable PlannedJob planned, long nowMillis) {
    if (isForThePlanAlone(each.job(), planned)) {
      return false;
    }
    if (planned == null) {
      return true;
    }
    if (planned.isGivenRoom(nowMillis)) {
      return each.job().runningTasks() < planned.parallelism();
    }
    // One with a deadline for which there is no room is to start when that has passed.
    return each.isShort() && planned.reason().code() != Reason.Code.WAITING_FOR_PLANNED_START;
  }
}
