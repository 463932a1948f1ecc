package org.foresight.simulator;

/**
 * What must never happen in a simulation did: the cluster was over-allocated, a task ran twice to
 * success, time went back, work was lost or made up, a policy decided what cannot be. The message
 * names the virtual time and the event. Nothing that such a run gave may be used.
 */
public final class InvariantViolation extends IllegalStateException {

  InvariantViolation(long nowMillis, String event, String problem) {
    super("At " + nowMillis + " ms, at the " + event + ": " + problem);
  }
}
