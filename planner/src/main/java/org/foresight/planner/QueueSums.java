package org.foresight.planner;

import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Ordering;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;

/**
 * Sums something up queue by queue. Of a queue that is gone nothing is kept but what it adds to the
 * total, so that queues that come and go take no memory; another one of its name begins anew. Not
 * thread-safe.
 */
final class QueueSums<T> {

  private final BinaryOperator<T> plus;
  private final Map<String, T> byQueue = new HashMap<>();
  private T ofGone;

  QueueSums(T nothing, BinaryOperator<T> plus) {
    this.plus = plus;
    this.ofGone = nothing;
  }

  /** So much more of a queue. */
  void add(String queue, T more) {
    byQueue.merge(queue, more, plus);
  }

  /**
   * The sums so far.
   *
   * @param queues the paths of those that there are
   */
  QueueTotals<T> totals(Set<String> queues) {
    byQueue.forEach(
        (queue, sum) -> {
          if (!queues.contains(queue)) {
            ofGone = plus.apply(ofGone, sum);
          }
        });
    byQueue.keySet().retainAll(queues);
    return new QueueTotals<>(
        ImmutableSortedMap.copyOf(byQueue, Ordering.natural()),
        byQueue.values().stream().reduce(ofGone, plus));
  }
}
