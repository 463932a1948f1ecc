package org.foresight.planner.policy;

/** How large a job is taken to be. */
sealed interface JobSize {

  /** Where it comes from, with the numbers: the middle of a sentence. */
  String why();

  /**
   * It is known well enough.
   *
   * @param workMillis by which its queue is chosen: its expected work, in task-milliseconds
   * @param order the smaller, the earlier it is served in its queue; where equal, first in, first
   *     out
   */
  record Known(double workMillis, double order, String why) implements JobSize {}

  /** It has so few tasks that to wait for pilots would cost more than they tell. */
  record Thin(String why) implements JobSize {}

  /**
   * Its pilots have to tell.
   *
   * @param heldTasks how many of the tasks that it waits for are no pilots
   */
  record Sampled(int heldTasks, String why) implements JobSize {

    /**
     * A job whose tasks are not known yet: whatever it asks for before the next plan stays waiting
     * until that one says which of it are pilots.
     */
    static Sampled unknown(String why) {
      return new Sampled(Integer.MAX_VALUE, why);
    }
  }
}
