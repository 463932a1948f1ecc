package org.foresight.benchmarks.threesigma;

import org.foresight.traces.JobRun;

/**
 * Useful work (3Sigma, table 2): of an SLO job that met its deadline, or a best-effort job that
 * ended, the node-hours that it took within the window in which jobs arrive, in the run that
 * succeeded. What was stopped and done again does not count, nor what was done after the window,
 * when the cluster has only the rest to do, and every scheduler can do all of it.
 */
final class Goodput {

  private static final double MILLIS_PER_HOUR = 3_600_000.0;

  private Goodput() {}

  /** Of one job of one stage, all of whose tasks run at once. */
  static double hours(JobRun run, long windowMillis) {
    if (run.finishMillis().isEmpty() || run.missedDeadline()) {
      return 0.0;
    }
    long finishMillis = run.finishMillis().getAsLong();
    long firstMillis = run.firstTaskStartMillis().orElse(finishMillis);
    // Of a job that was stopped only the first start is known, not the last.
    long startMillis =
        run.tasksRerun() == 0
            ? firstMillis
            : Math.max(firstMillis, finishMillis - run.job().spanMillis());
    long lengthMillis = Math.max(1, finishMillis - startMillis);
    long insideMillis = Math.min(finishMillis, windowMillis) - Math.min(startMillis, windowMillis);
    return run.job().workMillis() / MILLIS_PER_HOUR * insideMillis / lengthMillis;
  }
}
