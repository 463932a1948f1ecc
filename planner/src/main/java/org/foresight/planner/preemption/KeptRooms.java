package org.foresight.planner.preemption;

import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableSet;
import java.util.function.Predicate;
import org.foresight.planner.cluster.KeptRoom;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.SharedCores;

/** The room that is kept for jobs at one moment, by node, for dispatch to honour. Immutable. */
public final class KeptRooms {

  /** Nothing is kept. */
  public static final KeptRooms NONE = new KeptRooms(ImmutableListMultimap.of());

  /** Some kept room, and until when, by the time that passes evenly. */
  public record Claim(KeptRoom room, long untilMillis) {}

  private final ImmutableListMultimap<String, Claim> byNode;
  private final long firstEndMillis;

  private KeptRooms(ImmutableListMultimap<String, Claim> byNode) {
    this.byNode = byNode;
    this.firstEndMillis =
        byNode.values().stream().mapToLong(Claim::untilMillis).min().orElse(Long.MAX_VALUE);
  }

  /** All this room. */
  public static KeptRooms of(Iterable<Claim> claims) {
    ImmutableListMultimap.Builder<String, Claim> byNode = ImmutableListMultimap.builder();
    claims.forEach(claim -> byNode.put(claim.room().nodeId(), claim));
    return new KeptRooms(byNode.build());
  }

  /** What of it is still kept. */
  KeptRooms at(long steadyMillis) {
    return steadyMillis < firstEndMillis
        ? this
        : of(byNode.values().stream().filter(claim -> steadyMillis < claim.untilMillis()).toList());
  }

  public boolean isEmpty() {
    return byNode.isEmpty();
  }

  /** The jobs that room is kept for on a node. */
  public ImmutableSet<String> jobsOn(String nodeId) {
    return byNode.get(nodeId).stream()
        .map(claim -> claim.room().jobId())
        .collect(ImmutableSet.toImmutableSet());
  }

  /** The node with what of its room this job may use; that may be less than nothing. */
  public NodeView forJob(NodeView node, String jobId) {
    return without(node, claim -> !claim.room().jobId().equals(jobId));
  }

  /** The node with the room that is kept for nobody; that may be less than nothing. */
  public NodeView forAll(NodeView node) {
    return without(node, claim -> true);
  }

  private NodeView without(NodeView node, Predicate<Claim> others) {
    NodeView left = node;
    for (Claim claim : byNode.get(node.id())) {
      if (others.test(claim)) {
        left = SharedCores.withTask(left, claim.room().demand());
      }
    }
    return left;
  }
}
