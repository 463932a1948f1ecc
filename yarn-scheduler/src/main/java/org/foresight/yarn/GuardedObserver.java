package org.foresight.yarn;

import org.foresight.planner.ClusterEvent;
import org.foresight.planner.solver.PlanSolution;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whatever another observer throws ends here: who counts wrongly must cost neither a plan nor an
 * event that others wait for. As thread-safe as the other one.
 */
final class GuardedObserver implements EngineObserver {
  private static final Logger LOG = LoggerFactory.getLogger(GuardedObserver.class);

  private final EngineObserver guarded;

  GuardedObserver(EngineObserver guarded) {
    this.guarded = guarded;
  }

  private static void guard(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException | Error e) {
      SafeLog.error(LOG, "Foresight's metrics missed something; they are too low from now on.", e);
    }
  }

  @Override
  public void planned(long millis) {
    guard(() -> guarded.planned(millis));
  }

  @Override
  public void planFailed() {
    guard(guarded::planFailed);
  }

  @Override
  public void fellBack() {
    guard(guarded::fellBack);
  }

  @Override
  public void dispatchFailed() {
    guard(guarded::dispatchFailed);
  }

  @Override
  public void replaced() {
    guard(guarded::replaced);
  }

  @Override
  public void onEvent(ClusterEvent event) {
    guard(() -> guarded.onEvent(event));
  }

  @Override
  public void onHalfSeen(ClusterEvent.JobSubmitted job) {
    guard(() -> guarded.onHalfSeen(job));
  }

  @Override
  public void lostSight() {
    guard(guarded::lostSight);
  }

  @Override
  public void decided(boolean isDone) {
    guard(() -> guarded.decided(isDone));
  }

  @Override
  public void shadowPlanned(long millis) {
    guard(() -> guarded.shadowPlanned(millis));
  }

  @Override
  public void shadowPlanFailed() {
    guard(guarded::shadowPlanFailed);
  }

  @Override
  public void solved(PlanSolution solution) {
    guard(() -> guarded.solved(solution));
  }
}
