package org.foresight.yarn;

/** Is told how planning goes. Implementations are thread-safe and never throw. */
interface PlannerObserver {

  /** Looks away. */
  PlannerObserver NOBODY =
      new PlannerObserver() {
        @Override
        public void planned(long millis) {}

        @Override
        public void planFailed() {}

        @Override
        public void fellBack() {}

        @Override
        public void dispatchFailed() {}

        @Override
        public void replaced() {}
      };

  /**
   * A plan was made.
   *
   * @param millis how long that took, with the snapshot of the cluster
   */
  void planned(long millis);

  /** A plan could not be made. */
  void planFailed();

  /** The planner is out of charge; CapacityScheduler's own order counts. */
  void fellBack();

  /** A plan could not be carried out. */
  void dispatchFailed();

  /** A planner that hung was replaced. */
  void replaced();
}
