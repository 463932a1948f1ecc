package org.foresight.planner;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Maps;
import java.util.OptionalLong;

/**
 * What the plan says of a job.
 *
 * @param jobId the job
 * @param startMillis from when on its tasks may start; empty where the plan has no start for it
 * @param parallelism how many of its working tasks may run at once
 * @param share how many working tasks are its share of the cluster, which the {@link Dispatcher}
 *     keeps to as far as others can use the room; infinite where nothing is shared out
 * @param gang whether its tasks start all together or not at all
 * @param mostByClass how many of its tasks may run on nodes of each class; of a class that is not
 *     named none; empty where all nodes are the same to it
 * @param heldTasks how many of the tasks that it waits for stay waiting while anybody else can use
 *     the room
 * @param suspendable whether a node that lets tasks take turns may suspend its tasks for others
 * @param reason why
 */
public record PlannedJob(
    String jobId,
    OptionalLong startMillis,
    int parallelism,
    double share,
    boolean gang,
    ImmutableMap<String, Integer> mostByClass,
    int heldTasks,
    boolean suspendable,
    Reason reason) {

  /** Shares are sums of fractions, which are off by rounding. */
  private static final double ROUNDING = 1e-6;

  public PlannedJob {
    if (!(share >= 0)) {
      throw new IllegalArgumentException(
          "The share (" + share + ") of job (" + jobId + ") must not be negative.");
    }
    if (heldTasks < 0) {
      throw new IllegalArgumentException(
          "The heldTasks (" + heldTasks + ") of job (" + jobId + ") must not be negative.");
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
    this(jobId, startMillis, parallelism, share, gang, ImmutableMap.of(), 0, false, reason);
  }

  /** The same job on nodes of these classes alone; no classes mean all. */
  public PlannedJob on(ImmutableSet<String> classes) {
    return allotted(Maps.toMap(classes, unused -> Integer.MAX_VALUE));
  }

  /** The same job with so many tasks on the nodes of each class. */
  public PlannedJob allotted(ImmutableMap<String, Integer> most) {
    return new PlannedJob(
        jobId, startMillis, parallelism, share, gang, most, heldTasks, suspendable, reason);
  }

  /** The same job with so many tasks that stay waiting. */
  public PlannedJob holding(int tasks) {
    return new PlannedJob(
        jobId, startMillis, parallelism, share, gang, mostByClass, tasks, suspendable, reason);
  }

  /** The same job with tasks that nodes may suspend, or may not. */
  public PlannedJob suspendable(boolean newSuspendable) {
    return new PlannedJob(
        jobId,
        startMillis,
        parallelism,
        share,
        gang,
        mostByClass,
        heldTasks,
        newSuspendable,
        reason);
  }

  /** How many of its tasks are expected to run at once: its share, where it has one. */
  public int expectedAtOnce() {
    return share < parallelism ? (int) Math.max(1, Math.ceil(share - ROUNDING)) : parallelism;
  }

  /**
   * Whether the plan has found no room for it in time. It may have a start for all that, of a job
   * with a deadline: when that has passed, and it goes on as best effort.
   */
  public boolean isUnplaced() {
    return reason.code() == Reason.Code.NO_ROOM_WITHIN_LOOKAHEAD
        || reason.code() == Reason.Code.DEADLINE_OUT_OF_REACH;
  }

  /**
   * Whether the plan has no room for it, and it may start for all that, in what ends before the
   * next plan: nobody knows when that is.
   */
  public boolean isInLine() {
    return reason.code() == Reason.Code.NEXT_IN_LINE;
  }

  /** Whether its tasks may start. */
  public boolean isDue(long nowMillis) {
    return startMillis.isPresent() && startMillis.getAsLong() <= nowMillis;
  }

  /** Whether its tasks may start in room that there is now, not only in what ends. */
  public boolean isGivenRoom(long nowMillis) {
    return isDue(nowMillis) && !isInLine();
  }

  /** How many of its tasks may run on the nodes of a class. */
  int mostOn(String nodeClass) {
    return mostByClass.isEmpty() ? Integer.MAX_VALUE : mostByClass.getOrDefault(nodeClass, 0);
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
