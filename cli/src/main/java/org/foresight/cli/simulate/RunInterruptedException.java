package org.foresight.cli.simulate;

/** A run was told to stop before its end. */
final class RunInterruptedException extends RuntimeException {

  RunInterruptedException() {
    super("interrupted.");
  }
}
