package org.foresight.planner;

/** What to do with a chance to start a task on a node. */
public sealed interface Decision {

  /** Why. */
  Reason reason();

  /**
   * Start a container of this job here: its application master if it has none, else a task.
   *
   * @param suspendable whether the node may suspend it for others
   */
  record Start(String jobId, boolean suspendable, Reason reason) implements Decision {

    /** The start of a container that is not suspended. */
    public Start(String jobId, Reason reason) {
      this(jobId, false, reason);
    }
  }

  /**
   * Start nothing here now.
   *
   * @param scope for which other nodes the same answer would be given, until something changes: a
   *     task starts or ends, a job asks for more, a plan is made, a planned start comes
   */
  record Hold(Scope scope, Reason reason) implements Decision {

    /** Which nodes a hold is true of. */
    public enum Scope {
      /** Of this node alone. */
      NODE,
      /** Of every node of its partition and class whose room is no larger in any resource. */
      NODES_WITH_NO_MORE_ROOM,
      /** Of all nodes. */
      CLUSTER
    }
  }
}
