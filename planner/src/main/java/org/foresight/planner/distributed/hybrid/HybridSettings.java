package org.foresight.planner.distributed.hybrid;

import com.google.errorprone.annotations.CanIgnoreReturnValue;

/**
 * What makes a {@link HybridPolicy} the one or the other scheduler. Sections are those of Delgado's
 * thesis.
 *
 * <p>Immutable. {@link HybridPolicies#settings} gives those of the published schedulers.
 *
 * @param cutoffMillis estimated mean task runtime from which on a job is long (§2.3.3); positive
 * @param shortShare share of the nodes, from 0 to less than 1, on which short jobs alone run
 *     (§2.3.4)
 * @param shortJobs how tasks of short jobs are placed, on all nodes
 * @param longJobs how tasks of long jobs are placed, on the general partition
 * @param probesPerTask probes for every task, at least 1 (§2.4.1: 2)
 * @param minProbes probes for a job at least (§3.5: 20 for Eagle)
 * @param stealAttempts how many random nodes of the general partition an idle node asks for short
 *     tasks behind long ones (§2.3.6: 10); 0: none
 * @param sharesState whether nodes reject probes of short jobs while they have a long task, and say
 *     where else long tasks are (§3.3); needs central placement of long jobs and a short partition
 * @param sticky whether a probe stands for its job: it stays until no task of the job waits (§3.4)
 * @param shortestFirst whether a node serves the job with the least work left first, rather than
 *     the first in its queue (§3.4.3)
 * @param bypassFactor how many times its estimated task runtime a queued task may be bypassed for
 *     (§3.5: 5)
 * @param reportMillis how often nodes report the work left to all schedulers (§3.6.2: 3 s), for
 *     {@link Placement#REPORTS}
 */
public record HybridSettings(
    double cutoffMillis,
    double shortShare,
    Placement shortJobs,
    Placement longJobs,
    int probesPerTask,
    int minProbes,
    int stealAttempts,
    boolean sharesState,
    boolean sticky,
    boolean shortestFirst,
    double bypassFactor,
    long reportMillis) {

  public HybridSettings {
    if (!(cutoffMillis > 0)) {
      throw new IllegalArgumentException(
          "The cutoffMillis (" + cutoffMillis + ") must be positive.");
    }
    if (!(shortShare >= 0 && shortShare < 1)) {
      throw new IllegalArgumentException(
          "The shortShare (" + shortShare + ") must be at least 0 and less than 1.");
    }
    requireAtLeast("probesPerTask", probesPerTask, 1);
    requireAtLeast("minProbes", minProbes, 0);
    requireAtLeast("stealAttempts", stealAttempts, 0);
    requireAtLeast("reportMillis", reportMillis, 1);
    if (!(bypassFactor >= 0)) {
      throw new IllegalArgumentException(
          "The bypassFactor (" + bypassFactor + ") must not be negative.");
    }
    if (sharesState && (longJobs != Placement.CENTRAL || shortShare == 0)) {
      throw new IllegalArgumentException(
          "State is shared by a central scheduler of long jobs, and the last resort of rejected"
              + " probes is a short partition: longJobs is ("
              + longJobs
              + "), shortShare ("
              + shortShare
              + ").");
    }
  }

  /**
   * How many nodes a cluster has at least: those that share state need one for short jobs alone.
   */
  public int leastNodes() {
    return sharesState ? 2 : 1;
  }

  private static void requireAtLeast(String name, long value, long least) {
    if (value < least) {
      throw new IllegalArgumentException(
          "The " + name + " (" + value + ") must be at least " + least + ".");
    }
  }

  /** Whether any job is placed by what nodes report. */
  boolean reports() {
    return shortJobs == Placement.REPORTS || longJobs == Placement.REPORTS;
  }

  /**
   * A builder of settings without partition, stealing, state sharing, sticky probes and reordering,
   * which sends two probes a task for all jobs: Sparrow.
   */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder that begins with these. */
  public Builder toBuilder() {
    return new Builder()
        .cutoffMillis(cutoffMillis)
        .shortShare(shortShare)
        .shortJobs(shortJobs)
        .longJobs(longJobs)
        .probesPerTask(probesPerTask)
        .minProbes(minProbes)
        .stealAttempts(stealAttempts)
        .sharesState(sharesState)
        .sticky(sticky)
        .shortestFirst(shortestFirst)
        .bypassFactor(bypassFactor)
        .reportMillis(reportMillis);
  }

  /** Collects settings; not thread-safe. */
  public static final class Builder {
    private double cutoffMillis = 90_000;
    private double shortShare;
    private Placement shortJobs = Placement.PROBES;
    private Placement longJobs = Placement.PROBES;
    private int probesPerTask = 2;
    private int minProbes;
    private int stealAttempts;
    private boolean sharesState;
    private boolean sticky;
    private boolean shortestFirst;
    private double bypassFactor = 5;
    private long reportMillis = 3_000;

    private Builder() {}

    /** Default 90 s, between the cutoffs of the published workloads. */
    @CanIgnoreReturnValue
    public Builder cutoffMillis(double value) {
      cutoffMillis = value;
      return this;
    }

    /** Default 0. */
    @CanIgnoreReturnValue
    public Builder shortShare(double value) {
      shortShare = value;
      return this;
    }

    /** Default {@link Placement#PROBES}. */
    @CanIgnoreReturnValue
    public Builder shortJobs(Placement value) {
      shortJobs = value;
      return this;
    }

    /** Default {@link Placement#PROBES}. */
    @CanIgnoreReturnValue
    public Builder longJobs(Placement value) {
      longJobs = value;
      return this;
    }

    /** Default 2. */
    @CanIgnoreReturnValue
    public Builder probesPerTask(int value) {
      probesPerTask = value;
      return this;
    }

    /** Default 0. */
    @CanIgnoreReturnValue
    public Builder minProbes(int value) {
      minProbes = value;
      return this;
    }

    /** Default 0. */
    @CanIgnoreReturnValue
    public Builder stealAttempts(int value) {
      stealAttempts = value;
      return this;
    }

    /** Default false. */
    @CanIgnoreReturnValue
    public Builder sharesState(boolean value) {
      sharesState = value;
      return this;
    }

    /** Default false. */
    @CanIgnoreReturnValue
    public Builder sticky(boolean value) {
      sticky = value;
      return this;
    }

    /** Default false. */
    @CanIgnoreReturnValue
    public Builder shortestFirst(boolean value) {
      shortestFirst = value;
      return this;
    }

    /** Default 5. */
    @CanIgnoreReturnValue
    public Builder bypassFactor(double value) {
      bypassFactor = value;
      return this;
    }

    /** Default 3 s. */
    @CanIgnoreReturnValue
    public Builder reportMillis(long value) {
      reportMillis = value;
      return this;
    }

    /**
     * The settings.
     *
     * @throws IllegalArgumentException if one of them is out of its range
     */
    public HybridSettings build() {
      return new HybridSettings(
          cutoffMillis,
          shortShare,
          shortJobs,
          longJobs,
          probesPerTask,
          minProbes,
          stealAttempts,
          sharesState,
          sticky,
          shortestFirst,
          bypassFactor,
          reportMillis);
    }
  }
}
