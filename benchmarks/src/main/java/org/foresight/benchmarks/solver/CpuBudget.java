package org.foresight.benchmarks.solver;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.foresight.planner.solver.SolverBudget;

/** Budgets that end when the solving thread has used so much processor time, whatever else runs. */
final class CpuBudget {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private CpuBudget() {}

  /** For a solver that works in the thread that calls this, from now on. */
  static SolverBudget ofSeconds(double seconds) {
    long end = THREADS.getCurrentThreadCpuTime() + Math.round(1e9 * seconds);
    return new SolverBudget(Long.MAX_VALUE, () -> THREADS.getCurrentThreadCpuTime() >= end);
  }

  /** For a solver that works in a thread of its own, which nobody else can time: by the clock. */
  static SolverBudget ofClockSeconds(double seconds) {
    long end = System.nanoTime() + Math.round(1e9 * seconds);
    return new SolverBudget(Long.MAX_VALUE, () -> System.nanoTime() >= end);
  }

  static double nowSeconds() {
    return THREADS.getCurrentThreadCpuTime() / 1e9;
  }
}
