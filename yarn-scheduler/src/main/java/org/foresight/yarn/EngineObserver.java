package org.foresight.yarn;

import org.foresight.planner.ClusterEvent;
import org.foresight.planner.solver.PlanSolution;

/** Is told how an engine does, and of jobs. Implementations are thread-safe and never throw. */
interface EngineObserver extends PlannerObserver {

  /** Something happened in the cluster. */
  void onEvent(ClusterEvent event);

  /** A job was there before anybody looked; its end will be told. */
  void onHalfSeen(ClusterEvent.JobSubmitted job);

  /** What happens from now on is not told. */
  void lostSight();

  /** A container was to be started; {@code isDone} says whether YARN agreed. */
  void decided(boolean isDone);

  /**
   * A plan was made of which nothing comes, for queues in shadow mode.
   *
   * @param millis how long that took, with the snapshot of the cluster
   */
  void shadowPlanned(long millis);

  /** Such a plan could not be made. */
  void shadowPlanFailed();

  /** A plan was solved. */
  void solved(PlanSolution solution);
}
