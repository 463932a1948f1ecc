package org.foresight.benchmarks.scale;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What the thread that asks has used so far. */
final class ThreadUse {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final double NANOS_PER_MILLI = 1e6;

  private ThreadUse() {}

  /** Its processor time. */
  static long cpuNanos() {
    return THREADS.getCurrentThreadCpuTime();
  }

  /** What it has allocated. */
  static long allocatedBytes() {
    return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  static double millis(long nanos) {
    return nanos / NANOS_PER_MILLI;
  }
}
