package org.foresight.simulator;

import java.util.List;

/** What a {@link NodeScheduler} sees of a node, and how it acts on it. */
public interface NodeTasks {

  /** Names the node. */
  String nodeId();

  /** How many virtual cores the node has. */
  long vcores();

  /** The tasks that have arrived and not left, in the order of arrival. */
  List<? extends Task> tasks();

  /**
   * Lets the task run at this share of its speed, on the same share of its cores, from now on.
   *
   * @param share 0, suspended, or from 0.001 to 1
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

    /** Its share in force. */
    double share();

    /** For how long it has run, in milliseconds at full speed. */
    double attainedMillis(long nowMillis);
  }
}
