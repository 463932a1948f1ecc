package org.foresight.planner.policy;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.foresight.planner.cluster.ResourceVector;

/**
 * What came of the room that a host had for a plan: on which nodes some was left, and why jobs did
 * not start there. Thread-safe.
 */
public final class Offers {

  private record Left(ResourceVector room, long nanos) {}

  private record Refusal(String why, long nanos) {}

  private final LongSupplier nanoTime;
  private final Map<String, Left> inVain = new ConcurrentHashMap<>();
  private final Map<String, Refusal> refusals = new ConcurrentHashMap<>();

  /**
   * @param nanoTime measures durations
   */
  public Offers(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** A node had this room, and nothing more was to start there by the plan. */
  public void inVain(String nodeId, ResourceVector room) {
    inVain.put(nodeId, new Left(room, nanoTime.getAsLong()));
  }

  /**
   * A job was to start on a node, and did not.
   *
   * @param why one sentence for people
   */
  public void refused(String jobId, String why) {
    refusals.put(jobId, new Refusal(why, nanoTime.getAsLong()));
  }

  /** A node's room that was last left over, if that was at this time, or later. */
  Optional<ResourceVector> leftInVain(String nodeId, long sinceNanos) {
    return Optional.ofNullable(inVain.get(nodeId))
        .filter(last -> last.nanos - sinceNanos >= 0)
        .map(Left::room);
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
