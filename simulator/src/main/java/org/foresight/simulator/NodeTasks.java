package org.foresight.simulator;

import java.util.List;

/** What a {@link NodeScheduler} sees of a node, and how it acts on it. */
public interface NodeTasks {

  /** The smallest share but 0 that a task may have. */
  double SMALLEST_SHARE = 1e-3;

  /** Names the node. */
  String nodeId();

  /** How many virtual cores the node has. */
  long vcores();

  /** How much memory no task is booked on. */
  long freeMemoryMib();

  /** The tasks that have arrived and not left, in the order of arrival. */
  List<? extends Task> tasks();

  /**
   * Lets the task run at this share of its speed, on the same share of its cores, from now on.
   *
   * @param share 0, suspended, or from {@link #SMALLEST_SHARE} to 1
   */
  void setShare(Task task, double share);

  /** Asks to be woken at this time instead of at any that was asked for before. */
  void wakeAt(long atMillis);

  /** A task on a node. */
  interface Task {

    String jobId();

    /** Names it within its job. */
    String taskId();

    /** How many virtual cores it needs to run at full speed. */
    long vcores();

    /** Whether it may be suspended: not if its job has a deadline to meet. */
    boolean suspendable();

    /** Its share in force. */
    double share();

    /** For how long it has run, in milliseconds at full speed. */
    double attainedMillis(long nowMillis);
  }
}
