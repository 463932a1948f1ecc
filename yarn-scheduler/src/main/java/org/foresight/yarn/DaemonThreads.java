package org.foresight.yarn;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes Foresight's threads. None of them keeps a ResourceManager from ending, and none ends it:
 * there, an error that leaves a thread without a handler of its own, such as a lack of memory,
 * halts the process.
 */
final class DaemonThreads {
  private static final Logger LOG = LoggerFactory.getLogger(DaemonThreads.class);

  private DaemonThreads() {}

  /** Makes a thread, not started yet. */
  static Thread create(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler(
        (ended, failure) ->
            SafeLog.error(LOG, "The thread {} has ended by a failure.", name, failure));
    return thread;
  }
}
