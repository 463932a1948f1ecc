package org.foresight.planner.placement;

import org.foresight.planner.solver.PlanInstance;

/**
 * What may become of a running job that may be stopped: so many of its tasks, those that started
 * first, go on until a slot.
 *
 * @param keptTasks how many
 * @param untilSlot the slot in which they are stopped unless they have ended; the number of slots
 *     if never
 * @param column what it is worth and what it consumes
 */
public record KeepOption(int keptTasks, int untilSlot, PlanInstance.Option column) {

  /** Whether this many running tasks all go on for now. */
  public boolean keepsAll(int runningTasks) {
    return keptTasks >= runningTasks;
  }
}
