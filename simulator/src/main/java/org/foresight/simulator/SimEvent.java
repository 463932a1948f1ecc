package org.foresight.simulator;

/**
 * Something that will happen in virtual time. An event object is in the queue at most once in
 * force: scheduling it again, or cancelling it, leaves its former place in the queue to be skipped.
 */
abstract class SimEvent {
  static final long NOT_SCHEDULED = -1;

  /** Its place in the order of scheduling; written by {@link EventQueue} alone. */
  long ticket = NOT_SCHEDULED;

  /** Lets it happen. */
  abstract void fire(long nowMillis);

  /** What it is, for messages. */
  abstract String describe();

  final boolean isScheduled() {
    return ticket != NOT_SCHEDULED;
  }
}
