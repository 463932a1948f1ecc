package org.foresight.testbed;

import java.io.IOException;
import java.time.Duration;

/** Waits for what nobody tells, by looking again and again. */
final class Waiting {
  private static final long PAUSE_MILLIS = 100;

  /** What is waited for. */
  @FunctionalInterface
  interface Condition {
    boolean holds() throws IOException, InterruptedException;
  }

  private Waiting() {}

  /**
   * Waits until it is so.
   *
   * @param most how long, in real time
   * @return whether it is
   */
  static boolean until(Duration most, Condition condition)
      throws IOException, InterruptedException {
    return until(most, 1, condition);
  }

  /**
   * Waits until it is so.
   *
   * @param most how long, in real time
   * @param looks how many in a row must find it so
   * @return whether it is
   */
  static boolean until(Duration most, int looks, Condition condition)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + most.toNanos();
    int inARow = 0;
    while (true) {
      inARow = condition.holds() ? inARow + 1 : 0;
      if (inARow == looks) {
        return true;
      }
      if (System.nanoTime() - end > 0) {
        return false;
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }
}
