package org.foresight.traces;

/** The leaf queues that the jobs of every workload of this package are submitted to. */
public final class WorkloadQueues {

  /** Queue of the SLO jobs. */
  public static final String PRODUCTION = "production";

  /** Queue of the best-effort jobs. */
  public static final String ADHOC = "adhoc";

  private WorkloadQueues() {}

  /** The queue of a job that has or has not a deadline. */
  public static String of(boolean slo) {
    return slo ? PRODUCTION : ADHOC;
  }
}
