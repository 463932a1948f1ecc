package org.foresight.benchmarks.scale;

import java.util.OptionalDouble;

/**
 * A measured planning cycle. Times are processor time of the planning thread, which garbage
 * collection and compilation are not part of.
 *
 * @param buildMillis from the snapshot to the solver: estimates, options, values, the model, and
 *     where the solver is to start
 * @param solveMillis the solver
 * @param readMillis from the solver to the plan
 * @param gapPercent how far the solution may be from the best; empty without a bound
 * @param pendingJobs jobs that wait for something
 * @param runningJobs jobs that hold something
 * @param busyShare tasks that run, as a share of the nodes, which run one each
 * @param options options of all jobs in the solver's problem
 * @param allocatedBytes by the planning thread
 */
record CycleSample(
    double buildMillis,
    double solveMillis,
    double readMillis,
    OptionalDouble gapPercent,
    int pendingJobs,
    int runningJobs,
    double busyShare,
    int options,
    long allocatedBytes) {

  double totalMillis() {
    return buildMillis + solveMillis + readMillis;
  }
}
