package org.foresight.planner.cluster;

import com.google.common.collect.ImmutableList;
import org.jspecify.annotations.Nullable;

/**
 * The cluster as it is right now, to dispatch on. Each method is asked on the fast path and answers
 * from what the host holds in memory.
 */
public interface DispatchView {

  /** The job, or null where it is gone or may not be given anything just now. */
  @Nullable DispatchableJob job(String jobId);

  /**
   * Every node that takes work, shown when it is its turn; asked for gangs, for pilots, and for
   * policies that have an order of nodes which the host does not keep to; mostly for the first
   * ones.
   */
  Iterable<NodeView> nodes();

  /**
   * Whether the host asks about nodes in the order of {@link
   * org.foresight.planner.SchedulingPolicy#nodeOrder}.
   */
  default boolean keepsNodeOrder() {
    return false;
  }

  /** A job's live state: a dispatcher may keep it and ask it again, until the job is gone. */
  interface DispatchableJob {

    /** What it waits for, most urgent first. */
    ImmutableList<TaskAsk> asks();

    /** Number of working tasks that it holds. */
    int runningTasks();

    /**
     * When it was submitted; asked for jobs that would rather start on another node. A host that
     * does not say it lets them start where there is room.
     */
    default long submitMillis() {
      return Long.MIN_VALUE / 2; // Long ago, and no less than that when time is taken from it.
    }

    /**
     * Number of working tasks that it holds on nodes of a class; to be said by hosts whose nodes
     * have classes.
     */
    default int runningTasks(String nodeClass) {
      return nodeClass.isEmpty() ? runningTasks() : 0;
    }

    /**
     * What it holds; asked for jobs that are held to their pilots only. A host that does not say it
     * leaves it to chance where these run.
     */
    default ImmutableList<RunningTask> running() {
      return ImmutableList.of();
    }
  }
}
