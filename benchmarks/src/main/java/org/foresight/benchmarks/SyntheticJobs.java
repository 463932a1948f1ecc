package org.foresight.benchmarks;

import com.google.common.collect.ImmutableList;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.foresight.traces.JobStream;
import org.foresight.traces.WorkloadJob;

/**
 * Jobs made one by one, so that a stream of any length needs no memory: 1 to 39 tasks of one slot,
 * runtimes exponential around 30 s, Poisson arrivals at a given load; every other job has a
 * deadline of twice its longest task.
 */
final class SyntheticJobs implements JobStream {
  static final int MEAN_WIDTH = 20;

  private static final double MEAN_TASK_MILLIS = 30_000;

  private final SplittableRandom random;
  private final long jobs;
  private final double meanGapMillis;
  private double submitMillis;
  private long made;

  /**
   * @param slots tasks that the cluster runs at once
   * @param load work submitted ÷ what the slots can do meanwhile
   */
  SyntheticJobs(long jobs, long slots, double load, long seed) {
    this.jobs = jobs;
    this.random = new SplittableRandom(seed);
    this.meanGapMillis = MEAN_WIDTH * MEAN_TASK_MILLIS / (load * slots);
  }

  @Override
  public boolean hasNext() {
    return made < jobs;
  }

  @Override
  public WorkloadJob next() {
    if (!hasNext()) {
      throw new NoSuchElementException("There are only " + jobs + " jobs.");
    }
    int width = random.nextInt(1, 2 * MEAN_WIDTH);
    ImmutableList.Builder<Long> taskMillis = ImmutableList.builderWithExpectedSize(width);
    long longestMillis = 0;
    for (int i = 0; i < width; i++) {
      long millis = 1 + (long) exponential(MEAN_TASK_MILLIS);
      longestMillis = Math.max(longestMillis, millis);
      taskMillis.add(millis);
    }
    submitMillis += exponential(meanGapMillis);
    long number = made++;
    boolean slo = number % 2 == 0;
    return WorkloadJob.ofOneStage(
        "job-" + number,
        (long) submitMillis,
        "user-" + number % 10,
        "name-" + number % 50,
        slo ? "production" : "adhoc",
        slo ? OptionalLong.of((long) submitMillis + 2 * longestMillis) : OptionalLong.empty(),
        false,
        taskMillis.build());
  }

  private double exponential(double mean) {
    return -mean * Math.log1p(-random.nextDouble());
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
