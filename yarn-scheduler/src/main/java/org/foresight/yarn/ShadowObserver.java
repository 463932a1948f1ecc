package org.foresight.yarn;

/**
 * Tells an engine's observer what a planner costs that decides nothing. As such a one can't fall
 * back, nothing else of it is told. As thread-safe as the other one.
 */
final class ShadowObserver implements PlannerObserver {
  private final EngineObserver told;

  ShadowObserver(EngineObserver told) {
    this.told = told;
  }

  @Override
  public void planned(long millis) {
    told.shadowPlanned(millis);
  }

  @Override
  public void planFailed() {
    told.shadowPlanFailed();
  }

  @Override
  public void fellBack() {}

  @Override
  public void dispatchFailed() {}

  @Override
  public void replaced() {}
}
