package org.foresight.cli;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import org.foresight.traces.RunMetrics;

/**
 * One row of the demo's result.
 *
 * @param scheduler who scheduled
 * @param asynchronous whether it allocated from threads of its own rather than on node heartbeats
 * @param metrics how it did
 * @param stopped the tasks that it stopped; empty if it was to stop none
 */
record DemoRun(
    DemoScheduler scheduler,
    boolean asynchronous,
    RunMetrics metrics,
    Optional<ImmutableList<StoppedTasks>> stopped) {

  static DemoRun of(DemoScheduler scheduler, DemoPlan plan, DemoOutcome outcome) {
    return new DemoRun(
        scheduler,
        plan.asynchronous(),
        RunMetrics.of(outcome.jobs()),
        scheduler.stopsTasks(plan.preemption())
            ? Optional.of(StoppedTasks.of(outcome))
            : Optional.empty());
  }

  /** How the scheduler allocated. */
  String mode() {
    return asynchronous ? "asynchronous" : "on heartbeats";
  }
}
