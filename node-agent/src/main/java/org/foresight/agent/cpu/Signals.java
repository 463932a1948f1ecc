package org.foresight.agent.cpu;

import java.io.IOException;

/** Sends signals to process groups. Thread-safe. */
interface Signals extends AutoCloseable {

  /** The signals that are sent. */
  enum Kind {
    STOP("STOP"),
    CONTINUE("CONT");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** Its name as shells know it, without SIG. */
    String text() {
      return text;
    }
  }

  /**
   * Sends a signal.
   *
   * @return false if there is no such group, or its processes are out of reach
   * @throws IOException if there is no way to send signals
   */
  boolean send(Kind kind, long group) throws IOException;

  /** Whoever was stopped last goes on, and nothing can be sent any more. Does not wait. */
  @Override
  void close();
}
