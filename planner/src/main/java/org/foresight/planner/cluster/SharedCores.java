package org.foresight.planner.cluster;

import com.google.common.primitives.ImmutableLongArray;
import org.foresight.planner.node.NodeStatistics;

/**
 * What there is of the virtual cores of a node that suspends tasks. Where a host allocates memory
 * alone, and does not say how many virtual cores a container needs, each counts for one.
 */
public final class SharedCores {
  private static final int VCORES = 1;

  private SharedCores() {}

  /** As many as are missing to those that the node has by the tasks that may not be suspended. */
  public static long forUnsuspendable(NodeStatistics node) {
    return (long) node.vcores() - node.unsuspendableVcores();
  }

  /** How many virtual cores of these are in an amount; all where a host minds memory alone. */
  public static long amount(ResourceVector amount, long vcores) {
    return amount.types() <= VCORES ? vcores : Math.min(vcores, amount.amount(VCORES));
  }

  /** This room with no more virtual cores than these. */
  public static ResourceVector limited(ResourceVector room, long vcores) {
    if (room.types() <= VCORES) {
      return vcores >= 1
          ? room
          : new ResourceVector(ImmutableLongArray.of(Math.min(0, room.amount(0))));
    }
    if (vcores >= room.amount(VCORES)) {
      return room;
    }
    return withVcores(room, vcores);
  }

  /** This amount with so many virtual cores; the same where a host minds memory alone. */
  public static ResourceVector withVcores(ResourceVector amount, long vcores) {
    if (amount.types() <= VCORES) {
      return amount;
    }
    ImmutableLongArray.Builder amounts = ImmutableLongArray.builder(amount.types());
    for (int type = 0; type < amount.types(); type++) {
      amounts.add(type == VCORES ? vcores : amount.amount(type));
    }
    return new ResourceVector(amounts.build());
  }
}
