package org.foresight.traces.formats;

/** The queue of jobs whose trace does not say. */
final class Queues {

  /** As YARN calls the queue that it has unless told otherwise. */
  static final String DEFAULT = "default";

  private Queues() {}
}
