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

  /** Every node that takes work; asked for gangs only. */
  ImmutableList<NodeView> nodes();

  /** A job's live state. */
  interface DispatchableJob {

    /** What it waits for, most urgent first. */
    ImmutableList<TaskAsk> asks();

    /** Number of working tasks that it holds. */
    int runningTasks();

    /**
     * Number of working tasks that it holds on nodes of a class; to be said by hosts whose nodes
     * have classes.
     */
    default int runningTasks(String nodeClass) {
      return nodeClass.isEmpty() ? runningTasks() : 0;
    }
  }
}
