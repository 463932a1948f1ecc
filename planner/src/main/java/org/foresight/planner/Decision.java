package org.foresight.planner;

/** What to do with a chance to start a task on a node. */
public sealed interface Decision {

  /** Why. */
  Reason reason();

  /** Start a container of this job here: its application master if it has none, else a task. */
  record Start(String jobId, Reason reason) implements Decision {}

  /** Start nothing here now. */
  record Hold(Reason reason) implements Decision {}
}
