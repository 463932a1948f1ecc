package org.foresight.planner;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * What came of the room that a host had for a plan: on which nodes some was left, and why jobs did
 * not start there. Thread-safe.
 */
public final class Offers {

  private record Refusal(String why, long nanos) {}

  private final LongSupplier nanoTime;
  private final Map<String, Long> inVain = new ConcurrentHashMap<>();
  private final Map<String, Refusal> refusals = new ConcurrentHashMap<>();

  /**
   * @param nanoTime measures durations
   */
  public Offers(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** A node had room, and nothing more was to start there by the plan. */
  public void inVain(String nodeId) {
    inVain.put(nodeId, nanoTime.getAsLong());
  }

  /**
   * A job was to start on a node, and did not.
   *
   * @param why one sentence for people
   */
  public void refused(String jobId, String why) {
    refusals.put(jobId, new Refusal(why, nanoTime.getAsLong()));
  }

  /** Whether a node's room was last left over at this time, or later. */
  boolean wereInVain(String nodeId, long sinceNanos) {
    Long last = inVain.get(nodeId);
    return last != null && last - sinceNanos >= 0;
  }

  /** Why a job did not start when it was last to, at this time or later. */
  Optional<String> refusal(String jobId, long sinceNanos) {
    return Optional.ofNullable(refusals.get(jobId))
        .filter(last -> last.nanos - sinceNanos >= 0)
        .map(Refusal::why);
  }

  /** Forgets all others. */
  void retain(Set<String> nodeIds, Set<String> jobIds) {
    inVain.keySet().retainAll(nodeIds);
    refusals.keySet().retainAll(jobIds);
  }
}
