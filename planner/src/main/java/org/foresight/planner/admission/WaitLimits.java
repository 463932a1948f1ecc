package org.foresight.planner.admission;

import com.google.common.collect.ImmutableList;
import com.google.common.math.LongMath;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.HostClock;

/**
 * Which jobs have got nothing for longer than they are to wait for their first task. A step of the
 * host's clock makes no wait longer or shorter. Thread-safe.
 */
public final class WaitLimits {

  /**
   * A job that waits for its first task.
   *
   * @param maxWaitMillis how long it is to wait
   * @param untilMillis until when, by {@link HostClock#steadyMillis}
   * @param halfSeen whether it was there before anybody looked, so that it may have had tasks that
   *     nobody saw
   */
  public record Waiting(String jobId, long maxWaitMillis, long untilMillis, boolean halfSeen) {}

  private final HostClock clock;
  private final Map<String, Waiting> waiting = new ConcurrentHashMap<>();

  /**
   * @param clock the one by which jobs are submitted
   */
  public WaitLimits(HostClock clock) {
    this.clock = clock;
  }

  /** Takes an event. */
  public void onEvent(ClusterEvent event) {
    if (event instanceof ClusterEvent.JobSubmitted submitted) {
      add(submitted, false);
    } else if (event instanceof ClusterEvent.TaskStarted started) {
      waiting.remove(started.jobId());
    } else if (event instanceof ClusterEvent.JobFinished finished) {
      waiting.remove(finished.jobId());
    }
  }

  /** Takes a job that was there before anybody looked. */
  public void onHalfSeen(ClusterEvent.JobSubmitted submitted) {
    add(submitted, true);
  }

  private void add(ClusterEvent.JobSubmitted job, boolean halfSeen) {
    job.goal()
        .maxWaitMillis()
        .ifPresent(
            most ->
                waiting.put(
                    job.jobId(),
                    new Waiting(
                        job.jobId(),
                        most,
                        LongMath.saturatedAdd(job.atMillis() - clock.steppedMillis(), most),
                        halfSeen)));
  }

  /** The jobs whose time is over. They stay so until they are forgotten. */
  public ImmutableList<Waiting> expired() {
    long nowMillis = clock.steadyMillis();
    return waiting.values().stream()
        .filter(job -> job.untilMillis() <= nowMillis)
        .collect(ImmutableList.toImmutableList());
  }

  /** Looks no more after a job. */
  public void forget(String jobId) {
    waiting.remove(jobId);
  }
}
