package org.foresight.planner.placement;

import com.google.common.collect.ImmutableList;

/**
 * The rows of a plan: one for every partition, resource type and slot.
 *
 * <p>Slot 0 starts now; the others start at the multiples of {@code slotMillis} of the host's
 * clock. Were they counted from now, "in the next slot" would move on with every plan: a job that
 * needs more room than is free now would be promised the next slot for ever, and whatever is
 * shorter than a slot would start before it each time. With fixed boundaries the promised start
 * comes closer, and from some plan on what would still run by then competes with it.
 *
 * @param partitions the partitions, each once
 * @param types number of resource types
 * @param slots number of slots, at least 1
 * @param slotMillis length of a slot, positive
 * @param nowMillis the time of planning
 */
public record PlanGrid(
    ImmutableList<String> partitions, int types, int slots, long slotMillis, long nowMillis) {

  public PlanGrid {
    if (types < 1 || slots < 1 || slotMillis < 1) {
      throw new IllegalArgumentException(
          "A grid needs at least one resource type ("
              + types
              + "), one slot ("
              + slots
              + ") and slots of at least 1 ms ("
              + slotMillis
              + ").");
    }
  }

  /** Number of rows. */
  public int rows() {
    return partitions.size() * types * slots;
  }

  /** Index of the block of rows, one a slot, of a partition and resource type. */
  public int block(int partition, int type) {
    return partition * types + type;
  }

  /** Index of a row; the slots of one partition and resource type follow each other. */
  public int row(int partition, int type, int slot) {
    return block(partition, type) * slots + slot;
  }

  /** Index of a partition, -1 if no node is in it. */
  public int partition(String name) {
    return partitions.indexOf(name);
  }

  /** Time from now to the start of a slot. */
  public long offsetMillis(int slot) {
    return slot == 0 ? 0 : slot * slotMillis - Math.floorMod(nowMillis, slotMillis);
  }

  /** Length of all slots. */
  public long lookAheadMillis() {
    return slots * slotMillis;
  }
}
