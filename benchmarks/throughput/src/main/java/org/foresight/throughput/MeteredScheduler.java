package org.foresight.throughput;

import org.apache.hadoop.yarn.sls.SLSRunner;
import org.apache.hadoop.yarn.sls.scheduler.SchedulerMetrics;
import org.apache.hadoop.yarn.sls.scheduler.SchedulerWrapper;
import org.jspecify.annotations.Nullable;

/**
 * What the simulator wants of a scheduler, without its own metrics: those look at whole queues and
 * applications within the calls that are measured.
 */
public interface MeteredScheduler extends SchedulerWrapper {

  @Override
  default @Nullable SchedulerMetrics getSchedulerMetrics() {
    return null;
  }

  @Override
  default void setSLSRunner(SLSRunner runner) {
    // Only the simulator's own metrics would ask for it.
  }

  @Override
  default @Nullable SLSRunner getSLSRunner() {
    return null;
  }
}
