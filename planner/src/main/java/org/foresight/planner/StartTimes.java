package org.foresight.planner;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Since when tasks run, by the host's clock as it is now. A host notes the start of a task by its
 * clock as it was then; if that has been put right by a step since, the task would seem to have run
 * for much longer, or not to have begun yet. After a restart of the host the note may even be from
 * the clock of another machine.
 *
 * <p>Thread-safe.
 */
public final class StartTimes {
  private final HostClock clock;

  /** By how much the clock had stepped when tasks were first asked for. */
  private final Map<String, Long> steppedBefore = new ConcurrentHashMap<>();

  /** Knows no task. */
  public StartTimes(HostClock clock) {
    this.clock = clock;
  }

  /**
   * Since when a task runs; never in the future. To be asked soon after its start, for only steps
   * from then on are known to have come after it.
   *
   * @param notedMillis its start as it was noted
   */
  public long startMillis(String taskId, long notedMillis) {
    long steppedMillis = clock.steppedMillis();
    Long before = steppedBefore.putIfAbsent(taskId, steppedMillis);
    long startMillis = notedMillis + (before == null ? 0 : steppedMillis - before);
    return Math.min(startMillis, clock.millis());
  }

  /** Forgets all other tasks. */
  public void keepOnly(Set<String> taskIds) {
    steppedBefore.keySet().retainAll(taskIds);
  }
}
