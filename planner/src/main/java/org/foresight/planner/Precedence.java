package org.foresight.planner;

import com.google.common.collect.ImmutableSet;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.foresight.planner.cluster.ResourceVector;
import org.jspecify.annotations.Nullable;

/**
 * Says which queues that no plan is made for go before it: those that wait for something in a
 * partition and have less of it than they are guaranteed. What a plan starts would otherwise take
 * each piece of room as it comes free, and leave them nothing, ever.
 *
 * <p>One that has gone first for a while and holds no more than before can't be served: no node has
 * what it asks for, or a constraint is in the way. Whatever else the host finds would go before the
 * plan, too; so such a queue goes first again only after some minutes, or once it has got
 * something.
 *
 * <p>Not thread-safe.
 */
public final class Precedence {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long GIVING_WAY_NANOS = TimeUnit.MINUTES.toNanos(5);

  /** A queue in one partition. */
  public record QueuePart(String queuePath, String partition) {}

  /**
   * How a queue stands.
   *
   * @param sinceNanos from when on it has gone first, or given way, and got nothing
   * @param used what it holds
   */
  private record Standing(boolean givesWay, long sinceNanos, ResourceVector used) {

    boolean isOver(long nowNanos) {
      return nowNanos - sinceNanos > (givesWay ? GIVING_WAY_NANOS : PATIENCE_NANOS);
    }
  }

  private final LongSupplier nanoTime;
  private final Consumer<String> log;
  private final Map<QueuePart, Standing> standings = new HashMap<>();

  /**
   * @param nanoTime measures durations
   * @param log is told of queues that give way
   */
  public Precedence(LongSupplier nanoTime, Consumer<String> log) {
    this.nanoTime = nanoTime;
    this.log = log;
  }

  /**
   * Which of these queues go first from now on. To be called now and then.
   *
   * @param used what the queues hold that wait and have less than they are guaranteed
   */
  public ImmutableSet<QueuePart> review(Map<QueuePart, ResourceVector> used) {
    long nowNanos = nanoTime.getAsLong();
    // Who wants nothing for a moment has not been served by that.
    standings
        .entrySet()
        .removeIf(
            known ->
                !used.containsKey(known.getKey())
                    && (!known.getValue().givesWay || known.getValue().isOver(nowNanos)));
    ImmutableSet.Builder<QueuePart> first = ImmutableSet.builder();
    used.forEach(
        (queue, held) -> {
          Standing standing = standing(queue, standings.get(queue), held, nowNanos);
          standings.put(queue, standing);
          if (!standing.givesWay) {
            first.add(queue);
          }
        });
    return first.build();
  }

  private Standing standing(
      QueuePart queue, @Nullable Standing before, ResourceVector held, long nowNanos) {
    if (before == null || !held.fitsIn(before.used)) {
      return new Standing(false, nowNanos, held);
    }
    if (!before.isOver(nowNanos)) {
      return new Standing(before.givesWay, before.sinceNanos, held);
    }
    if (!before.givesWay) {
      log.accept(
          "Queue "
              + queue.queuePath
              + " has less than it is guaranteed"
              + (queue.partition.isEmpty() ? "" : " of partition " + queue.partition)
              + " and waits, but has got nothing for "
              + TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS)
              + " s in which it went before the plan of the queues that are on. For "
              + TimeUnit.NANOSECONDS.toMinutes(GIVING_WAY_NANOS)
              + " min it comes after it again.");
    }
    return new Standing(!before.givesWay, nowNanos, held);
  }
}
