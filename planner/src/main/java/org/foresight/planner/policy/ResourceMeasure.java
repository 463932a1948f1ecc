package org.foresight.planner.policy;

import com.google.common.primitives.ImmutableLongArray;
import org.foresight.planner.cluster.ResourceVector;

/**
 * How Hadoop's resource calculators compare and round resources: by memory alone, or by the
 * dominant resource, that of which an amount is the largest part of the partition's. Where Hadoop
 * breaks ties of dominant resources by the others, this does not.
 *
 * @param dominant by the dominant resource
 * @param total what the partition has
 * @param unit the smallest container; limits are rounded to multiples of it
 */
record ResourceMeasure(boolean dominant, ResourceVector total, ResourceVector unit) {

  private static final int MEMORY = 0;

  /** A quotient that is, but for such a part of it, a whole number is that. */
  private static final double ROUNDING = 1e-12;

  ResourceVector nothing() {
    return total.minus(total);
  }

  /** The part of the partition that an amount is. */
  double part(ResourceVector amount) {
    double part = 0;
    for (int type = 0; type < comparedTypes(); type++) {
      if (total.amount(type) > 0) {
        part = Math.max(part, (double) amount.amount(type) / total.amount(type));
      }
    }
    return part;
  }

  ResourceVector smaller(ResourceVector one, ResourceVector other) {
    return part(other) < part(one) ? other : one;
  }

  ResourceVector larger(ResourceVector one, ResourceVector other) {
    return part(other) > part(one) ? other : one;
  }

  /** Whether it fits; with the default calculator as to memory. */
  boolean fits(ResourceVector amount, ResourceVector room) {
    for (int type = 0; type < comparedTypes(); type++) {
      if (amount.amount(type) > room.amount(type)) {
        return false;
      }
    }
    return true;
  }

  ResourceVector times(ResourceVector amount, double factor) {
    return round(amount, factor, false, false);
  }

  /** Down to a multiple of the unit. */
  ResourceVector down(ResourceVector amount) {
    return round(amount, 1.0, false, true);
  }

  /** The {@code factor}th part of an amount, up to a multiple of the unit. */
  ResourceVector timesUp(ResourceVector amount, double factor) {
    return round(amount, factor, true, true);
  }

  /** Up to a whole amount. */
  ResourceVector dividedUp(ResourceVector amount, int divisor) {
    return round(amount, 1.0 / divisor, true, false);
  }

  private ResourceVector round(ResourceVector amount, double factor, boolean up, boolean toUnits) {
    ImmutableLongArray.Builder rounded = ImmutableLongArray.builder(amount.types());
    for (int type = 0; type < amount.types(); type++) {
      long step = toUnits ? Math.max(1, unit.amount(type)) : 1;
      double steps = amount.amount(type) * factor / step;
      double rounding = ROUNDING * Math.max(1, Math.abs(steps));
      double whole = up ? Math.ceil(steps - rounding) : Math.floor(steps + rounding);
      rounded.add((long) (whole * step));
    }
    return new ResourceVector(rounded.build());
  }

  private int comparedTypes() {
    return dominant ? total.types() : MEMORY + 1;
  }
}
