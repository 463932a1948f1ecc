package org.foresight.planner.cluster;

import com.google.common.primitives.ImmutableLongArray;

/**
 * Amounts of every resource type, in one order for the whole cluster: memory in MiB, virtual cores,
 * then whatever else the cluster defines.
 *
 * <p>Immutable. Amounts may be negative (an over-committed node has negative room).
 *
 * @param amounts one per resource type
 */
public record ResourceVector(ImmutableLongArray amounts) {

  public ResourceVector {
    if (amounts.isEmpty()) {
      throw new IllegalArgumentException("A resource vector must have at least one resource type.");
    }
  }

  /** A vector of memory and virtual cores only. */
  public static ResourceVector of(long memoryMib, long vcores) {
    return new ResourceVector(ImmutableLongArray.of(memoryMib, vcores));
  }

  /** Number of resource types. */
  public int types() {
    return amounts.length();
  }

  public long amount(int type) {
    return amounts.get(type);
  }

  public ResourceVector plus(ResourceVector other) {
    return combine(other, 1);
  }

  public ResourceVector minus(ResourceVector other) {
    return combine(other, -1);
  }

  /** The smaller of both in every resource type. */
  public ResourceVector min(ResourceVector other) {
    requireSameTypes(other);
    ImmutableLongArray.Builder smaller = ImmutableLongArray.builder(types());
    for (int type = 0; type < types(); type++) {
      smaller.add(Math.min(amounts.get(type), other.amounts.get(type)));
    }
    return new ResourceVector(smaller.build());
  }

  /** The greater of both in every resource type. */
  public ResourceVector max(ResourceVector other) {
    requireSameTypes(other);
    ImmutableLongArray.Builder greater = ImmutableLongArray.builder(types());
    for (int type = 0; type < types(); type++) {
      greater.add(Math.max(amounts.get(type), other.amounts.get(type)));
    }
    return new ResourceVector(greater.build());
  }

  /** Whether every amount is at most that of {@code room}. */
  public boolean fitsIn(ResourceVector room) {
    requireSameTypes(room);
    for (int type = 0; type < types(); type++) {
      if (amounts.get(type) > room.amounts.get(type)) {
        return false;
      }
    }
    return true;
  }

  /** How many times this demand fits into {@code room}; a demand of nothing fits without end. */
  public long timesIn(ResourceVector room) {
    requireSameTypes(room);
    long times = Integer.MAX_VALUE;
    for (int type = 0; type < types(); type++) {
      if (amounts.get(type) > 0) {
        times = Math.min(times, Math.max(0, room.amounts.get(type)) / amounts.get(type));
      }
    }
    return times;
  }

  /** For people, such as {@code 1024 MiB and 2 vcores}. */
  public String text() {
    StringBuilder text = new StringBuilder(amounts.get(0) + " MiB");
    for (int type = 1; type < types(); type++) {
      text.append(type == types() - 1 ? " and " : ", ").append(amounts.get(type));
      text.append(type == 1 ? " vcores" : " of resource type " + (type + 1));
    }
    return text.toString();
  }

  private ResourceVector combine(ResourceVector other, int sign) {
    requireSameTypes(other);
    ImmutableLongArray.Builder sum = ImmutableLongArray.builder(types());
    for (int type = 0; type < types(); type++) {
      sum.add(amounts.get(type) + sign * other.amounts.get(type));
    }
    return new ResourceVector(sum.build());
  }

  private void requireSameTypes(ResourceVector other) {
    if (other.types() != types()) {
      throw new IllegalArgumentException(
          "Vectors of ("
              + types()
              + ") and ("
              + other.types()
              + ") resource types do not compare.");
    }
  }
}
