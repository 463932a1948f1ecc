package org.foresight.planner.placement;

/**
 * The time that is planned, in slots.
 *
 * <p>Slot 0 starts now; the others start at the multiples of {@code slotMillis} of the host's
 * clock. Were they counted from now, "in the next slot" would move on with every plan: a job that
 * needs more room than is free now would be promised the next slot for ever, and whatever is
 * shorter than a slot would start before it each time. With fixed boundaries the promised start
 * comes closer, and from some plan on what would still run by then competes with it.
 *
 * @param slots number of slots, at least 1
 * @param slotMillis length of a slot, positive
 * @param nowMillis the time of planning
 */
public record PlanGrid(int slots, long slotMillis, long nowMillis) {

  public PlanGrid {
    if (slots < 1 || slotMillis < 1) {
      throw new IllegalArgumentException(
          "A grid needs at least one slot (" + slots + ") of at least 1 ms (" + slotMillis + ").");
    }
  }

  /** Time from now to the start of a slot. */
  public long offsetMillis(int slot) {
    return slot == 0 ? 0 : slot * slotMillis - Math.floorMod(nowMillis, slotMillis);
  }

  /** Number of a slot on the host's clock, which stays as the slot comes closer. */
  public long number(int slot) {
    return Math.floorDiv(nowMillis, slotMillis) + slot;
  }

  /** The last slot that has started at this time; 0 for times before the second slot. */
  public int slotAt(long millis) {
    long slot = Math.floorDiv(millis, slotMillis) - number(0);
    return (int) Math.max(0, Math.min(slots - 1, slot));
  }

  /** Length of all slots. */
  public long lookAheadMillis() {
    return slots * slotMillis;
  }
}
