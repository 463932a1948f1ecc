package org.foresight.throughput;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.util.VersionInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;

/** Looks at a running scheduler for a while. One thread. */
final class Observation {

  private static final String PLANNER = "foresight-planner";
  private static final long LONGEST_START_SECONDS = 60;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double BYTES_PER_MIB = 1 << 20;

  private final Meter meter;
  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  Observation(Meter meter) {
    this.meter = meter;
  }

  /**
   * Waits for the first container and then for the warm-up, and measures.
   *
   * @throws IllegalStateException if there is no first container
   */
  Figures observe(Load load) throws InterruptedException {
    QueueMetrics all = meter.scheduler().getRootQueueMetrics();
    awaitFirstContainer(all);
    TimeUnit.SECONDS.sleep(load.warmUpSeconds());

    double systemLoad = system.getSystemLoadAverage();
    meter.begin();
    long cpuNanos = system.getProcessCpuTime();
    long plannerNanos = plannerNanos();
    long firstBig = bigContainers();
    long first = all.getAggregateAllocatedContainers();
    long startNanos = System.nanoTime();
    double peak = 0;
    long last = first;
    long lastNanos = startNanos;
    for (int second = 0; second < load.seconds(); second++) {
      TimeUnit.SECONDS.sleep(1);
      long now = all.getAggregateAllocatedContainers();
      long nowNanos = System.nanoTime();
      peak = Math.max(peak, (now - last) / ((nowNanos - lastNanos) / NANOS_PER_SECOND));
      last = now;
      lastNanos = nowNanos;
    }
    double measured = (lastNanos - startNanos) / NANOS_PER_SECOND;
    meter.end();
    double cores = (system.getProcessCpuTime() - cpuNanos) / NANOS_PER_SECOND / measured;
    double plannerCores = (plannerNanos() - plannerNanos) / NANOS_PER_SECOND / measured;
    int plans = meter.plans();
    return new Figures(
        VersionInfo.getVersion(),
        (last - first) / measured,
        peak,
        (last - first - (bigContainers() - firstBig)) / measured,
        load.containers() - last,
        all.getAvailableMB() / LoadConfiguration.SLOT_MEMORY_MB,
        Latency.of(meter.allocateNanos()),
        Latency.of(meter.nodeUpdateNanos()),
        plans,
        plans == 0 ? 0 : meter.planNanos() / NANOS_PER_MILLI / plans,
        meter.longestPlanNanos() / NANOS_PER_MILLI,
        meter.mostDeadlineJobs(),
        plannerCores,
        cores,
        liveHeapMib(),
        systemLoad);
  }

  private static double liveHeapMib() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / BYTES_PER_MIB;
  }

  private static void awaitFirstContainer(QueueMetrics all) throws InterruptedException {
    long startNanos = System.nanoTime();
    while (all.getAggregateAllocatedContainers() == 0) {
      if (System.nanoTime() - startNanos > TimeUnit.SECONDS.toNanos(LONGEST_START_SECONDS)) {
        throw new IllegalStateException(
            "No container was allocated within " + LONGEST_START_SECONDS + " s.");
      }
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  private static long bigContainers() {
    QueueMetrics big = QueueMetrics.getQueueMetrics().get("root." + Load.BIG_QUEUE);
    return big == null ? 0 : big.getAggregateAllocatedContainers();
  }

  private long plannerNanos() {
    long nanos = 0;
    for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (thread != null && thread.getThreadName().equals(PLANNER)) {
        nanos += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
      }
    }
    return nanos;
  }
}
