package org.foresight.planner.cluster;

import com.google.common.math.LongMath;
import com.google.common.primitives.ImmutableLongArray;
import java.util.function.LongBinaryOperator;
import org.foresight.predictor.Counts;

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

  /** A sum beyond what a number holds is the largest there is: {@code Long.MAX_VALUE} is no end. */
  public ResourceVector plus(ResourceVector other) {
    return combine(other, LongMath::saturatedAdd);
  }

  /** Like {@link #plus} where a difference is beyond what a number holds. */
  public ResourceVector minus(ResourceVector other) {
    return combine(other, LongMath::saturatedSubtract);
  }

  /** So many of these. */
  public ResourceVector times(long count) {
    return combine(this, (amount, same) -> LongMath.saturatedMultiply(amount, count));
  }

  /** The smaller of both in every resource type. */
  public ResourceVector min(ResourceVector other) {
    return combine(other, Math::min);
  }

  /** The greater of both in every resource type. */
  public ResourceVector max(ResourceVector other) {
    return combine(other, Math::max);
  }

  /**
   * As room in which something may start: nothing where any amount is negative, as on a node that
   * is over-committed or being drained, whatever it has of the others.
   */
  public ResourceVector orNothing() {
    return amounts.stream().anyMatch(amount -> amount < 0)
        ? new ResourceVector(ImmutableLongArray.copyOf(new long[types()]))
        : this;
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
      text.append(type == types() - 1 ? " and " : ", ");
      text.append(
          type == 1
              ? Counts.of(amounts.get(type), "vcore")
              : amounts.get(type) + " of resource type " + (type + 1));
    }
    return text.toString();
  }

  private ResourceVector combine(ResourceVector other, LongBinaryOperator operation) {
    requireSameTypes(other);
    ImmutableLongArray.Builder combined = ImmutableLongArray.builder(types());
    for (int type = 0; type < types(); type++) {
      combined.add(operation.applyAsLong(amounts.get(type), other.amounts.get(type)));
    }
    return new ResourceVector(combined.build());
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
