package org.foresight.planner.policy;

import java.util.HashMap;
import java.util.Map;
import org.foresight.planner.cluster.ResourceVector;

/** An amount of resources per partition; nothing at first. Not thread-safe. */
final class PartitionAmounts {

  private final Map<String, ResourceVector> amounts = new HashMap<>();

  /** The amount, or {@code nothing}. */
  ResourceVector of(String partition, ResourceVector nothing) {
    return amounts.getOrDefault(partition, nothing);
  }

  void add(String partition, ResourceVector amount) {
    amounts.merge(partition, amount, ResourceVector::plus);
  }

  void subtract(String partition, ResourceVector amount) {
    amounts.computeIfPresent(partition, (name, before) -> before.minus(amount));
  }
}
