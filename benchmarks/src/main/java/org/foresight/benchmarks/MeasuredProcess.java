package org.foresight.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.foresight.simulator.SimulationListener;
import org.foresight.simulator.SimulationResult;
import org.foresight.traces.JobRun;

/**
 * Measures one case in a JVM of its own: a warm-up, then the measured runs, each a line on standard
 * output.
 */
public final class MeasuredProcess {
  private static final double MIB = 1 << 20;

  private MeasuredProcess() {}

  /**
   * Arguments: the case, the number of measured runs, and whether to measure the heap rather than
   * the time.
   */
  public static void main(String[] arguments) {
    SpeedCase speedCase = SpeedCase.parse(arguments[0]);
    int runs = Integer.parseInt(arguments[1]);
    boolean heap = Boolean.parseBoolean(arguments[2]);
    if (!heap) {
      warmUp(speedCase);
    }
    for (int run = 1; run <= runs; run++) {
      System.out.println((heap ? measureHeap(speedCase, run) : measureTime(speedCase, run)).text());
    }
  }

  private static void warmUp(SpeedCase speedCase) {
    long jobs = Math.min(speedCase.jobs(), 20_000);
    SpeedCase small =
        new SpeedCase(
            speedCase.policy(),
            speedCase.nodes(),
            speedCase.slots(),
            jobs,
            speedCase.load(),
            speedCase.heapMib());
    for (int i = 0; i < 3; i++) {
      SimulationResult unused = small.run(100 + i, SimulationListener.NONE);
    }
  }

  static SpeedSample measureTime(SpeedCase speedCase, long seed) {
    long startNanos = cpuNanos();
    SimulationResult result = speedCase.run(seed, SimulationListener.NONE);
    double seconds = (cpuNanos() - startNanos) / 1e9;
    return new SpeedSample(result.taskEvents(), seconds, result.plans(), 0);
  }

  static SpeedSample measureHeap(SpeedCase speedCase, long seed) {
    HalfWay halfWay = new HalfWay(speedCase.jobs() / 2);
    long startNanos = cpuNanos();
    SimulationResult result = speedCase.run(seed, halfWay);
    double seconds = (cpuNanos() - startNanos) / 1e9;
    return new SpeedSample(result.taskEvents(), seconds, result.plans(), halfWay.heapMib);
  }

  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  /** Looks at the heap when half of the jobs have ended. */
  private static final class HalfWay implements SimulationListener {
    private final long atJob;
    private long ended;
    private double heapMib;

    HalfWay(long atJob) {
      this.atJob = Math.max(1, atJob);
    }

    @Override
    public void jobEnded(JobRun run) {
      if (++ended == atJob) {
        System.gc();
        heapMib = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MIB;
      }
    }
  }
}
