package org.foresight.planner;

/**
 * Since when a task runs. A host notes the start of a task by its clock as it was then; if that has
 * been put right by a step since, the task would seem to have run for much longer, or not to have
 * begun yet. After a restart of the host the note may even be from the clock of another machine.
 *
 * @param notedMillis the start as it was noted
 * @param steppedMillis by how much the clock had stepped when the task was first seen, see {@link
 *     HostClock#steppedMillis}. To be soon after its start, for only steps from then on are known
 *     to have come after it.
 */
public record StartTime(long notedMillis, long steppedMillis) {

  /**
   * The start by the host's clock as it is now; never in the future.
   *
   * @param steppedNowMillis by how much the clock has stepped by now
   * @param nowMillis what it shows
   */
  public long millis(long steppedNowMillis, long nowMillis) {
    return Math.min(notedMillis + steppedNowMillis - steppedMillis, nowMillis);
  }
}
