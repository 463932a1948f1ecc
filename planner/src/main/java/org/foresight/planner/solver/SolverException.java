package org.foresight.planner.solver;

/** A solver failed. */
public final class SolverException extends RuntimeException {
  public SolverException(String message, Throwable cause) {
    super(message, cause);
  }
}
