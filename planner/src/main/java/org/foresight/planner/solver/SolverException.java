package org.foresight.planner.solver;

import org.jspecify.annotations.Nullable;

/** A solver failed. */
public final class SolverException extends RuntimeException {
  public SolverException(String message) {
    super(message);
  }

  public SolverException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
