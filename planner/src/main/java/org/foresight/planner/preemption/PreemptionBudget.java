package org.foresight.planner.preemption;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * How many times tasks of each job were stopped of late, by the time that passes evenly. Not
 * thread-safe.
 */
final class PreemptionBudget {

  private final Map<String, Deque<Long>> timesMillis = new HashMap<>();

  /** Whether tasks of the job may be stopped once more. */
  boolean allows(String jobId, PreemptionSettings settings, long steadyMillis) {
    Deque<Long> times = timesMillis.get(jobId);
    long recent =
        times == null
            ? 0
            : times.stream().filter(time -> isRecent(time, settings, steadyMillis)).count();
    return recent < settings.mostPerJob();
  }

  /** Tasks of the job are stopped now. */
  void count(String jobId, long steadyMillis) {
    timesMillis.computeIfAbsent(jobId, job -> new ArrayDeque<>()).add(steadyMillis);
  }

  /** Forgets what is longer ago than the window. */
  void forgetOld(PreemptionSettings settings, long steadyMillis) {
    timesMillis
        .values()
        .removeIf(
            times -> {
              times.removeIf(time -> !isRecent(time, settings, steadyMillis));
              return times.isEmpty();
            });
  }

  private static boolean isRecent(long timeMillis, PreemptionSettings settings, long steadyMillis) {
    return timeMillis > steadyMillis - settings.windowMillis();
  }
}
