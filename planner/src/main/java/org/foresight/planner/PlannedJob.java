package org.foresight.planner;

import com.google.common.collect.ImmutableSet;
import java.util.OptionalLong;
import org.foresight.planner.cluster.NodeView;

/**
 * What the plan says of a job.
 *
 * @param jobId the job
 * @param startMillis from when on its tasks may start; empty where the plan has no start for it
 * @param parallelism how many of its working tasks may run at once
 * @param share how many working tasks are its share of the cluster, which the {@link Dispatcher}
 *     keeps to as far as others can use the room; infinite where nothing is shared out
 * @param gang whether its tasks start all together or not at all
 * @param nodeClasses classes of nodes that its tasks may start on; empty for all
 * @param reason why
 */
public record PlannedJob(
    String jobId,
    OptionalLong startMillis,
    int parallelism,
    double share,
    boolean gang,
    ImmutableSet<String> nodeClasses,
    Reason reason) {

  /** Shares are sums of fractions, which are off by rounding. */
  private static final double ROUNDING = 1e-6;

  public PlannedJob {
    if (!(share >= 0)) {
      throw new IllegalArgumentException(
          "The share (" + share + ") of job (" + jobId + ") must not be negative.");
    }
  }

  /** A job of a plan that shares nothing out. */
  public PlannedJob(
      String jobId, OptionalLong startMillis, int parallelism, boolean gang, Reason reason) {
    this(jobId, startMillis, parallelism, Double.POSITIVE_INFINITY, gang, reason);
  }

  /** A job that may start on nodes of all classes. */
  public PlannedJob(
      String jobId,
      OptionalLong startMillis,
      int parallelism,
      double share,
      boolean gang,
      Reason reason) {
    this(jobId, startMillis, parallelism, share, gang, ImmutableSet.of(), reason);
  }

  /** The same job on nodes of these classes alone. */
  public PlannedJob on(ImmutableSet<String> classes) {
    return new PlannedJob(jobId, startMillis, parallelism, share, gang, classes, reason);
  }

  /** Whether its tasks may start. */
  public boolean isDue(long nowMillis) {
    return startMillis.isPresent() && startMillis.getAsLong() <= nowMillis;
  }

  /** Whether its tasks may start on this node. */
  boolean mayRunOn(NodeView node) {
    return nodeClasses.isEmpty() || nodeClasses.contains(node.nodeClass());
  }

  /** Whether one task more than {@code runningTasks} is within its share. */
  boolean isWithinShare(int runningTasks) {
    return runningTasks + 1.0 <= share + ROUNDING;
  }

  /** How many times its share {@code runningTasks} are; without a share even none is too many. */
  double sharesUsed(int runningTasks) {
    return share > 0 ? runningTasks / share : Double.POSITIVE_INFINITY;
  }
}
